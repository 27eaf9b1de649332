"""The board that all sessions share; tests/app has it inside Streamlit."""

import subprocess
import sys


def test_a_program_that_is_loaded_again_closes_the_board_before() -> None:
    """As `make dev` does when a file is saved: it takes all modules out and runs app.py again."""
    program = """
import sys
from pages.ui.runs import sessions
before = sessions.board()
for name in [name for name in sys.modules if name.partition(".")[0] in ("pages", "aelr_core")]:
    del sys.modules[name]
from pages.ui.runs import sessions as again
after = again.board()
assert again is not sessions and after is not before
assert before.closed and not after.closed and again.board() is after
again.close()
assert after.closed
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
