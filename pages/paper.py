"""The paper reproduced: every claim under every reading of its protocol, and every figure."""

from functools import partial

import streamlit as st

from aelr_core.results.paper import stored
from pages.ui import appearance, panel_runs
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.numerals import Card
from pages.ui.paper import controls, report, words
from pages.ui.paper.words import STYLE
from pages.ui.settings import sidebar
from pages.ui.shell import go, require_shell
from pages.ui.show import cards, on_demand, show, side_by_side
from pages.ui.texts import text

require_shell()
st.html(STYLE)


def claims_map(place: str, *, tall: bool) -> None:
    """Draw the map of claims; a click on a mark chooses its claim."""
    picture = claims_matrix_picture(
        words.marks(paper), chosen=controls.OWN.value("claim"), tall=tall, look=look
    )
    with st.container(key=place):
        show(picture, key=f"{place}-chart", on_click=partial(controls.take_click, f"{place}-chart"))


def card(key: str) -> None:
    """Draw a panel: its picture and its tally; the rest opens on demand."""
    with st.container(border=True, gap="small", height="stretch", key=f"panel-{key}"):
        st.subheader(f"{key} · {paper.panels[key].title}", anchor=f"figure-{key}")
        curves = paper.panels[key].computed[reading].curves
        show(panel_picture(curves, look=look), key=f"picture-{key}")
        tally = words.tally(paper, key, reading)
        st.markdown(f"**{tally}.** The paper: {words.THE_PAPER[key]}")
        on_demand(
            "Claims, reasons, and how it was computed", partial(details, key), key=f"more-{key}"
        )


def details(key: str) -> None:
    """Draw what is known of a panel, and its way into the explorer."""
    panel = paper.panels[key]
    st.markdown(
        words.checklist(paper, key, reading),
        help=text("paper/no_claim") if panel.computed[reading].remarks else None,
    )
    if looked := words.closer(paper, key):
        st.markdown(looked)
    st.caption(f"{panel.caption} {panel.computed[reading].how}")
    with st.container(horizontal=True, key=f"live-{key}"):
        live = controls.buttons(key, reading)
        for number, (label, settings) in enumerate(live.items()):
            if st.button(
                label,
                key=f"open-{key}" if number == 0 else f"open-{key}-plain",
                on_click=controls.start,
                args=(settings,),
            ):
                go("pages/explorer.py")
    st.caption(panel_runs.smaller(next(iter(live.values()))))


def differences() -> None:
    """Draw where ours differ from the paper, and why."""
    st.markdown(words.totals(paper, reading))
    st.markdown(paper.causes)
    st.markdown(words.differences(paper, reading))


def sizes() -> None:
    """Draw how many examples each panel has."""
    st.markdown(text("paper/sizes"))
    st.table(paper.sizes)


paper = stored()
look = appearance.look(sidebar.current())
controls.OWN.arrive()

st.title("The paper's claims under four readings of its protocol", anchor=False)
st.caption(words.WHICH_PAPER)
cards(tuple(Card(*each) for each in paper.cards))
claims_map("map", tall=False)
claims_map("tall-map", tall=True)
with st.container(horizontal=True, vertical_alignment="bottom", key="choose"):
    reading = controls.OWN.draw("reading")
    claim = controls.OWN.draw("claim")
st.caption(words.about_reading(reading))
controls.OWN.leave_in_link()
if claim in paper.claims:
    st.markdown(words.chosen_claim(paper, paper.claims[claim]))

st.header("The paper's figures, computed again", anchor="figures", divider="gray")
st.markdown(words.jumps())
with st.container(key="gallery"):
    for keys in words.ROWS.values():
        for left in range(0, len(keys), 2):
            for column, key in zip(side_by_side(look), keys[left : left + 2], strict=True):
                with column:
                    card(key)

st.header("To look it up", anchor="look-up", divider="gray")
to_look_up = {
    "Where our results differ from the paper under this reading, and likely reasons": differences,
    "How a claim is decided": lambda: st.markdown(text("paper/how_decided")),
    "How many examples a panel has, and why": sizes,
    "Numbers printed in the paper": lambda: st.table(paper.numbers),
    "What the paper leaves open, and what we chose": lambda: st.markdown(text("paper/choices")),
    "How it was computed": lambda: st.markdown(paper.versions),
}
for number, (label, draw) in enumerate(to_look_up.items()):
    on_demand(label, draw, key=f"look-up-{number}")
st.download_button(
    "Download all of it as one file",
    data=lambda: report.as_html(paper),
    file_name="aelr-paper-report.html",
    mime="text/html",
    help="One HTML page that needs nothing else: the map, every figure under every reading that "
    "has been computed, the claims, the choices, the versions. To be attached to a review.",
)
