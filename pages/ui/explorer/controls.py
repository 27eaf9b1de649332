"""The explorer's buttons, and the menus of its pictures; the session remembers the choices."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, in_legend
from aelr_core.analysis.learning import Across, Spread, View, values_there
from aelr_core.experiments import Result
from pages.ui import panel_runs, visitor_run
from pages.ui.explorer import words
from pages.ui.explorer.pictures import Numbers, on_screen
from pages.ui.plain_text import in_markdown
from pages.ui.settings import Settings
from pages.ui.shell import for_others
from pages.ui.texts import sections
from pages.ui.visitor_run import OnScreen

T = TypeVar("T")

SPREADS: dict[Spread, str] = {"sd": "Mean ± SD", "quantiles": "Median, 80 %", "runs": "Single runs"}
ACROSS: dict[Across, str] = {"attributes": "Attributes", "examples": "Examples"}
SCALES = {False: "Linear", True: "Logarithmic"}
VALUES = {
    "relative_loss": "Test error",
    "error_rate": "Error rate",
    "excess_risk": "Excess risk",
}
NOTES = sections("explorer/notes")
ORDERS = {"pixels": "Pixels", "sorted": "Sorted", "index": "By number"}
# The switches: those that are on at first, and after all others those that are off. One is for all
# algorithms that see whole rows.
FULL_ROWS = "full rows"
ON, OFF = ("uniform", "known", "two-phased", "adaptive"), ("joint", FULL_ROWS)


def run_or_stop(live: bool) -> None:
    """Draw Run or, during a run, Stop."""
    if live:
        st.button(
            "Stop",
            on_click=visitor_run.stop,
            key="stop",
            type="primary",
            help="Stop the run and keep its curves so far.",
        )
    else:
        st.button("Run", on_click=visitor_run.run, key="run", type="primary")


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
        if said := for_others():
            st.caption(said)


def say_what_went_wrong(settings: Settings) -> None:
    """Say why a run did not start, why it failed, or why nothing of it is shown."""
    job = visitor_run.job()
    sentence, command = visitor_run.problem(settings)
    if sentence:
        with st.container():
            st.warning(in_markdown(sentence))
            if command:
                st.code(command, language="bash", wrap_lines=True)
    elif job is not None and job.state == "failed":
        st.error(f"{in_markdown(job.error)} Press Run to try again.")
    elif job is not None and job.nothing_kept and job.spec == settings.spec():
        st.info(NOTES["Stopped too soon"])
    elif said := panel_runs.smaller(settings):
        st.caption(said)
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
    return frozenset(key for name in chosen or switches for key in switches.get(name, ()))


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
            placeholder="uniform algorithm's final error",
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
