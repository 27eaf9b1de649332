"""Bounds: every theorem's curve, the assumptions, a measurement, and the planner."""

from functools import partial

import streamlit as st

from aelr_core.algorithms import bound_rows
from pages.ui import appearance, data
from pages.ui.bounds import look, words
from pages.ui.bounds.live import measured_section
from pages.ui.bounds.options import COLUMN, OPTIONS
from pages.ui.bounds.sweep import AXES
from pages.ui.figures.plan_costs import plan_picture
from pages.ui.numerals import amount
from pages.ui.planner import words as planner_words
from pages.ui.planner.plan import as_csv, table
from pages.ui.settings import sidebar
from pages.ui.settings.page_options import arrive, leave_in_link, say
from pages.ui.shell import require_shell
from pages.ui.show import panel

require_shell()

settings = sidebar.current()
looks = appearance.look(settings)
refused = look.take_back()
say(arrive(OPTIONS))
here = data.standing(settings)

st.subheader("What the theorems promise, and what it costs", anchor=False)
st.markdown(words.PURPOSE)
with st.container(horizontal=True, vertical_alignment="center"):
    st.badge(words.LIGHTS[here.light], color=here.light, icon=":material/traffic:")
    with st.popover("Which assumptions"):
        st.markdown("\n\n".join(words.assumption_lines(here)))

axis = str(
    st.segmented_control(
        OPTIONS["bound_axis"].label,
        list(AXES),
        format_func=AXES.__getitem__,
        required=True,
        key="bound_axis",
        persist_state="session",
    )
)
rows = bound_rows(settings.family)
shown = st.pills(
    "Curves",
    [row.name for row in rows],
    selection_mode="multi",
    default=[row.name for row in rows if row.bound.shown],
    key=f"bound_rows_{settings.family}",
    persist_state="session",
)
curves = look.sweep_of(settings, axis)
panel(
    f"Bounds on the excess risk along: {AXES[axis]}",
    look.curves_picture(here, curves, shown, look=looks),
    key="bound_curves",
    below=" ".join([words.see(here, curves), words.regimes(here, curves)]),
)
st.caption(words.place(here))

st.markdown("**Old, new and full information at your settings**")
for column, (title, text) in zip(
    st.columns([10, 13, 6]), words.columns(here, look.values_of(settings)).items(), strict=True
):
    with column, st.container(border=True, height="stretch"):
        st.markdown(f"**{title}**\n\n{text}")
with st.expander("How to read these bounds, and what is wrong with two of them"):
    st.markdown("\n\n".join(words.NOTES))

st.subheader("Measured against the bounds", anchor="measured", divider="gray")
measured_section(settings, scale=data.dataset(settings).radius, look=looks)

st.subheader("Planner", anchor="planner", divider="gray")
st.markdown(planner_words.PURPOSE)
with st.container(horizontal=True, vertical_alignment="bottom"):
    look.number("target", step=1.0)
    look.number("example_price", step=1.0)
    kind = st.segmented_control(
        OPTIONS["prices"].label,
        OPTIONS["prices"].choices,
        required=True,
        key="prices",
        help=OPTIONS["prices"].help,
        persist_state="session",
    )
    if kind != COLUMN:
        look.number("attribute_price", step=1.0)
if kind == COLUMN:
    st.text_area(
        OPTIONS["price_column"].label,
        key="price_column",
        help=OPTIONS["price_column"].help,
        height=110,
        max_chars=100_000,
        persist_state="session",
    )
for sentence in refused:
    st.warning(sentence)
made, problem = look.plan_of(here)
if made is None:
    st.warning(problem)
else:
    if kind == COLUMN:
        st.caption(look.prices_note(here))
    with st.container(horizontal=True):
        best, full = made.cheapest, made.of("online")
        st.metric("Cheapest", best.name.partition(",")[0], border=True)
        st.metric("Attributes per example, k + 1", f"{best.buys.budget:,}", border=True)
        st.metric("Examples, m", f"{best.buys.m:,}", border=True)
        st.metric("Total cost", amount(best.buys.cost), border=True)
        st.metric("Full information", amount(full.buys.cost), border=True)
    st.markdown(planner_words.sentence(made))
    panel(
        "What every budget costs for the wanted excess risk",
        plan_picture(made, look=looks),
        key="plan_costs",
        below=planner_words.below(made),
    )
    st.markdown(planner_words.k_star(made))
    if phase_one := planner_words.phase_one(made):
        st.markdown(phase_one)
    st.dataframe(table(made), hide_index=True, column_config=look.column_config(made))
    st.download_button(
        "Download the table",
        partial(as_csv, made),
        file_name="aelr-plan.csv",
        mime="text/csv",
        on_click="ignore",
    )
leave_in_link(OPTIONS)
