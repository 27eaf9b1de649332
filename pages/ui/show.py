"""Put a picture on the page; draw something again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx

from pages.ui.figures.frame import Picture

# No logo, no selection tools: what is left is zoom, reset and "download as PNG".
CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def panel(title: str, picture: Picture, *, key: str, below: str) -> None:
    """Show a picture in a box, with its title above it and what to see under it."""
    with st.container(border=True, gap="xsmall", height="stretch"):
        st.markdown(f"**{title}**")
        st.plotly_chart(picture.figure, key=key, alt=picture.alt, config=CONFIG)
        st.caption(below)


def show_again(draw: Callable[[], None], every: float | None) -> None:
    """Draw something in a place of its own: once, or anew `every` few seconds.

    Once means without a fragment. A browser's request for another look may be under way when the
    page is run for the last time; Streamlit drops it where there is no such fragment any more,
    but where there is one it may drop the last words of the page instead.
    """
    if every:
        st.fragment(draw, run_every=every)()
    else:
        with st.container():  # as in a fragment: what is in it keeps its place on the page
            draw()


def draw_all_again(fragment: str) -> NoReturn:
    """Draw the fragment of a key anew, at once: for use in it, or in a fragment inside it.

    `st.rerun` takes a key in callbacks only; elsewhere it would run the whole page, the sidebar
    included, which costs twice as much. It would also overwrite a request that has just come, as
    for another page; here that one is next. While the whole page runs, that is run again.
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
