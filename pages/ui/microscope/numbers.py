"""The numbers of the page `microscope`: scenes and repeats, kept for the session.

A session keeps its own: what comes from a visitor's table goes when that is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from aelr_core.analysis.one_step import (
    SCHEMES,
    SOME_ROWS,
    JointFrame,
    PaperFrame,
    Scene,
    film,
    first_draws,
    joint_film,
    scene,
    telling_example,
)
from aelr_core.analysis.repeated_step import (
    Repeats,
    Scatter,
    Sizes,
    repeat,
    scatters,
    sizes_over_rows,
    telling_attribute,
)
from aelr_core.checks import Floats
from pages.ui import data
from pages.ui.session_cache import once
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
            settings,
            data="synthetic",
            alpha=-1.0,
            dim=12,
            scaled=False,
            examples=SOME_ROWS,
            budget=min(settings.budget, 12),
            norm_bound="auto",
        )
    if source == "digit":
        # only without centring does it look like a digit
        return replace(
            settings,
            data="digits-3v5",
            scaling="maxabs",
            budget=min(settings.budget, 64),
            norm_bound="auto",
        )
    return settings


@dataclass(frozen=True, eq=False)
class Comparison:
    """How much the gradient of a step scatters, by two samples and by one; also on other rows."""

    two: Scatter
    one: Scatter
    over_rows: Sizes

    def size_by_attribute(self, one: Scatter) -> Floats:
        """Return E[g̃_i²], (d,): exact if it is known for both, else measured."""
        both = self.two.exact is not None and self.one.exact is not None
        return one.exact if both and one.exact is not None else one.squares


@once(8)
def scene_of(view: View) -> Scene:
    """Return the rows, draws and arguments of the short run."""
    own = view.settings
    dataset = data.dataset(own)
    here = data.prior_facts(own)
    draws = first_draws(dataset, mode=own.rules, budget=own.budget, seed=own.seed)
    return scene(
        dataset,
        mode=own.rules,
        budget=own.budget,
        B=here.B / here.scale,
        seed=own.seed,
        example=view.example - 1 if view.example else telling_example(dataset, draws),
        moving=view.moving,
        factor=view.factor,
    )


@once(8)
def film_of(view: View, scheme: str) -> list[PaperFrame]:
    """Return the film of one of the paper's schemes."""
    return film(scene_of(view), scheme)


@once(8)
def joint_film_of(view: View, word: str) -> list[JointFrame]:
    """Return the film of a joint algorithm."""
    return joint_film(scene_of(view), word)


@once(8, "Repeating the step 1,000 times")
def repeats_of(view: View, scheme: str, t: int) -> dict[str, dict[str, Repeats]]:
    """Return the repeats of one step by both schemes, from the same w."""
    frame = film_of(view, scheme)[t - 1]
    attribute = telling_attribute(frame)
    return {name: repeat(scene_of(view), frame, name, attribute=attribute) for name in SCHEMES}


@once(8, "Repeating the step 1,000 times")
def comparison_of(view: View, word: str, t: int) -> Comparison:
    """Return the repeats of a joint step, and those of the paper's two samples from its w."""
    place, frame = scene_of(view), joint_film_of(view, word)[t - 1]
    two, one = scatters(place, frame, attribute=telling_attribute(frame))
    return Comparison(two, one, sizes_over_rows(place, frame, data.dataset(view.settings)))
