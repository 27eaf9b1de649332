"""Bounds: what the theorems promise, how far below it a run stays, and the planner."""

from functools import partial

import streamlit as st

from pages.ui import appearance, data, visitor_run
from pages.ui.bounds import controls, numbers
from pages.ui.bounds.controls import COLUMN, OWN, PLAN
from pages.ui.bounds.numbers import TEXTS
from pages.ui.figures.bounds import plan_picture
from pages.ui.lessons import predict
from pages.ui.prose import in_markdown
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import download, panel, show_again

require_shell()
settings = sidebar.current()
look = appearance.look(settings)
controls.limit_target()
OWN.take_link()
visitor_run.run_if_asked(settings)
live, now = visitor_run.live(), predict.veiled(visitor_run.on_screen(settings))
result = numbers.run_of(settings, now)

if look.projector:  # there the picture needs the room
    st.markdown(TEXTS["Purpose in a line"])
else:
    st.title("Bounds: what the theorems promise", anchor=False)
    st.markdown(TEXTS["Purpose"])
OWN.say("bound_axis", "bounds_of", "bound_versions")
with st.container(key="switches", horizontal=look.projector, vertical_alignment="center"):
    axis = OWN.draw("bound_axis")
    row = st.container(horizontal=True, vertical_alignment="center")
    with row.popover("Bounds of", key="bounds_menu") if look.projector else row:
        chosen = controls.curves(settings, axis)
        versions = OWN.draw("bound_versions")
    with row:
        controls.run(settings, measured=result is not None)
        rules = st.container(width="content")


def bounds() -> None:
    """Draw the bounds, with what the run on the screen has measured so far."""
    now = predict.veiled(visitor_run.on_screen(settings))
    data.keep_norm_bound(now.spec, now.result.norm_bound)
    facts = data.prior_facts(settings)
    result, measured = numbers.run_of(settings, now), numbers.measured_of(settings, now, facts)
    curves = numbers.sweep_of(settings, facts.B, axis)
    lines = numbers.lines_of(facts, curves, chosen, versions=versions)
    panel(
        numbers.title(lines, measured, axis),
        numbers.picture(facts, curves, lines, measured, versions=versions, look=look),
        key="bound_curves",
        below=numbers.caption(facts, curves, lines, measured, result, chosen),
    )
    if live and not visitor_run.live():
        st.rerun()  # the whole page once more, without polling


show_again(bounds, visitor_run.update_interval)
facts = data.prior_facts(settings)
if facts.light != "green" and not visitor_run.live():
    by_rules = partial(controls.run_by_the_theorems, settings)
    rules.button("Run by the theorems' rules", key="bounds_run_theory", on_click=by_rules)
with st.expander(numbers.assumptions(facts)):
    st.markdown(numbers.assumption_lines(facts))
gap = "Formulas, versions, and a gap in the proof of *Sizes learnt first*"
with st.expander(gap), st.container(key="formulas"):
    st.markdown(numbers.formulas(settings, facts))

st.header("Planner", anchor="planner", divider="gray")
st.markdown(TEXTS["Planner"])
with st.container(horizontal=True, vertical_alignment="top"):
    OWN.draw("target")
    OWN.draw("example_price")
    if OWN.draw("prices") != COLUMN:
        OWN.draw("attribute_price")
if OWN.value("prices") == COLUMN:
    controls.price_column(facts.d)
OWN.say(*PLAN)
made, problem = numbers.plan_of(facts)
if made is None:
    st.warning(in_markdown(problem))
else:
    st.markdown(numbers.cheapest(made))
    with st.container(key="offers"):
        st.markdown(numbers.table(made, result))
    st.caption(numbers.compared(result, facts.rho))
    download("Download the table", partial(numbers.as_csv, made), "aelr-plan.csv", key="plan_table")
    panel(
        "Cost of each budget for the target risk",
        plan_picture(made, look=look),
        key="plan_costs",
        below="Stars mark the cheapest budget of each algorithm.",
    )
OWN.leave_in_link()
