"""The start page as tests read and use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.runs.waiting import until

Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]
# A run that takes a moment.
SMALL = {"dim": "20", "budget": "3", "examples": "100", "runs": "2", "step": "theory"}


def values(app: AppTest) -> list[str]:
    return [metric.value for metric in app.metric]


def captions(app: AppTest) -> str:
    return "\n".join(caption.value for caption in app.caption)


def texts(app: AppTest) -> str:
    return "\n".join(markdown.value for markdown in app.markdown)


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def opened(app: AppTest, *popovers: str) -> AppTest:
    """Open the boxes of some buttons."""
    for key in popovers:
        app.session_state[key] = True
    return app.run()


def finished(app: AppTest) -> AppTest:
    """Press Run, wait for the end, and look again."""
    pressed(app, "run")
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert job.state == "done"
    return app.run()
