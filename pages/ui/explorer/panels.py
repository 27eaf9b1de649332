"""The explorer's buttons and boxes: a title, small menus, a chart updated in place, a caption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, in_legend
from aelr_core.analysis.learning import Across, Spread, View, values_there
from aelr_core.experiments import Result
from aelr_core.plots.theme import Look
from pages.ui import visitor_run
from pages.ui.charts.chart import chart
from pages.ui.explorer import formulas, pictures, words
from pages.ui.explorer.pictures import Drawn, Numbers, Shown, on_screen
from pages.ui.lessons import predict
from pages.ui.prose import amount, sections
from pages.ui.runs.sessions import board
from pages.ui.settings import Settings
from pages.ui.shell import for_others
from pages.ui.show import show_again
from pages.ui.stored_runs import example_run
from pages.ui.streamlit_internals import draw_all_again
from pages.ui.visitor_run import ATLAS, OnScreen

T = TypeVar("T")

SPREADS: dict[Spread, str] = {"sd": "Mean ± SD", "quantiles": "Median, 80 %", "runs": "Single runs"}
ACROSS: dict[Across, str] = {"attributes": "Attributes", "examples": "Examples"}
SCALES = {False: "Linear", True: "Logarithmic"}
VALUES = {"relative_loss": "Test error", "error_rate": "Error rate", "excess_risk": "Excess risk"}
NOTES = sections("explorer/notes")
ORDERS = {"pixels": "Pixels", "sorted": "Sorted", "index": "By number"}
# The switches: those that are on at first, and after all others those that are off. One is for all
# algorithms that see whole rows.
FULL_ROWS = "full rows"
ON, OFF = ("uniform", "known", "two-phased", "adaptive"), ("joint", FULL_ROWS)
# The fragment that holds the whole page but the sidebar: everything that changes with a run.
PAGE = "explorer"
STYLE = Path(__file__).with_name("explorer.css")
# In these last seconds of a run the page waits for its end, instead of drawing it once more before.
LAST_LOOK = 0.4
# The frame of a run without curves.
NO_RUN = (0, 0, 0)
# Pixels more for the learning curves while a lesson's question or answer stands beside them.
BESIDE_WORDS = 280
# Lessons go on with the story, whose attributes are tests.
IN_LESSONS = "Tests run in total"


# ---- Buttons ----


def pin(now: OnScreen) -> None:
    """Draw Pin, which says it where the visitor looks: the list of pins is far below."""
    pinned = any(one.frame == now.frame for one in visitor_run.pins())
    st.button(
        "Pinned" if pinned else "Pin",
        on_click=visitor_run.pin,
        args=(now,),
        key="pin",
        disabled=pinned or visitor_run.live(),
        help="Keep these curves in grey, behind those of the next run.",
    )


def share(settings: Settings) -> None:
    """Draw Share: a link to the run shown and, if they differ, one to the current settings."""
    popover = st.popover("Share", key="share", on_change="rerun")
    if not popover.open:  # its contents are sent only when it is opened
        return
    now = on_screen(settings)
    subject = visitor_run.subject(now)
    with popover:
        st.markdown(words.link_to(now.result, live=visitor_run.live()))
        st.code(visitor_run.link(subject), language=None, wrap_lines=True)
        if subject.spec() != settings.spec():
            st.markdown(NOTES["Current settings"])
            st.code(visitor_run.link(settings), language=None, wrap_lines=True)
        if note := for_others():
            st.caption(note)


def say_what_went_wrong(settings: Settings) -> None:
    """Say why a run did not start, why it failed, or why nothing of it is shown."""
    job = visitor_run.job()
    if visitor_run.say_what_went_wrong(settings, more=" Press Run to try again."):
        return
    if job is not None and job.nothing_kept and job.spec == settings.spec():
        st.info(NOTES["Stopped too soon"])
    elif note := visitor_run.smaller(settings):
        st.caption(note)
    else:
        st.empty()


def curves_shown(settings: Settings) -> frozenset[str]:
    """Draw the switches of the curves and return the keys of the algorithms that are on."""
    switches: dict[str, list[str]] = {}
    for entry in in_legend(settings.family):
        if settings.shows(entry.key):
            name = entry.word if entry.budgeted else FULL_ROWS
            switches.setdefault(name, []).append(entry.key)
    order = [*ON, *(name for name in switches if name not in OFF), *OFF]
    switches = {name: switches[name] for name in dict.fromkeys(order) if name in switches}
    labels = {name: ALGORITHMS[keys[0]].does for name, keys in switches.items()}
    chosen = st.pills(
        "Curves",
        list(switches),
        selection_mode="multi",
        default=[name for name in switches if name not in OFF],
        format_func=(labels | {FULL_ROWS: "Full rows"}).__getitem__,
        # Streamlit has no tooltip for each: what they are called is under the pointer in the chart
        key=f"view_curves_{len(switches)}",
        label_visibility="collapsed",
        persist_state="session",
    )
    on = {ALGORITHMS[key].word for name in chosen for key in switches.get(name, ())}
    # of both families: until Run is pressed, the curves may be those of the other one
    return frozenset(key for key, entry in ALGORITHMS.items() if entry.word in on)


def learning_view(result: Result) -> View:
    """Draw the menu of the learning curves and return what was chosen."""
    with st.popover("View", type="tertiary"):
        there = values_there(result)
        spread = _one("Lines and spread", SPREADS, "view_spread")
        across = _one("x-axis", ACROSS, "view_across")
        x_log = _one("x-scale", SCALES, "view_x_log")
        y_log = _one("y-scale", SCALES, "view_y_log")
        value = _one("y-axis", {name: VALUES[name] for name in there}, "view_value")
        target = st.number_input(
            "Target error",
            0.0,
            value=None,
            step=0.05,
            format="%.3f",
            placeholder="Where savings are measured",
            key="view_target",
            help=NOTES["Target"],
            persist_state="session",
        )
        progressive = st.toggle(
            "Progressive loss",
            key="view_progressive",
            help=NOTES["Progressive loss"],
            persist_state="session",
        )
    return View(spread, across, x_log, y_log, value, target or None, progressive)


def sampling_order(numbers: Numbers) -> str:
    """Draw the menu of the sampling picture and return the chosen order."""
    orders = {
        name: label
        for name, label in ORDERS.items()
        if name != "pixels" or numbers.image_shape is not None
    }
    with st.popover("View", type="tertiary", key="sampling_menu"):
        return _one("Attributes", orders, f"view_order_{len(orders)}")


def _one(label: str, choices: dict[T, str], key: str) -> T:
    chosen: T | None = st.segmented_control(
        label,
        list(choices),
        default=next(iter(choices)),
        required=True,
        format_func=choices.__getitem__,
        key=key,
        persist_state="session",
    )
    # one is required, but a forged message may hold none
    return next(iter(choices)) if chosen is None else chosen


# ---- Boxes ----


def learning(now: OnScreen, settings: Settings, look: Look, *, rho: float) -> tuple[View, Shown]:
    """Show the learning curves and the progress of the run; return the view and the curves chosen.

    rho : of the settings' data.
    """
    view, shown, began = View(), None, visitor_run.live()
    hidden, asked = bool(predict.hidden()), predict.asked(settings)

    def head() -> None:
        nonlocal view
        _badge(now, settings)
        view = learning_view(now.result)

    def switches() -> None:
        nonlocal shown
        shown = curves_shown(settings)

    def draw() -> Drawn:
        visitor_run.wait_for_curves()
        at_present = on_screen(settings)
        changed = words.differences(at_present.spec, settings.spec())
        return pictures.learning(
            at_present,
            view,
            look,
            shown=shown,
            pins=visitor_run.pins(),
            guess=predict.points(settings, at_present.result),
            note=words.of_others(changed, live=visitor_run.live()) if changed else "",
            rho=None if changed else rho,
            bare=hidden,
            x=IN_LESSONS if asked and view.across == "attributes" else "",
        )

    def over() -> bool:
        if (current := visitor_run.job()) is not None:
            current.wait_for_the_end(LAST_LOOK)
        return began and not visitor_run.live()

    _box(
        "Learning curves",
        "learning",
        draw,
        None if hidden else lambda: formulas.learning(now.result),
        head=None if hidden else head,
        above=None if asked else switches,  # all curves are there to compare
        instead=lambda: _progress(settings),
        over=over,
        interval=visitor_run.update_interval,
        replay=visitor_run.replay(now),
        taller=BESIDE_WORDS if asked and not look.projector else 0,
    )
    return view, shown


def others(
    now: OnScreen, numbers: Numbers, look: Look, shown: Shown
) -> tuple[Callable[[], None], ...]:
    """Return what shows the other three pictures: where the draws go, ρ, and the bounds.

    They change when a run ends, and the whole page is drawn again.

    shown : the keys of the algorithms to draw; None: all
    """
    order = ""
    if visitor_run.live() and (now.result.complete or now.stopped):  # a run before this one
        now = replace(now, result=replace(now.result, curves={}), frame=NO_RUN)

    def head() -> None:
        nonlocal order
        order = sampling_order(numbers)

    return (
        lambda: _box(
            "Where the draws go",
            "sampling",
            lambda: pictures.sampling(numbers, now, order, look, shown),
            lambda: formulas.sampling(numbers.facts, ours=numbers.ours),
            head=head,
        ),
        lambda: _box(
            "Improvement ratio",
            "ratios",
            lambda: pictures.ratios(numbers, look),
            lambda: formulas.ratios(numbers.facts),
        ),
        lambda: _box(
            "Bounds and measured excess risk",
            "bounds",
            lambda: pictures.bounds(numbers, now, look, shown),
            lambda: formulas.bounds(numbers),
        ),
    )


def _box(
    title: str,
    key: str,
    draw: Callable[[], Drawn],
    formula: Callable[[], str] | None,
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
            draw_all_again()
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
            if formula:
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
    """Draw everything again if a run has ended since Stop was drawn: nothing else may notice."""
    if not visitor_run.live():
        draw_all_again()


def _badge(now: OnScreen, settings: Settings) -> None:
    """Say whether the curves belong to the current settings, or soon will."""
    changed = words.differences(settings.spec(), visitor_run.subject(now).spec())
    live = visitor_run.live()
    example = now.shipped and not live
    if changed:
        sentence = words.changed(now.result, changed, live=live)
        st.badge(words.OTHERS if example else words.CHANGED, color="orange", help=sentence)
    elif not now.result.complete and not live:
        st.badge("stopped early", color="orange", help=words.STOPPED)
    elif visitor_run.replay(now) is not None:
        st.badge("replay", color="blue", help=NOTES["Replay"])
    elif example:
        name = "Precomputed" if now.frame[0] == ATLAS else "Example run"
        st.badge(name.lower(), color="gray", help=NOTES[name])
    elif now.result.complete and not live:
        same = now.result.agrees_with(example_run())
        note = NOTES["Same numbers" if same else "Computed"]
        # longer words would push the menus beside it into a row of their own
        badge = f"ran in {amount(now.result.seconds, 2)} s{', same as example' if same else ''}"
        st.badge(badge, color="green", help=note)
    else:
        st.empty()


def _progress(settings: Settings) -> bool:
    """Show the progress of the run; return whether there is one."""
    current = visitor_run.job()
    if current is None or current.ended:
        return False
    place = board().position(current)
    sentence = words.progress(current.fraction, current.seconds_left, place)
    sentence += words.what_is_done(current.result, current.preview) + (
        f". {current.note}" if current.note else ""
    )
    if settings.spec() != current.spec:
        sentence += words.GOES_ON
    st.progress(min(max(current.fraction, 0.0), 1.0), sentence)
    return True
