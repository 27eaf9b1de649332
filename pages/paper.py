"""The paper reproduced: every figure computed again, and which of its claims hold."""

import streamlit as st

from aelr_core.experiments.readings import ONE_STEP
from pages.ui import appearance
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.paper import controls, numbers, words
from pages.ui.settings import sidebar
from pages.ui.shell import go, require_shell
from pages.ui.show import CONFIG
from pages.ui.texts import text

require_shell()


def panel(key: str) -> None:
    """Draw a panel: its picture, its claims, how it was computed, and buttons to run it live."""
    with st.container(border=True, gap="small", height="stretch", key=f"panel-{key}"):
        if key not in results.panels:
            st.info(f"Panel {key} has not been computed. `make paper` computes it.")
            return
        each = results.panels[key]
        verdicts = results.of_panel(key)
        st.markdown(
            f"**{key} · {each.panel.title}** — {words.tally(verdicts)}", help=each.panel.caption
        )
        picture = panel_picture(numbers.lines(each), look=look)
        st.plotly_chart(picture.figure, key=f"picture-{key}", alt=picture.alt, config=CONFIG)
        family = each.result.spec.family
        besides = results.remarks_on(key)
        st.markdown(
            words.checklist(verdicts, besides, family),
            help=text("paper/no_claim") if besides else None,
        )
        st.caption(words.computed(each))
        with st.container(horizontal=True, vertical_alignment="center", key=f"live-{key}"):
            for number, (label, settings) in enumerate(controls.buttons(key).items()):
                if st.button(
                    label,
                    key=f"open-{key}" if number == 0 else f"open-{key}-plain",
                    on_click=controls.start,
                    args=(settings,),
                ):
                    go("pages/explorer.py")
        st.caption(words.live(controls.settings_of(key), each))


matrix = numbers.stored()
results = matrix.boards[ONE_STEP]
look = appearance.look(sidebar.current())

st.subheader("The paper's figures, computed again", anchor=False)
with st.container(horizontal=True):
    for card in words.cards(results, matrix.numbers):
        st.metric(card.label, card.value, help=card.help, border=True)
st.markdown(" · ".join(f"[{title}](#figure-{n})" for n, title in words.FIGURES.items()))
st.caption(words.versions(results))
st.markdown(
    "**Where our results differ from the paper, and the likely reasons**",
    help=f"Claims are given in our words. {text('paper/no_claim')}",
)
st.markdown(words.differences(results))

with st.expander("How a claim is decided"):
    st.markdown(words.how_decided())
with st.expander("Numbers printed in the paper"):
    st.table(words.number_rows(matrix.numbers))
with st.expander("What the paper leaves open, and what we chose"):
    st.markdown(words.choices())

for figure, keys in words.ROWS.items():
    st.subheader(words.FIGURES[figure], anchor=f"figure-{figure}", divider="gray")
    for left in range(0, len(keys), 2):
        for column, key in zip(st.columns(2), keys[left : left + 2], strict=True):
            with column:
                panel(key)
