"""Ways through a page: past the sidebar, back, out of the menu, along a wall, with a focus."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_script = st.components.v2.component(
    "aelr_ways", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show() -> None:
    """Put a link to the page before everything else, keep the focus, and let Back lead back.

    Called by app.py only, once per script run.
    """
    _script(key="ways", data={}, height=1)
