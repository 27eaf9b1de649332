"""What every test shares. Imports pytest and hypothesis only: `make numpy-only` reads it too."""

import os

from hypothesis import settings

# No deadline: the machine may be busy. On CI the examples are always the same ones, so that a
# red build is the change's fault; anywhere else every run looks at new ones. "brief" is for a
# second look at tests that have run elsewhere: `make numpy-only`.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("brief", deadline=None, derandomize=True, max_examples=10)
settings.load_profile(
    os.environ.get("AELR_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "local")
)
