"""Bounds: every theorem's curve, the assumptions, a measurement, and the planner."""

from dataclasses import replace
from functools import partial

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, GROUPS
from aelr_core.analysis.bounds import AXES, exact, own_rules_spec, stored, values
from aelr_core.analysis.plan import Plan
from aelr_core.experiments import Result
from aelr_core.sampling import split
from aelr_core.theory import ANY_M1_NOTE, LIKELY_NOTE
from aelr_core.theory.assumptions import rows_in_ball
from pages.ui import appearance, data
from pages.ui.bounds import numbers, planner_words, words
from pages.ui.bounds.controls import (
    COLUMN,
    OWN,
    column_config,
    measure,
    measuring,
    number,
    refused_run,
    stop,
    take_back,
)
from pages.ui.figures.bounds import BoundLine, bounds_picture
from pages.ui.figures.measured_bounds import measured_picture
from pages.ui.figures.plan_costs import plan_picture
from pages.ui.numerals import amount, typeset
from pages.ui.plain_text import in_markdown
from pages.ui.redraw import show_again
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import on_demand, panel
from pages.ui.texts import text

require_shell()

SECONDS = 1.0  # between two updates of a run
settings = sidebar.current()
look = appearance.look(settings)
refused = take_back()
OWN.arrive()
here = data.prior_facts(settings)


def measured_section() -> None:
    """Show the run of these settings: stored, finished, running, or still to be started."""
    inside = data.dataset(replace(settings, scaled=True))
    if not rows_in_ball(inside.radius, inside.family).holds:
        st.info(words.NEEDS_THE_BALL.format(radius=inside.radius))
        return
    spec = own_rules_spec(settings.spec(), here.scale)
    ready = stored(spec)
    if ready is not None:
        measured_panel(ready, "computed in advance", frame="stored")
        return
    job = measuring(spec)
    live = job is not None and not job.ended
    if job is None or job.state in ("stopped", "failed"):
        if job is not None and job.error:
            st.error(in_markdown(job.error))
        if busy := refused_run():
            st.warning(in_markdown(busy))
        table = inside if settings.entry.uploaded else None
        st.button(
            "Measure it", key="bounds_measure", type="primary", on_click=measure, args=(spec, table)
        )
        st.caption(words.to_measure(spec.runs, spec.points, spec.examples))
    elif live:
        st.button("Stop", key="bounds_stop", on_click=stop)
    if job is None:
        return

    def view() -> None:
        if not job.ended:
            st.progress(job.fraction, "Measuring")
        if job.result is not None and job.result.curves:
            frame = f"{job.number}.{job.version}"
            measured_panel(job.result, f"{job.seconds:.0f} s", frame=frame)
        if live and job.ended:
            st.rerun()  # the whole page once more, without polling

    show_again(view, lambda: SECONDS if live else None)


def measured_panel(result: Result, how: str, *, frame: str) -> None:
    """Show what a run measured, with its bounds."""
    every = numbers.measured_of(settings, frame, result)
    found = {key: one for key, one in every.items() if settings.shows(key)}
    if not found:
        return
    count, spec = len(next(iter(result.curves.values())).runs), result.spec
    panel(
        f"Excess risk of {in_markdown(typeset(result.label))}, {count} runs ({how})",
        measured_picture(
            {key: (ALGORITHMS[key].legend_in(spec.mode), one) for key, one in found.items()},
            look=look,
        ),
        key="measured_bounds",
        below=words.shares(found, split(spec.budget, spec.mode.split)[0], exact=exact(result)),
    )


def offers(made: Plan) -> None:
    """Show the plan as a table."""
    rows = numbers.on_screen(made)
    st.dataframe(rows, hide_index=True, column_config=column_config(rows))


st.title("What the theorems guarantee, and what it costs", anchor=False)
# on a wall the picture comes first, as a whole
places = [st.container(), st.container()]
about, picture = reversed(places) if look.projector else places
with about:
    st.markdown(text("bounds/purpose"))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(words.LIGHTS[here.light], color=here.light, icon=":material/traffic:")
        with st.popover("Assumptions"):
            st.markdown("\n\n".join(words.assumption_lines(here)))
    axis = OWN.draw("bound_axis")
    rows = numbers.rows_of(settings, here)
    shown = st.pills(
        "Curves",
        [row.name for row in rows],
        selection_mode="multi",
        default=[row.name for row in rows if row.bound.shown],
        key=f"bound_rows_{here.family}_{len(rows)}",
        persist_state="session",
    )
curves = numbers.sweep_of(settings, axis)
drawn = numbers.rows_shown(rows, curves, shown)
with picture:
    panel(
        "Bounds on the excess risk",
        bounds_picture(
            curves.x,
            {
                row.key: BoundLine(
                    row.name, row.algorithm.key, curves.curves[row.key], row.bound.dash
                )
                for row in drawn
            },
            x_title=AXES[axis],
            marks=words.marks(here, curves),
            crossings=numbers.crossing_points(curves, drawn),
            worst=curves.worst,
            trivial=here.trivial,
            look=look,
        ),
        key="bound_curves",
        below=" ".join(
            [words.see(here, curves), words.regimes(here, curves), words.same_start(drawn, here)]
        ).strip(),
    )
st.caption(words.place(here))

st.markdown("**Bounds at your settings: old, new and full information**")
# large type has no room for three formulas side by side
places = [st.container() for _ in GROUPS] if look.projector else st.columns([10, 13, 6])
for place, (title, lines) in zip(places, words.columns(rows, values(here)).items(), strict=True):
    with place, st.container(border=True, height="stretch"):
        st.markdown(f"**{title}**\n\n{lines}")
if sentence := words.ours(settings.keys, here):
    st.caption(sentence)
with st.expander("How to read these bounds, and what is wrong with two of them"):
    st.markdown(text("bounds/notes", likely=LIKELY_NOTE, any_m1=ANY_M1_NOTE))

st.header("Measured against the bounds", anchor="measured", divider="gray")
measured_section()

st.header("Planner", anchor="planner", divider="gray")
st.markdown(text("bounds/planner"))
with st.container(horizontal=True, vertical_alignment="bottom"):
    number("target")
    number("example_price")
    kind = OWN.draw("prices")
    if kind != COLUMN:
        number("attribute_price")
if kind == COLUMN:
    OWN.draw("price_column")
for sentence in refused:
    st.warning(sentence)
made, problem = numbers.plan_of(here)
if made is None:
    st.warning(in_markdown(problem))
else:
    with st.container(horizontal=True):
        best, full = made.cheapest, made.full
        st.metric("Cheapest", best.name.partition(",")[0], border=True)
        st.metric("Attributes per example, k + 1", f"{best.buys.budget:,}", border=True)
        st.metric("Examples, m", f"{best.buys.m:,}", border=True)
        st.metric("Total cost", amount(best.buys.cost), border=True)
        st.metric("Full information", amount(full.buys.cost), border=True)
    st.markdown(planner_words.cheapest(made))
    panel(
        "Cost of each budget for the target excess risk",
        plan_picture(made, look=look),
        key="plan_costs",
        below=planner_words.costs_caption(made),
    )
    st.markdown(planner_words.k_star(made))
    if phase_one := planner_words.without_phase_one(made):
        st.markdown(phase_one)
    # a table's scripts are the largest of all, and would come before the first chart
    on_demand("Every offer as a table", partial(offers, made), key="offers")
    st.download_button(
        "Download the table",
        partial(numbers.as_csv, made),
        file_name="aelr-plan.csv",
        mime="text/csv",
        on_click="ignore",
    )
OWN.leave_in_link()
