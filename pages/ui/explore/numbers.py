"""The overview of the settings, computed once for equal ones."""

from __future__ import annotations

import streamlit as st

from aelr_core.experiments import ExperimentSpec
from pages.ui import data
from pages.ui.explore.shown import Shown
from pages.ui.overview import Overview, overview
from pages.ui.plain_text import in_markdown
from pages.ui.recent import Recent
from pages.ui.settings import Settings

_overviews: Recent[Overview] = Recent(128)
# Those of a visitor's own table are kept with the session, and gone with it.
OWN = "_own_overviews"


def numbers(settings: Settings, now: Shown) -> Overview:
    """Return the overview of the settings, with the norm bound that a run of them has found.

    Settings that ask for data which cannot be made get a sentence, and the page ends there.
    """
    spec = settings.spec()
    found = now.result.norm_bound if _same_bound(now.spec, spec) else None
    own = settings.data == "csv"
    kept: Recent[Overview] = st.session_state.setdefault(OWN, Recent(8)) if own else _overviews

    def of(B: float | None) -> Overview:
        return kept.get((spec, B), lambda: overview(spec, data.dataset(settings), B))

    try:
        before = of(None)
        return before if found is None or before.B_known else of(found)
    except ValueError as error:
        st.error(in_markdown(str(error)))
        st.stop()


def _same_bound(run: ExperimentSpec, chosen: ExperimentSpec) -> bool:
    parts = ("data", "options", "family", "seed", "norm_bound")
    return all(getattr(run, part) == getattr(chosen, part) for part in parts)
