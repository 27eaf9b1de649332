"""The command line: ``python -m aelr_core rho --data mnist-3v5``."""

import sys

from aelr_core.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
