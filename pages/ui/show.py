"""Show on the page: cards, boxes with a title, a picture and a caption, tables, live parts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from aelr_core.plots.frame import Picture
from aelr_core.plots.theme import Look
from pages.ui.charts.chart import chart
from pages.ui.prose import Card, in_spreadsheet
from pages.ui.streamlit_internals import set_timer


def cards(row: Sequence[Card]) -> None:
    """Show numbers side by side."""
    with st.container(horizontal=True, key="cards"):
        for card in row:
            st.metric(card.label, card.value, help=card.help)


def side_by_side(look: Look) -> Sequence[DeltaGenerator]:
    """Return two places side by side, or below each other where large type needs the room."""
    return [st.container(), st.container()] if look.projector else st.columns(2)


def show(
    picture: Picture,
    *,
    key: str,
    on_click: Callable[[], None] | None = None,
    leads: str = "",
) -> None:
    """Show a picture; `on_click` is called when a mark is clicked.

    leads : the key of what a click scrolls to.
    """
    figure = picture.figure
    chart(
        figure.to_json(remove_uids=False),
        key=key,
        alt=picture.alt,
        height=figure.layout.height,
        on_click=on_click,
        leads=leads,
    )


_turned = st.components.v2.component(
    "aelr_turned", js=Path(__file__).with_name("turned.js").read_text(encoding="utf-8")
)


def turned_to(what: str) -> None:
    """Let the window show the top of a scene or a lesson that was turned to (``turned.js``)."""
    with st.container(key="turned"):  # it takes no room
        _turned(key="turned-to", data={"to": what}, height=1)


# By the ending of a file.
MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "py": "text/x-python",
    "ipynb": "application/x-ipynb+json",
}


def download(
    label: str,
    make: Callable[[], str | bytes],
    file_name: str,
    *,
    key: str,
    help: str | None = None,
) -> None:
    """Offer a file, which is made on request; the page is not drawn again."""
    media = MEDIA[file_name.rpartition(".")[2]]
    st.download_button(label, make, file_name, media, on_click="ignore", key=key, help=help)


def on_demand(label: str, draw: Callable[[], object], *, key: str) -> None:
    """Show a part of the page that is sent when it is opened: most visitors never do."""
    part = st.expander(label, key=key, on_change="rerun")
    if part.open:
        with part:
            draw()


def panel(title: str, picture: Picture, *, key: str, below: str) -> None:
    """Show a picture in a box, with its title above and its caption below."""
    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        st.markdown(f"**{title}**")
        show(picture, key=key)
        st.caption(below)


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
        seconds = interval()
        if seconds and told and not told / CHANGED < seconds < told * CHANGED:
            told = seconds
            set_timer(seconds)

    st.fragment(draw_and_tell, run_every=told)()


# ---- Tables as text: Markdown for the screen, CSV for spreadsheets ----


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown, which a screen reader reads and no script has to draw.

    The first column names the rows; the others are aligned at the right, as numbers are.

    >>> print(markdown_table(["Algorithm", "Gain"], [["AERR", "1 ×"]]))
    | Algorithm | Gain |
    |:---|---:|
    | AERR | 1 × |
    """
    head, *body = (f"| {' | '.join(cells)} |" for cells in (headings, *rows))
    return "\n".join([head, "|:---|" + "---:|" * (len(headings) - 1), *body])


def csv_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str | float]],
    digits: int | None = None,
) -> str:
    r"""Return a table as CSV: decimal points, no thousands separators, and no formulas.

    A text that a spreadsheet could take for a formula (a visitor's file and its columns may have
    any name) gets an apostrophe in front. Floats have this many digits; all of them by default.

    >>> csv_table(["name", "q"], [["=cmd()", 2 / 3], ["b", -1]], digits=3)
    "name,q\r\n'=cmd(),0.667\r\nb,-1\r\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    for cells in (headings, *rows):
        writer.writerow([_cell(cell, digits) for cell in cells])
    return out.getvalue()


def _cell(cell: str | float, digits: int | None) -> str | float:
    if isinstance(cell, str):
        return in_spreadsheet(cell)
    return f"{cell:.{digits}g}" if digits is not None and isinstance(cell, float) else cell
