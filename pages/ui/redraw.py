"""Draw a part of the page again: every few seconds, or at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NoReturn

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

# An interval that has changed by less than this factor is kept.
CHANGED = 1.25


def show_again(draw: Callable[[], None], interval: Callable[[], float | None]) -> None:
    """Draw something in its own place, again and again, or once if there is no `interval`.

    interval : the seconds until it is drawn again, asked whenever it was drawn; None means once.

    Once means without a fragment. The browser may have asked for another draw when the page runs
    for the last time. If the fragment is gone, Streamlit drops that request; if it is still
    there, Streamlit may drop the end of the page instead.
    """
    told = interval()
    if not told:
        with st.container():  # like a fragment, it keeps its place on the page
            draw()
        return

    @wraps(draw)
    def draw_and_tell() -> None:
        nonlocal told
        draw()
        every = interval()
        if every and told and not told / CHANGED < every < told * CHANGED:
            told = every
            _set_timer(every)

    st.fragment(draw_and_tell, run_every=told)()


def _set_timer(seconds: float) -> None:
    """Have the fragment that is being drawn drawn again after every so many seconds.

    The browser has one timer per fragment and takes the last that it is told; `st.fragment` tells
    it only when all around the fragment is drawn.
    """
    context, fragment = get_script_run_ctx(), ThreadState.get().fragment_id
    if context is not None and fragment is not None:
        message = ForwardMsg()
        message.auto_rerun.interval = seconds
        message.auto_rerun.fragment_id = fragment
        context.enqueue(message)


def draw_all_again(fragment: str) -> NoReturn:
    """Run the fragment of this key again, at once. For use in it, or in a fragment inside it.

    `st.rerun` takes a key in callbacks only; elsewhere it would run the whole page and the
    sidebar, which costs twice as much. It would also overwrite a request that has just arrived,
    such as for another page; here that request comes next. If the whole page is running, all of
    it is run again.
    """
    context = get_script_run_ctx()
    assert context is not None, "there is no page without a session"
    in_fragment = bool(context.fragment_ids_this_run)
    raise RerunException(
        RerunData(
            query_string=context.query_string,
            page_script_hash=context.page_script_hash,
            fragment_id_queue=(
                context.fragment_storage.resolve_target(fragment) if in_fragment else []
            ),
            is_fragment_scoped_rerun=in_fragment,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
    )
