"""The widgets of the page `paper`, and the settings with which the explorer runs a panel live."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from aelr_core.datasets.options import Option
from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.results.paper import stored
from pages.ui import panel_runs, visitor_run
from pages.ui.charts.chart import clicked
from pages.ui.lessons import predict
from pages.ui.settings import Settings, sidebar
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row
from pages.ui.settings.sidebar_rows import READINGS_SAID

OPEN = "Run it live"
NO_CLAIM = "none"
CLAIMS = stored().claims

OWN = PageOptions(
    Row(
        Option(
            "reading",
            "Reading of the paper's protocol",
            "choice",
            PRIMARY,
            choices=tuple(READINGS),
            help=READINGS_SAID,
        ),
        "segments",
        words={key: each.label for key, each in READINGS.items()},
    ),
    Row(
        Option(
            "claim",
            "Claim",
            "choice",
            NO_CLAIM,
            choices=(NO_CLAIM, *CLAIMS),
            help="Claims are given in our words. Choose one here, or click on a mark in the map.",
        ),
        "menu",
        words={NO_CLAIM: "choose one, or click on the map"}
        | {key: f"{claim.panel} · {claim.short}" for key, claim in CLAIMS.items()},
    ),
)


def take_click(chart: str) -> None:
    """Choose the claim whose mark was clicked in a chart. A callback."""
    match clicked(chart):
        case [str(claim), *_] if claim in CLAIMS:  # not a forged one
            st.session_state["claim"] = claim


def buttons(key: str, reading: str) -> dict[str, Settings]:
    """Return the settings of each button of a panel under a reading, by its label.

    A run has either plain or AdaGrad steps, so a panel with both has two buttons.
    """
    settings = panel_runs.live_settings(key, reading, panel_runs.limit())
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
