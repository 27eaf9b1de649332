"""Results: the paper's claims and figures computed again, and ours against the paper's."""

from functools import partial

import streamlit as st

from aelr_core.results.paper import stored
from aelr_core.results.study import study
from pages.ui import appearance, visitor_run
from pages.ui.figures.results import (
    claims_map_picture,
    figures_map_picture,
    panel_picture,
    study_picture,
)
from pages.ui.prose import text
from pages.ui.results import controls, words
from pages.ui.settings import sidebar
from pages.ui.shell import go, require_shell
from pages.ui.show import markdown_table, on_demand, panel, show, side_by_side

require_shell()
look = appearance.look(sidebar.current())
paper, ours = stored(), study()
controls.OWN.arrive()
figure, reading = controls.chosen()

st.html(controls.STYLE)
st.title("Results", anchor=False)
# a projector shows map and figure on one screen; a phone the menus and the figure first, by CSS
last = ("figure", "menus") if look.projector else ("menus", "figure")
with st.container(key="parts"):
    places = {
        name: st.container(gap="xsmall", key=f"part-{name}") for name in ("about", "map", *last)
    }
with places["about"]:
    held = {field: value for field, (_, value, _) in zip("abcd", paper.cards, strict=True)}
    summary, _, more = text("results/paper", **held).partition("\n\n")
    st.markdown(summary if look.projector else f"{summary} {more}")
with places["map"]:
    marks = words.marks(paper)
    for place, drawn in (("map", claims_map_picture), ("tall-map", figures_map_picture)):
        with st.container(key=place):
            show(
                drawn(marks, words.READINGS, panel=figure, reading=reading, look=look),
                key=f"{place}-chart",
                on_click=partial(controls.take_click, f"{place}-chart"),
                leads="figure-chart",
            )
with places["menus"], st.container(horizontal=True, vertical_alignment="top"):
    controls.OWN.draw("figure", on_change=controls.forget_claim)
    controls.OWN.draw("reading")
with places["figure"]:
    st.header(words.verdict(paper, figure, reading), anchor="figure", divider="gray")
    picture, claims = side_by_side(look)
    with picture:
        show(
            panel_picture(paper.panels[figure].computed[reading].curves, look=look),
            key="figure-chart",
        )
        st.caption(text("results/bands"))
    with claims:
        st.markdown(words.checklist(paper, figure, reading, controls.OWN.value("claim")))
        live = controls.buttons(figure, reading)
        with st.container(horizontal=True):
            for number, (label, settings) in enumerate(live.items()):
                if st.button(
                    label,
                    key=f"open-{number}",
                    on_click=controls.start,
                    args=(settings,),
                    help=visitor_run.smaller(settings),
                ):
                    go("pages/explorer.py")
    on_demand(
        "Numbers, and likely reasons",
        lambda: st.markdown(words.reasons(paper, figure, reading, controls.OWN.value("claim"))),
        key="reasons",
    )

st.header("Ours against the paper's", anchor="ours", divider="gray")
st.markdown(text("results/ours", tests=ours.corrected_for))
table, ratios = side_by_side(look)
with table:
    st.markdown(markdown_table(("Comparison", "Wins", "Ties", "Losses"), words.counts(ours)))
    letter = controls.OWN.draw("study_compare")
    st.markdown(words.caveat(ours))
    st.markdown(text("results/documents"))


def scatter(family: str) -> None:
    """Draw our error over the other's in a family."""
    names = [one.short for one in ours.of_family(family)]
    panel(
        words.pair(ours, letter, family),
        study_picture(names, words.ratios(ours, letter, family), look=look),
        key=f"ratios_{family}",
        below=text("results/ratios"),
    )


with ratios:
    scatter("ridge")
on_demand("The same for the lasso", partial(scatter, "lasso"), key="lasso_ratios")
controls.OWN.leave_in_link()
