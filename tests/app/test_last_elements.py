"""A page keeps its last elements when a request comes just when its script has ended."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from streamlit import runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from pages.ui import last_elements

PAGE = """
import streamlit as st
for n in range(3):
    st.text(f"element {n}")
"""
WHOLE = ["new_session", "element 0", "element 1", "element 2", "script_finished"]


def heard(message: ForwardMsg) -> str:
    kind = str(message.WhichOneof("type"))
    return message.delta.new_element.text.body if kind == "delta" else kind


async def asked_again_at_the_end(script: Path, times: int) -> list[str]:
    """Return what a session hears whose page is asked for again when its script has ended."""
    session = AppSession(ScriptData(str(script), is_hello=False), Mock(), ScriptCache(), None, {})
    told: list[str] = []
    session._browser_queue.enqueue = lambda message: told.append(  # type: ignore[method-assign]
        heard(message)
    )
    session.request_rerun(None)
    runner = session._scriptrunner
    assert runner is not None
    while runner._requests._state is not ScriptRequestType.STOP:
        time.sleep(0.01)  # and nothing is taken from the script's thread meanwhile
    for _ in range(times):
        session.request_rerun(None)
    while told.count("script_finished") < 2 or session._scriptrunner is not None:
        await asyncio.sleep(0.01)
    session.shutdown()
    return told


@pytest.mark.parametrize("times", [1, 2])
def test_nothing_of_the_page_is_dropped(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (script := tmp_path / "page.py").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(AppSession, "request_rerun", AppSession.request_rerun)
    monkeypatch.setattr(runtime, "get_instance", Mock())
    last_elements.wait_for()
    told = asyncio.run(asyncio.wait_for(asked_again_at_the_end(script, times), 60))
    told = [one for one in told if one in WHOLE]
    assert told[:5] == WHOLE
    assert told[5] == "new_session"
