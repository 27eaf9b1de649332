"""The explorer's boxes: a title, a small menu, a chart that is updated in place, a sentence."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from aelr_core.analysis.series import View
from pages.ui import runs
from pages.ui.explorer import controls, formulas, pictures, words
from pages.ui.explorer.differences import differences
from pages.ui.explorer.numbers import Numbers, on_screen
from pages.ui.explorer.numbers import numbers as numbers_of
from pages.ui.explorer.pictures import Drawn
from pages.ui.numerals import listed
from pages.ui.runs.live_chart import live_chart
from pages.ui.settings import Settings
from pages.ui.show import draw_all_again, show_again
from pages.ui.theme import Look
from pages.ui.visitor_run import OnScreen, job, live, pace, pins, subject

# The fragment that is all of the page: what changes with a run, without the sidebar.
PAGE = "explorer"
# Times fewer looks at the other pictures than at the curves.
SELDOM = 8
# Four boxes on one screen need narrow edges; keys are the way Streamlit offers to reach them.
# Its own "Running ... Stop" beside ours, flickering with every look at a run, would confuse. With
# every look it also begins to fade what is looked at: sixty pictures a second that nobody sees.
# A button that has the focus and is gone it keeps beside the one in its place until it hears that
# the run of the script is over, which it does not when a look comes in between.
STYLE = """<style>
[class*="st-key-panel-"] { padding: 0.3rem 0.7rem 0.25rem; gap: 0.15rem; }
[class*="st-key-panel-"] button { min-height: 1.6rem; padding: 0 0.35rem; }
[class*="st-key-picture-"] { gap: 0.15rem; }
.st-key-upper, .st-key-pictures { gap: 0.5rem; }
[data-testid="stStatusWidget"] { display: none; }
[class*="st-key-picture-"] [data-testid="stElementContainer"] {
    opacity: 1 !important; transition: none !important;
}
[class*="st-key-picture-"] [data-testid="stProgress"] * { transition: none !important; }
.st-key-plotly.st-key-plotly { position: absolute; width: 0; overflow: hidden; }
:is(.st-key-run, .st-key-stop)[data-retained] { display: none !important; }
.st-key-table { overflow-x: auto; }
@media (min-width: 1000px) {
    .st-key-explorer { margin-inline: -3.6rem; min-width: calc(100% + 7.2rem); }
}
</style>"""


def learning(now: OnScreen, settings: Settings, look: Look) -> View:
    """Show the learning curves, and how the run goes; return how they are looked at."""
    view, every = View(), pace()

    def head() -> None:
        nonlocal view
        _badge(now, settings)
        view = controls.learning_view(now.result)

    def draw() -> Drawn:
        at_present = on_screen(settings)
        return pictures.learning(at_present.result, at_present.frame, view, pins(), look)

    def over() -> bool:
        # The whole page is drawn when the run ends, or when there is room to look more often.
        return every is not None and (not live() or (pace() or every) < every / 2)

    _box(
        "Learning curves",
        "learning",
        draw,
        lambda: formulas.learning(now.result),
        head=head,
        instead=_progress,
        over=over,
        every=every,
    )
    return view


def sampling(numbers: Numbers, settings: Settings, look: Look) -> None:
    """Show where the draws go."""
    order = ""

    def head() -> None:
        nonlocal order
        order = controls.sampling_order(numbers)

    def draw() -> Drawn:
        now = on_screen(settings)
        return pictures.sampling(numbers, now.result, now.frame, order, look)

    _box(
        "Sampling distribution",
        "sampling",
        draw,
        lambda: formulas.sampling(numbers.here),
        head=head,
        every=_now_and_then(),
    )


def ratios(numbers: Numbers, look: Look) -> None:
    """Show how much the moments give."""
    _box(
        "Improvement ratio",
        "ratios",
        lambda: pictures.ratios(numbers, look),
        lambda: formulas.ratios(numbers.here),
    )


def bounds(numbers: Numbers, settings: Settings, look: Look) -> None:
    """Show what the theorems promise, and what was measured."""

    def draw() -> Drawn:
        now = on_screen(settings)
        return pictures.bounds(numbers_of(settings, now), now.result, now.frame, look)

    _box(
        "Bounds and measured excess risk",
        "bounds",
        draw,
        lambda: formulas.bounds(numbers),
        every=_now_and_then(),
    )


def _now_and_then() -> float | None:
    """Return the seconds between two looks at what changes less than the curves do."""
    every = pace()
    return every and SELDOM * every


def _box(
    title: str,
    key: str,
    draw: Callable[[], Drawn],
    formula: Callable[[], str],
    *,
    head: Callable[[], None] | None = None,
    instead: Callable[[], bool] | None = None,
    over: Callable[[], bool] | None = None,
    every: float | None = None,
) -> None:
    """Draw one box; `instead` may put something in the place of the sentence and say so.

    When it is `over` with looking again and again, the whole page is drawn instead.

    During a run the picture and its sentence are drawn anew `every` few moments, and nothing
    else: what thirty visitors see should cost the machine little, it has runs to compute.
    """

    def picture() -> None:
        if over is not None and over():
            draw_all_again(PAGE)
        drawn = draw()
        with st.container(key=f"picture-{key}"):
            live_chart(drawn.figure, key=key, alt=drawn.alt, height=drawn.height)
            if instead is None or not instead():
                st.caption(drawn.below)

    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{title}**", width="stretch")
            if head:
                head()
            # its words are sent when it is opened: most visitors never do
            popover = st.popover(
                "Formula", type="tertiary", key=f"formula_{key}", on_change="rerun"
            )
            if popover.open:
                popover.markdown(formula())
        show_again(picture, every)


def draw_again_if_it_ended() -> None:
    """Draw the page again if a run has ended since Stop was drawn: nobody may be left to notice."""
    if not live():
        draw_all_again(PAGE)


def _badge(now: OnScreen, settings: Settings) -> None:
    """Say whether the curves are those of the settings, or will be in a moment."""
    changed = differences(settings.spec(), subject(now).spec())
    if changed:
        of = "" if live() else f"The curves are of: {words.what_was_run(now.result)}. "
        st.badge(
            "settings changed since this run",
            color="orange",
            help=f"{of}You now have {listed(changed, most=3)}: press Run.",
        )
    elif now.shipped and not live():
        st.badge("example run", color="gray", help="It was computed beforehand.")
    else:
        st.empty()


def _progress() -> bool:
    """Show how far a run is; return whether there is one."""
    current = job()
    if current is None or current.ended:
        return False
    place = runs.board().position(current)
    said = words.progress(current.fraction, current.seconds_left, place)
    st.progress(min(max(current.fraction, 0.0), 1.0), said + words.what_is_done(current.result))
    return True
