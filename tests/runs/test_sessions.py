"""The board inside Streamlit, with real workers, driven by AppTest."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.runs import sessions
from tests.runs.waiting import gone, until

APP = Path(__file__).with_name("live_run_app.py")


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    yield
    until(lambda: sessions.board().pids)  # a new board's workers take a moment to start
    pids = sessions.board().pids
    sessions.close()
    assert all(map(gone, pids))


def texts(at: AppTest) -> list[str]:
    return [text.value for text in at.text]


def test_a_run_ends_with_its_curves() -> None:
    at = AppTest.from_file(APP, default_timeout=60)
    at.query_params["small"] = "1"
    at.run().button[0].click().run()
    job = at.session_state.job
    until(lambda: job.ended)
    assert texts(at.run()) == ["state: done", "curves: 7"]
    assert not at.exception


def test_stop_keeps_the_curves() -> None:
    at = AppTest.from_file(APP, default_timeout=60).run()
    at.button[0].click().run()
    job = at.session_state.job
    until(lambda: job.result is not None and job.result.curves)
    at.run()
    assert texts(at) == ["state: running", "curves: 1"]
    at.button[1].click().run()
    assert texts(at) == ["state: stopped", "curves: 1"]
    assert [button.label for button in at.button] == ["Run"]
    assert not at.exception


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
