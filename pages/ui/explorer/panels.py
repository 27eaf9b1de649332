"""The explorer's boxes: a title, small menus, a chart that is updated in place, and a caption."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from aelr_core.analysis.learning import View
from aelr_core.plots.theme import Look
from pages.ui.charts.chart import chart
from pages.ui.explorer import controls, formulas, pictures, words
from pages.ui.explorer.pictures import Drawn, Numbers, on_screen
from pages.ui.explorer.pictures import numbers as numbers_of
from pages.ui.lessons import predict
from pages.ui.runs.sessions import board
from pages.ui.settings import Settings, sidebar
from pages.ui.show import show_again
from pages.ui.stored_runs import example_run
from pages.ui.streamlit_internals import draw_all_again
from pages.ui.texts import sections
from pages.ui.visitor_run import (
    ATLAS,
    OnScreen,
    job,
    live,
    pins,
    replay,
    subject,
    update_interval,
    wait_for_curves,
)

# The fragment that holds the whole page but the sidebar: everything that changes with a run.
PAGE = "explorer"
STYLE = Path(__file__).with_name("explorer.css")
# The other pictures are redrawn this many times less often than the curves.
SELDOM = 8
# In these last seconds of a run the page waits for its end, instead of drawing it once more before.
LAST_LOOK = 0.4
# Pixels more for the learning curves while a lesson's question or answer stands beside them.
BESIDE_WORDS = 280


def learning(
    now: OnScreen, settings: Settings, look: Look, *, alike: bool
) -> tuple[View, frozenset[str] | None]:
    """Show the learning curves and the progress of the run; return the view and the curves chosen.

    alike : whether the attributes of the settings' data are alike.
    """
    view, shown, began = View(), None, live()
    asked = predict.hidden() or predict.answered(settings)  # then all curves are there to compare

    def head() -> None:
        nonlocal view
        _badge(now, settings)
        view = controls.learning_view(now.result)

    def switches() -> None:
        nonlocal shown
        shown = controls.curves_shown(settings)

    def draw() -> Drawn:
        wait_for_curves()
        at_present = on_screen(settings)
        changed = words.differences(at_present.spec, settings.spec())
        return pictures.learning(
            at_present,
            view,
            look,
            shown=shown,
            pins=pins(),
            guess=predict.points(settings, at_present.result),
            note=words.of_others(changed, live=live()) if changed else "",
            alike=alike and not changed,
        )

    def over() -> bool:
        if (current := job()) is not None:
            current.wait_for_the_end(LAST_LOOK)
        return began and not live()

    _box(
        "Learning curves",
        "learning",
        draw,
        lambda: formulas.learning(now.result),
        head=head,
        above=None if asked else switches,
        instead=lambda: _progress(settings),
        over=over,
        interval=update_interval,
        replay=replay(now),
        taller=BESIDE_WORDS if asked and not look.projector else 0,
    )
    return view, shown


def others(
    numbers: Numbers, settings: Settings, look: Look, shown: frozenset[str] | None
) -> tuple[Callable[[], None], ...]:
    """Return what shows the other three pictures: where the draws go, ρ, and the bounds.

    shown : the keys of the algorithms to draw; None: all
    """
    order = ""

    def head() -> None:
        nonlocal order
        order = controls.sampling_order(numbers)

    def draw_bounds() -> Drawn:
        now = on_screen(settings)
        return pictures.bounds(numbers_of(settings, now), now, look, shown)

    def seldom() -> float | None:
        every = update_interval()  # these change less than the curves do
        return every and SELDOM * every

    return (
        lambda: _box(
            "Where the draws go",
            "sampling",
            lambda: pictures.sampling(numbers, on_screen(settings), order, look, shown),
            lambda: formulas.sampling(numbers.here, ours=numbers.ours),
            head=head,
            interval=seldom,
        ),
        lambda: _box(
            "Improvement ratio",
            "ratios",
            lambda: pictures.ratios(numbers, look),
            lambda: formulas.ratios(numbers.here),
        ),
        lambda: _box(
            "Bounds and measured excess risk",
            "bounds",
            draw_bounds,
            lambda: formulas.bounds(numbers),
            interval=seldom,
        ),
    )


def _box(
    title: str,
    key: str,
    draw: Callable[[], Drawn],
    formula: Callable[[], str],
    *,
    head: Callable[[], None] | None = None,
    above: Callable[[], None] | None = None,
    instead: Callable[[], bool] | None = None,
    over: Callable[[], bool] | None = None,
    interval: Callable[[], float | None] = lambda: None,
    replay: float | None = None,
    taller: int = 0,
) -> None:
    """Draw one box. `above` stands above the picture; `instead` may replace the caption.

    During a run only the picture and its caption are redrawn, at its `interval`: serving thirty
    visitors must leave the machine time to compute runs. Once `over` returns True, the whole page
    is redrawn instead.
    """

    def picture() -> None:
        if over is not None and over():
            draw_all_again(PAGE)
        drawn = draw()
        with st.container(key=f"picture-{key}"):
            chart(drawn.figure, key=key, alt=drawn.alt, height=drawn.height + taller, replay=replay)
            if instead is None or not instead():
                st.caption(drawn.below)

    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.header(title, anchor=False, width="stretch")
            if head:
                head()
            # its contents are sent only when it is opened: most visitors never do
            popover = st.popover(
                "Formula", type="tertiary", key=f"formula_{key}", on_change="rerun"
            )
            if popover.open:
                popover.markdown(formula())
        if above:
            above()
        show_again(picture, interval)


def draw_again_if_it_ended() -> None:
    """Draw the page again if a run has ended since Stop was drawn: nothing else may notice."""
    if not live():
        draw_all_again(PAGE)


def _badge(now: OnScreen, settings: Settings) -> None:
    """Say whether the curves belong to the current settings, or soon will."""
    notes = sections("explorer/notes")
    changed = words.differences(settings.spec(), subject(now).spec())
    example = now.shipped and not live()
    if example and changed and sidebar.as_opened(settings):
        said = words.example_badge(now.result, settings.family)
        st.badge(said, color="gray", help=words.example(now.result))
    elif changed:
        said = words.changed(now.result, changed, live=live())
        st.badge(words.OTHERS if example else words.CHANGED, color="orange", help=said)
    elif not now.result.complete and not live():
        st.badge("stopped early", color="orange", help=words.STOPPED)
    elif replay(now) is not None:
        st.badge("replay", color="blue", help=notes["Replay"])
    elif example:
        name = "Precomputed" if now.frame[0] == ATLAS else "Example run"
        st.badge(name.lower(), color="gray", help=notes[name])
    elif now.result.complete and not live():
        same = now.result.agrees_with(example_run())
        note = notes["Same numbers" if same else "Computed"]
        st.badge(words.computed_badge(now.result, same=same), color="green", help=note)
    else:
        st.empty()


def _progress(settings: Settings) -> bool:
    """Show the progress of the run; return whether there is one."""
    current = job()
    if current is None or current.ended:
        return False
    place = board().position(current)
    said = words.progress(current.fraction, current.seconds_left, place)
    said += words.what_is_done(current.result, current.preview) + (
        f". {current.note}" if current.note else ""
    )
    if settings.spec() != current.spec:
        said += words.GOES_ON
    st.progress(min(max(current.fraction, 0.0), 1.0), said)
    return True
