"""What is chosen on the page `results`, and the settings with which the explorer runs a panel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.results.paper import stored
from aelr_core.results.study import study
from pages.ui import visitor_run
from pages.ui.charts.chart import clicked
from pages.ui.lessons import predict
from pages.ui.results.words import against
from pages.ui.settings import PageSettings, Setting, Settings, sidebar
from pages.ui.settings.table import OLD_READINGS, READINGS_SAID

STYLE = Path(__file__).with_name("results.css")
OPEN = "Run it live"
NO_CLAIM = "none"
CLAIMS, PANELS, COMPARISONS = stored().claims, stored().panels, study().comparisons

OWN = PageSettings(
    Setting(
        "figure",
        "Figure",
        "choice",
        "1c",
        choices=tuple(PANELS),
        widget="menu",
        words={key: f"{key} · {panel.title}" for key, panel in PANELS.items()},
        width=300,
    ),
    Setting(
        "reading",
        "What is tuned, and how often",
        "choice",
        PRIMARY,
        choices=tuple(READINGS),
        aliases=OLD_READINGS,
        help=READINGS_SAID,
        words={key: each.label for key, each in READINGS.items()},
    ),
    # Of the mark that was clicked; a link may have it alone.
    Setting("claim", "Claim", "choice", NO_CLAIM, choices=(NO_CLAIM, *CLAIMS)),
    Setting(
        "study_compare",
        "Comparison",
        "choice",
        "A",
        choices=tuple(COMPARISONS),
        aliases={letter.lower(): letter for letter in COMPARISONS},
        widget="menu",
        width=420,
        words={letter: against(one) for letter, one in COMPARISONS.items()},
    ),
)


def chosen() -> tuple[str, str]:
    """Return the figure and the reading; the figure of a chosen claim comes first."""
    claim = OWN.value("claim")
    if claim != NO_CLAIM:
        st.session_state["figure"] = CLAIMS[claim].panel
    return OWN.value("figure"), OWN.value("reading")


def take_click(chart: str) -> None:
    """Choose the claim, or the figure, and the reading whose mark was clicked. A callback."""
    match clicked(chart):
        case [str(claim), str(reading), *_] if claim in CLAIMS and reading in READINGS:
            st.session_state.update(claim=claim, reading=reading)
        case [str(panel), str(reading), *_] if panel in PANELS and reading in READINGS:
            st.session_state.update(claim=NO_CLAIM, figure=panel, reading=reading)


def forget_claim() -> None:
    """Choose no claim any more: the figure was chosen by its menu. A callback."""
    st.session_state["claim"] = NO_CLAIM


def buttons(key: str, reading: str) -> dict[str, Settings]:
    """Return the settings of each button of a panel under a reading, by its label.

    A run has either plain or AdaGrad steps, so a panel with both has two buttons.
    """
    settings = visitor_run.live_settings(key, reading, visitor_run.limit())
    if not settings.adagrad:
        return {OPEN: settings}
    plain = replace(settings, adagrad=False)
    return {f"{OPEN}, AdaGrad": settings, f"{OPEN}, plain steps": plain}


def start(settings: Settings) -> None:
    """Set every control and start the run. A callback; the page then goes to the explorer.

    Ours are left out, whatever the visitor has chosen before: the panel has the paper's alone.
    """
    predict.reveal()
    settings = replace(settings, projector=sidebar.current().projector)
    sidebar.choose(settings)
    visitor_run.submit(settings)
