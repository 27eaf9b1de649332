"""Show numbers or a picture on the page: a row of cards, a box with a title and a caption."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.figures.frame import Picture
from pages.ui.numerals import Card
from pages.ui.theme import Look

Gap = Literal["xsmall", "small"]
# No logo and no selection tools, only zoom, reset and "download as PNG".
CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def cards(row: Sequence[Card]) -> None:
    """Show numbers side by side."""
    with st.container(horizontal=True, key="cards"):
        for card in row:
            # the colour is a style: as Markdown it would be read out, sign by sign
            place = st.container(width="content", key=f"card-{card.light}") if card.light else st
            place.metric(card.label, card.value, help=card.help)


def side_by_side(look: Look, gap: Gap = "small") -> Sequence[DeltaGenerator]:
    """Return two places side by side, or below each other where large type needs the room."""
    return [st.container(), st.container()] if look.projector else st.columns(2, gap=gap)


def panel(title: str, picture: Picture, *, key: str, below: str) -> None:
    """Show a picture in a box, with its title above and its caption below."""
    with st.container(border=True, gap="xsmall", height="stretch"):
        st.markdown(f"**{title}**")
        st.plotly_chart(picture.figure, key=key, alt=picture.alt, config=CONFIG)
        st.caption(below)
