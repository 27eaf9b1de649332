"""The command line: ``python -m aelr_core rho --data mnist-3v5``, or ``aelr rho ...``."""

import sys

from aelr_core.cli import main


def aelr() -> int:
    """Run the command line; what an installed package calls ``aelr``."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(aelr())
