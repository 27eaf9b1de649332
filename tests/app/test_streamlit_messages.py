"""Where the app changes what Streamlit sends: last elements, fragments."""

from __future__ import annotations

import asyncio
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest
from streamlit import config, runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_cache import create_reference_msg, populate_hash_if_needed
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from pages.ui.streamlit_internals import wait_for_last_elements

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
    wait_for_last_elements()
    # In a thread of its own: after a browser test this one has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(asyncio.run, asked_again_at_the_end(script, times)).result(60)
    told = [one for one in told if one in WHOLE]
    assert told[:5] == WHOLE
    assert told[5] == "new_session"


# ---- What waits to be sent when a part of the page is drawn again ----

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
FRAGMENT = "explorer"


def in_the_fragment(*path: int) -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.fragment_id = FRAGMENT
    return message


def test_nothing_of_a_fragment_is_left_without_its_container() -> None:
    container = in_the_fragment(0, 1)
    container.delta.add_block.allow_empty = True
    chart = in_the_fragment(0, 1, 0)
    chart.delta.new_element.markdown.body = "0.684, " * 100_000
    name = "global.minCachedMessageSize"
    before = config.get_option(name)
    config.set_option(name, tomllib.loads(CONFIG.read_text(encoding="utf-8"))["global"][name[7:]])
    try:
        populate_hash_if_needed(chart)
    finally:
        config.set_option(name, before)
    queue = ForwardMsgQueue()
    queue.enqueue(container)
    queue.enqueue(create_reference_msg(chart) if chart.metadata.cacheable else chart)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    assert queue.is_empty()
