"""The way by keyboard: past the sidebar with one key, and a focus that is never lost."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_keys = st.components.v2.component(
    "aelr_keyboard", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def guide() -> None:
    """Put a link to the page before everything else, and keep the focus on Run and Stop.

    Called by app.py only, once per script run.
    """
    _keys(key="keyboard", data={}, height=1)
