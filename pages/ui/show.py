"""Show numbers or a picture on the page: a row of cards, a box with a title and a caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.charts.chart import chart
from pages.ui.figures.frame import Picture
from pages.ui.numerals import Card
from pages.ui.theme import Look

Gap = Literal["xsmall", "small"]


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


def show(
    picture: Picture, *, key: str, least: int = 0, on_click: Callable[[], None] | None = None
) -> None:
    """Show a picture; `on_click` is called when a mark is clicked, `least` as for `panel`."""
    figure = picture.figure
    chart(
        figure.to_json(remove_uids=False),
        key=key,
        alt=picture.alt,
        height=figure.layout.height,
        least=least,
        on_click=on_click,
    )


def on_demand(label: str, draw: Callable[[], object], *, key: str) -> None:
    """Show a part of the page that is sent when it is opened: most visitors never do."""
    part = st.expander(label, key=key, on_change="rerun")
    if part.open:
        with part:
            draw()


# Where a screen is wide enough for any picture, nothing is said about moving it.
_SIDEWAYS = """<style>
@media (min-width: 768px) { [class*="st-key-sideways-"] { display: none; } }
</style>"""


def panel(title: str, picture: Picture, *, key: str, below: str, least: int = 0) -> None:
    """Show a picture in a box, with its title above and its caption below.

    least : the width in pixels that its words and numbers need, if a phone may have less.
    """
    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        st.markdown(f"**{title}**")
        if least:
            st.html(_SIDEWAYS)
            with st.container(key=f"sideways-{key}"):
                st.caption("Move the picture sideways to see all of it.")
        show(picture, key=key, least=least)
        st.caption(below)
