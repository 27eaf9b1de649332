"""The explorer's boxes: a title, a small menu, a chart that is updated in place, a sentence."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui import runs
from pages.ui.explore import formulas, pictures, told, views
from pages.ui.explore.differences import differences, listed
from pages.ui.explore.pictures import Drawn, Look
from pages.ui.explore.series import View
from pages.ui.explore.shown import Shown, job, pins
from pages.ui.overview import Overview
from pages.ui.runs.live_chart import live_chart
from pages.ui.settings import Settings

# Four boxes on one screen need narrow edges; keys are the way Streamlit offers to reach them.
# Its own "Running ... Stop" beside ours, flickering with every look at a run, would confuse.
STYLE = """<style>
[class*="st-key-panel-"] { padding: 0.3rem 0.7rem 0.25rem; gap: 0.15rem; }
[class*="st-key-panel-"] button { min-height: 1.6rem; padding: 0 0.35rem; }
.st-key-explorer, .st-key-pictures { gap: 0.5rem; }
[data-testid="stStatusWidget"] { display: none; }
.st-key-plotly { position: absolute; }
.st-key-table { overflow-x: auto; }
@media (min-width: 1000px) {
    .st-key-explorer { margin-inline: -3.6rem; min-width: calc(100% + 7.2rem); }
}
</style>"""


def learning(now: Shown, settings: Settings, look: Look) -> View:
    """Show the learning curves, and how the run goes; return how they are looked at."""
    view = View()

    def draw() -> Drawn:
        nonlocal view
        view = views.learning_view(now.result)
        return pictures.learning(now.result, now.frame, view, pins(), look)

    _box(
        "Learning curves",
        "learning",
        draw,
        formula=formulas.learning(now.result),
        badge=lambda: _badge(now, settings),
        instead=_progress,
    )
    return view


def sampling(numbers: Overview, now: Shown, look: Look) -> None:
    """Show where the draws go."""

    def draw() -> Drawn:
        order = views.sampling_order(numbers)
        return pictures.sampling(numbers, now.result, now.frame, order, look)

    _box("Sampling distribution", "sampling", draw, formula=formulas.sampling(numbers))


def ratios(numbers: Overview, look: Look) -> None:
    """Show how much the moments give."""
    _box(
        "Improvement ratio",
        "ratios",
        lambda: pictures.ratios(numbers, look),
        formula=formulas.ratios(numbers),
    )


def bounds(numbers: Overview, now: Shown, look: Look) -> None:
    """Show what the theorems promise, and what was measured."""
    _box(
        "Bounds and measured excess risk",
        "bounds",
        lambda: pictures.bounds(numbers, now.result, now.frame, look),
        formula=formulas.bounds(numbers),
    )


def _box(
    title: str,
    key: str,
    draw: Callable[[], Drawn],
    *,
    formula: str,
    badge: Callable[[], None] | None = None,
    instead: Callable[[], bool] | None = None,
) -> None:
    """Draw one box; `instead` may put something in the place of the sentence and say so."""
    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{title}**", width="stretch")
            if badge:
                badge()
            drawn = draw()
            with st.popover("Formula", type="tertiary", key=f"formula_{key}"):
                st.markdown(formula)
        live_chart(drawn.figure, key=key, alt=drawn.alt, height=drawn.height)
        if instead is None or not instead():
            st.caption(drawn.below)


def _badge(now: Shown, settings: Settings) -> None:
    """Say whether the curves are those of the settings."""
    changed = differences(settings.spec(), now.spec)
    if changed:
        st.badge(
            "settings changed since this run",
            color="orange",
            help=f"The curves are of: {told.headline(now.result)}. You now have "
            f"{listed(changed)}: press Run.",
        )
    elif now.shipped:
        st.badge("example run", color="gray", help="It was computed beforehand.")


def _progress() -> bool:
    """Show how far a run is; return whether there is one."""
    current = job()
    if current is None or current.ended:
        return False
    place = runs.board().position(current)
    st.progress(
        min(max(current.fraction, 0.0), 1.0),
        told.progress(current.fraction, current.seconds_left, place),
    )
    return True
