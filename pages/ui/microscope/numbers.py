"""The numbers of the page `microscope`: scenes and repeats, kept for the session.

A session keeps its own: what comes from a visitor's table goes when the visitor leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from aelr_core.analysis.microscope import (
    SCHEMES,
    SOME_ROWS,
    Frame,
    Scene,
    film,
    first_draws,
    scene,
    telling_example,
)
from aelr_core.analysis.repeats import Repeats, repeat, telling_attribute
from pages.ui import data
from pages.ui.settings import Settings


@dataclass(frozen=True)
class View:
    """What the page shows, except step and scheme. `example` counts from 1; 0 picks one."""

    settings: Settings
    example: int
    moving: bool
    factor: float


def settings_of(settings: Settings, source: str) -> Settings:
    """Return the sidebar's settings with the data that the example comes from."""
    if source == "small":
        return replace(
            settings, data="synthetic", alpha=-1.0, dim=12, scaled=False, examples=SOME_ROWS,
            budget=min(settings.budget, 12), norm_bound="auto",
        )  # fmt: skip
    if source == "digit":
        # only without centring does it look like a digit
        return replace(
            settings, data="digits-3v5", scaling="maxabs", budget=min(settings.budget, 64),
            norm_bound="auto",
        )  # fmt: skip
    return settings


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def scene_of(view: View) -> tuple[Scene, dict[str, list[Frame]]]:
    """Return the scene, and the films of both schemes."""
    own = view.settings
    dataset = data.dataset(own)
    here = data.standing(own)
    draws = first_draws(dataset, mode=own.rules, budget=own.budget, seed=own.seed)
    place = scene(
        dataset,
        mode=own.rules,
        budget=own.budget,
        B=here.B / here.scale,
        seed=own.seed,
        example=view.example - 1 if view.example else telling_example(dataset, draws),
        moving=view.moving,
        factor=view.factor,
    )
    return place, {scheme: film(place, scheme) for scheme in SCHEMES}


@st.cache_resource(scope="session", max_entries=8, show_spinner="Repeating the step 1,000 times")
def repeats_of(view: View, scheme: str, t: int) -> dict[str, dict[str, Repeats]]:
    """Return the repeats of one step by both schemes, from the same w."""
    place, films = scene_of(view)
    frame = films[scheme][t - 1]
    attribute = telling_attribute(frame)
    return {name: repeat(place, frame, name, attribute=attribute) for name in SCHEMES}
