"""What the explorer shows: what is known of the settings, and the run shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import Promises, promises
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.datasets import DATASETS
from aelr_core.experiments import ExperimentSpec, Result
from pages.ui import data, visitor_run
from pages.ui.example_run import example_run
from pages.ui.lessons import predict
from pages.ui.numerals import nothing_to_gain
from pages.ui.plain_text import in_markdown
from pages.ui.settings import Settings
from pages.ui.visitor_run import OnScreen


@dataclass(frozen=True, eq=False)
class Numbers:
    """The experiment that the settings ask for, what is known of it, and its bounds."""

    spec: ExperimentSpec
    here: PriorFacts
    image_shape: tuple[int, int] | None

    @property
    def ours(self) -> bool:
        """Whether algorithms of this project are asked for."""
        return any(ALGORITHMS[key].joint for key in self.spec.algorithms)

    @property
    def alike(self) -> bool:
        """Whether the attributes are so alike that choosing among them gains almost nothing."""
        return nothing_to_gain(self.here.rho)

    @cached_property
    def promises(self) -> Promises:
        """The bounds against the attributes paid for."""
        return promises(self.here)


def as_the_example(result: Result) -> bool:
    """Whether a run has the numbers of the one that ships with the app: it is the same run."""
    return result.agrees_with(example_run())


def on_screen(settings: Settings) -> OnScreen:
    """Return the run to draw, without a curve that the visitor should predict first."""
    return predict.veiled(visitor_run.on_screen(settings))


def numbers(settings: Settings, now: OnScreen) -> Numbers:
    """Return the numbers of the settings, with the norm bound that a run of them has found.

    If the data cannot be made, the page says why and ends there.
    """
    try:
        data.keep_norm_bound(now.spec, now.result.norm_bound)
        here = data.prior_facts(settings)
        # no rows are needed here: redrawing a run must not load them again
        return Numbers(settings.spec(), here, DATASETS[settings.data].image_shape)
    except ValueError as error:
        st.error(in_markdown(str(error)))
        st.stop()
