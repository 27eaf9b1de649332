"""The numbers of the page `one_step`: scenes, films and repeats, kept for the session.

A session keeps its own: what comes from a visitor's table goes when that is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from aelr_core.analysis.one_step import (
    SOME_ROWS,
    Frame,
    Scatter,
    Scene,
    chances,
    film,
    first_draws,
    partner,
    reach,
    scatters,
    scene,
    telling_example,
)
from aelr_core.checks import Floats
from pages.ui import data
from pages.ui.cache import once
from pages.ui.figures.one_step import Row
from pages.ui.settings import Settings

SMALL_DIM, PIXELS = 12, 64


@dataclass(frozen=True)
class View:
    """What the page shows, except step and algorithm. `example` counts from 1; 0 picks one."""

    settings: Settings
    example: int
    moving: bool
    factor: float


def settings_of(settings: Settings, source: str) -> Settings:
    """Return the sidebar's settings with the data that the example comes from."""
    if source == "small":
        return replace(
            settings,
            data="synthetic",
            alpha=-1.0,
            dim=SMALL_DIM,
            scaled=False,
            examples=SOME_ROWS,
            budget=min(settings.budget, SMALL_DIM),
            norm_bound="auto",
        )
    if source == "digit":
        # only without centring does it look like a digit
        return replace(
            settings,
            data="digits-3v5",
            scaling="maxabs",
            budget=min(settings.budget, PIXELS),
            norm_bound="auto",
        )
    return settings


@once(8)
def scene_of(view: View) -> Scene:
    """Return the rows, draws and arguments of the short run."""
    chosen = view.settings
    dataset = data.dataset(chosen)
    facts = data.prior_facts(chosen)
    draws = first_draws(dataset, mode=chosen.rules, budget=chosen.budget, seed=chosen.seed)
    return scene(
        dataset,
        mode=chosen.rules,
        budget=chosen.budget,
        B=facts.B / facts.scale,
        seed=chosen.seed,
        example=view.example - 1 if view.example else telling_example(dataset, draws),
        moving=view.moving,
        factor=view.factor,
    )


@once(16)
def film_of(view: View, word: str) -> list[Frame]:
    """Return all steps of one algorithm."""
    return film(scene_of(view), word)


@once(8, "Repeating the step 1,000 times")
def repeats_of(view: View, word: str, t: int) -> dict[str, Scatter]:
    """Return the repeats of a step by its algorithm and by another, from the same w."""
    frame = film_of(view, word)[t - 1]
    return scatters(scene_of(view), frame, partner(word), data.dataset(view.settings))


# ---- A step as rows of bars ----


def vectors(frame: Frame) -> dict[str, dict[str, Floats]]:
    """Return what a step knew and did, below the truth: each has its own scale."""
    step = frame.step
    v = {} if frame.outside is None else {"v, before the projection": frame.outside}
    return {
        "x": {"x": frame.x},
        "x̃": {"estimate": frame.known},
        "g": {"g": frame.g},
        "g̃": {"g̃": step.g_tilde},
        "w": {"w before": step.w, "w after": step.w_next, **v},
    }


def rows(view: View, word: str, t: int, titles: dict[str, str]) -> list[Row]:
    """Return a step as rows of bars; the titles are by the letter of what they are about."""
    frame = film_of(view, word)[t - 1]
    drawn = chances(scene_of(view), frame, word)
    return [
        *(Row(name, titles[name], {name: p}, reach([p]), i) for name, (p, i) in drawn.items()),
        *(
            Row(name, titles[name], bars, reach([*bars.values()]), truth=name in ("x", "g"))
            for name, bars in vectors(frame).items()
        ),
    ]
