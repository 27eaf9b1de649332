"""Put a picture on the page."""

from __future__ import annotations

import streamlit as st

from pages.ui.figures.frame import Picture

# No logo, no selection tools: what is left is zoom, reset and "download as PNG".
CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def panel(title: str, picture: Picture, *, key: str, below: str) -> None:
    """Show a picture in a box, with its title above it and what to see under it."""
    with st.container(border=True, gap="xsmall", height="stretch"):
        st.markdown(f"**{title}**")
        st.plotly_chart(picture.figure, key=key, alt=picture.alt, config=CONFIG)
        st.caption(below)
