"""The paper reproduced: every claim under every reading of its protocol, and every figure."""

from functools import partial

import streamlit as st

from aelr_core.paper import CLAIMS, PANELS, Reproduced, Scoreboard
from pages.ui import appearance, panel_runs
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.paper import controls, numbers, reference, report, score_cards, words
from pages.ui.paper.gallery import ROWS, STYLE, THE_PAPER, jumps
from pages.ui.settings import sidebar
from pages.ui.shell import go, require_shell
from pages.ui.show import cards, on_demand, show, side_by_side
from pages.ui.texts import text

require_shell()
st.html(STYLE)


def claims_map(place: str, *, tall: bool) -> None:
    """Draw the map of claims; a click on a mark chooses its claim."""
    picture = claims_matrix_picture(
        numbers.marks(matrix), chosen=controls.OWN.value("claim"), tall=tall, look=look
    )
    with st.container(key=place):
        show(picture, key=f"{place}-chart", on_click=partial(controls.take_click, f"{place}-chart"))


def card(key: str) -> None:
    """Draw a panel: its picture and its tally; the rest opens on demand."""
    shown, each = numbers.shown(matrix, reading, key)
    with st.container(border=True, gap="small", height="stretch", key=f"panel-{key}"):
        st.subheader(f"{key} · {PANELS[key].title}", anchor=f"figure-{key}")
        if each is None:
            st.info(f"Panel {key} has not been computed yet. `make paper` computes it.")
            return
        board = matrix.boards[shown]
        verdicts = board.of_panel(key)
        show(panel_picture(numbers.lines(each), look=look), key=f"picture-{key}")
        other = f" :orange[{words.instead(reading, shown)}]" if shown != reading else ""
        st.markdown(f"**{words.tally(verdicts)}.** The paper: {THE_PAPER[key]}{other}")
        on_demand(
            "Claims, reasons, and how it was computed",
            partial(details, key, board, each),
            key=f"more-{key}",
        )


def details(key: str, board: Scoreboard, each: Reproduced) -> None:
    """Draw what is known of a panel, and its way into the explorer."""
    st.markdown(
        words.checklist(board, key, each.result.spec.family),
        help=text("paper/no_claim") if board.remarks_on(key) else None,
    )
    if looked := words.closer(matrix, key):
        st.markdown(looked)
    st.caption(f"{each.panel.caption} {words.computed(each)}")
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
    st.markdown(words.totals(matrix, reading))
    st.markdown(words.causes(matrix))
    st.markdown(words.differences(matrix, reading))


def sizes() -> None:
    """Draw how many examples each panel has."""
    st.markdown(reference.sizes())
    st.table(reference.size_rows())


matrix = numbers.stored()
look = appearance.look(sidebar.current())
controls.OWN.arrive()

st.title("The paper's claims under four readings of its protocol", anchor=False)
st.caption(words.WHICH_PAPER)
cards(score_cards.cards(matrix))
claims_map("map", tall=False)
claims_map("tall-map", tall=True)
with st.container(horizontal=True, vertical_alignment="bottom", key="choose"):
    reading = controls.OWN.draw("reading")
    claim = controls.OWN.draw("claim")
st.caption(words.about_reading(reading))
controls.OWN.leave_in_link()
for each in CLAIMS:
    if each.key == claim:
        st.markdown(words.chosen_claim(matrix, each))

st.header("The paper's figures, computed again", anchor="figures", divider="gray")
st.markdown(jumps())
with st.container(key="gallery"):
    for keys in ROWS.values():
        for left in range(0, len(keys), 2):
            for column, key in zip(side_by_side(look), keys[left : left + 2], strict=True):
                with column:
                    card(key)

st.header("To look it up", anchor="look-up", divider="gray")
to_look_up = {
    "Where our results differ from the paper under this reading, and likely reasons": differences,
    "How a claim is decided": lambda: st.markdown(reference.how_decided()),
    "How many examples a panel has, and why": sizes,
    "Numbers printed in the paper": lambda: st.table(reference.number_rows(matrix.numbers)),
    "What the paper leaves open, and what we chose": lambda: st.markdown(reference.choices(matrix)),
    "How it was computed": lambda: st.markdown(words.versions(matrix)),
}
for number, (label, draw) in enumerate(to_look_up.items()):
    on_demand(label, draw, key=f"look-up-{number}")
st.download_button(
    "Download all of it as one file",
    data=lambda: report.as_html(matrix),
    file_name="aelr-paper-report.html",
    mime="text/html",
    help="One HTML page that needs nothing else: the map, every figure under every reading that "
    "has been computed, the claims, the choices, the versions. To be attached to a review.",
)
