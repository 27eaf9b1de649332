"""Draw a part of the page again: every few seconds, or at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx


def show_again(draw: Callable[[], None], every: float | None) -> None:
    """Draw something in its own place: once, or again after every `every` seconds.

    Once means without a fragment. The browser may have asked for another draw when the page runs
    for the last time. If the fragment is gone, Streamlit drops that request; if it is still
    there, Streamlit may drop the end of the page instead.
    """
    if every:
        st.fragment(draw, run_every=every)()
    else:
        with st.container():  # like a fragment, it keeps its place on the page
            draw()


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
