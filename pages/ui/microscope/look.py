"""What the microscope's page asks for: scenes and repeats at hand, and the buttons' doings.

Caches are a session's own: what comes from a visitor's table goes when the visitor goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.textbook import gaerr
from pages.ui import data
from pages.ui.bounds.ground import ground
from pages.ui.figures.frame import Picture
from pages.ui.figures.step_bars import against_picture, draws_picture
from pages.ui.figures.step_images import images_picture
from pages.ui.figures.step_repeats import convergence_picture, histogram_picture
from pages.ui.microscope import words
from pages.ui.microscope.options import OPTIONS, QUANTITY_WORDS, SCHEME_WORDS
from pages.ui.microscope.repeats import KINDS, Repeats, repeat, telling_attribute
from pages.ui.microscope.scene import (
    SCHEMES,
    STEPS,
    Frame,
    Scene,
    Step,
    film,
    first_draws,
    scene,
)
from pages.ui.page_link import value
from pages.ui.settings import Settings
from pages.ui.theme import Look

_PLAYING = "_micro_playing"
_REPEATED = "_micro_repeated"
SOME_ROWS = 200
WELL_ABOVE = 1.6


@dataclass(frozen=True)
class View:
    """What is looked at: hashable, the key of everything here. `t` is kept apart."""

    settings: Settings
    example: int
    moving: bool
    factor: float


def view_of(settings: Settings) -> View:
    """Return the view that the page's widgets ask for, brought into the data's range."""
    said = {name: value(OPTIONS, name) for name in OPTIONS}
    own = settings_of(settings, str(said["micro_source"]))
    rows = data.dataset(own).m
    return View(
        settings=own,
        example=min(int(str(said["micro_example"])), rows),
        moving=bool(said["micro_moving"]),
        factor=float(str(said["micro_factor"])),
    )


def settings_of(settings: Settings, source: str) -> Settings:
    """Return the sidebar's settings with the example's own data."""
    if source == "small":
        return replace(
            settings, data="synthetic", alpha=-1.0, dim=12, scaled=False, examples=SOME_ROWS,
            budget=min(settings.budget, 12), norm_bound="auto",
        )  # fmt: skip
    if source == "digit":
        # without centring a picture looks like one
        return replace(
            settings, data="digits-3v5", scaling="maxabs", budget=min(settings.budget, 64),
            norm_bound="auto",
        )  # fmt: skip
    return settings


def telling_example(dataset: Dataset, draws: Sequence[Ints] = ()) -> int:
    """Return a row, from 0, whose label is not 0 and whose size is well above the mean.

    Of each of the `draws`, attributes that the first step looks at, it is not 0 everywhere, if
    such a row can be had: a step that saw only zeros would change nothing.
    """
    X, y = dataset.X_train[:SOME_ROWS], dataset.y_train[:SOME_ROWS]
    sizes = np.einsum("ij,ij->i", X, X)
    far = np.abs(sizes - WELL_ABOVE * dataset.known_moments.sum())
    blind = [~X[:, drawn].any(axis=1) for drawn in draws]
    return int(np.lexsort([far, *reversed(blind), y == 0])[0])


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def scene_of(view: View) -> tuple[Scene, dict[str, list[Frame]]]:
    """Return the scene, and the films of both schemes."""
    own = view.settings
    dataset = data.dataset(own)
    here = ground(own, dataset)
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


# ---- Buttons ------------------------------------------------------------------------------------


def playing() -> bool:
    """Whether the film runs."""
    return bool(st.session_state.get(_PLAYING, False))


def play(on: bool) -> None:
    """Let the film run, from the start if it is at its end, or hold it. A callback."""
    st.session_state[_PLAYING] = on
    if on and st.session_state["micro_t"] >= STEPS:
        st.session_state["micro_t"] = 1


def move(by: int) -> None:
    """Go on or back, and hold the film. A callback."""
    st.session_state[_PLAYING] = False
    st.session_state["micro_t"] = int(np.clip(st.session_state["micro_t"] + by, 1, STEPS))


def tick() -> None:
    """Go on by one step; the film ends at the last."""
    st.session_state["micro_t"] = min(st.session_state["micro_t"] + 1, STEPS)
    if st.session_state["micro_t"] == STEPS:
        st.session_state[_PLAYING] = False


def ask_for_repeats(view: View, scheme: str, t: int) -> None:
    """Remember for which step repeats are wanted. A callback."""
    st.session_state[_REPEATED] = (view, scheme, t)


def repeats_wanted(view: View, scheme: str, t: int) -> bool:
    """Whether they are wanted for this step."""
    return bool(st.session_state.get(_REPEATED) == (view, scheme, t))


# ---- Pictures -----------------------------------------------------------------------------------


def step_pictures(
    frame: Frame, place: Scene, scheme: str, *, look: Look
) -> dict[str, tuple[str, Picture, str]]:
    """Return the four pictures of a step by key: title, picture, what to see."""
    step, given, names = frame.step, place.given[scheme], place.names
    against = partial(against_picture, names=names, role=scheme, look=look)
    return {
        "step_draws": (
            "Where it looks",
            draws_picture(
                np.asarray(given["q"]), step.p, step.i, step.j, names, role=scheme, look=look
            ),
            words.DRAWS[place.family],
        ),
        "step_x": (
            "x and its estimate x̃",
            against([("x", frame.x), ("x̃", step.x_tilde)], y="Value"),
            words.X,
        ),
        "step_g": (
            "The gradient and its estimate g̃",
            against([("g", frame.g), ("g̃", step.g_tilde)], y="Gradient"),
            words.G,
        ),
        "step_w": (
            "The predictor before and after",
            against(_weights(step), y="Weight"),
            words.W[place.family],
        ),
    }


def _weights(step: Step) -> list[tuple[str, Floats]]:
    """Return w before and after, and what was outside the ball between them."""
    bars = [("w before", step.w), ("w after", step.w_next)]
    if isinstance(step, gaerr.Step) and step.projected:
        bars.append(("v, before the projection", step.v))
    return bars


def images(frame: Frame, shape: tuple[int, int], *, look: Look) -> Picture:
    """Return the step as pictures."""
    step = frame.step
    panels = {
        "x": ("x", frame.x),
        "g": ("gradient g", frame.g),
        "w": ("w before", step.w),
        "x_tilde": ("x̃", step.x_tilde),
        "g_tilde": ("g̃", step.g_tilde),
        "w_next": ("w after", step.w_next),
    }
    return images_picture(panels, shape, look=look)


def repeat_pictures(
    found: Mapping[str, Mapping[str, Repeats]],
    place: Scene,
    frame: Frame,
    quantity: str,
    *,
    look: Look,
) -> tuple[Picture, Picture]:
    """Return convergence and histogram of one quantity."""
    chosen = {scheme: (SCHEME_WORDS[scheme], one[quantity]) for scheme, one in found.items()}
    what = words.symbol(quantity, place, telling_attribute(frame))
    return (
        convergence_picture(chosen, symbol=QUANTITY_WORDS[quantity], look=look),
        histogram_picture(chosen, symbol=what, look=look),
    )


def column_config() -> dict[str, ColumnConfig]:
    """Return how variances are written."""
    names = [f"{scheme}, {kind}" for scheme in SCHEME_WORDS.values() for kind in KINDS]
    return {name: st.column_config.NumberColumn(format="%.4g") for name in names}
