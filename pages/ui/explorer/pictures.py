"""The four pictures, made from their numbers, as the JSON that the charts take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import exact, measured, offline_loss, same_bounds
from aelr_core.analysis.learning import (
    View,
    fitting,
    legend_order,
    progressive_series,
    series_of,
    target_of,
)
from aelr_core.analysis.what_if import CURVE_ALPHAS, by_alpha
from aelr_core.datasets import DATASETS, bundled, facts_of
from aelr_core.experiments import Curve, ExperimentSpec, Result
from aelr_core.letters import FAMILIES
from pages.ui.cache import Recent
from pages.ui.explorer import words
from pages.ui.explorer.needed_words import needed
from pages.ui.explorer.numbers import Numbers
from pages.ui.explorer.pins import behind
from pages.ui.explorer.shares import about_sampling, in_brief, key_of, shares_of_looks
from pages.ui.figures.bounds import BoundLine, Mark, bounds_picture
from pages.ui.figures.distributions import distributions_picture
from pages.ui.figures.frame import Picture, legend_beside
from pages.ui.figures.images import pixels_picture
from pages.ui.figures.learning import learning_picture
from pages.ui.figures.ratios import Landmark, ratios_picture
from pages.ui.figures.unfinished import unfinished
from pages.ui.lessons.guess import Points
from pages.ui.session_cache import where
from pages.ui.theme import Look
from pages.ui.visitor_run import Frame, Pin

TOP, BOTTOM = 262, 216  # pixels: four pictures fit on a screen of 1400 x 900
LINE = 20  # pixels: one more name in a legend
KEPT = 200  # pictures, a tenth of a megabyte each

NOTHING_ELSE: Mapping[str, Curve] = {}

# What the two-phased estimate of q depends on.
ESTIMATED_BY = ("data", "options", "family", "seed", "budget", "examples", "mode")
# What the last π of our algorithms depends on.
LEARNT_BY = (*ESTIMATED_BY, "step", "multiplier", "norm_bound", "guarded")


@dataclass(frozen=True)
class Drawn:
    """A picture as JSON, its alternative text, its height, and its caption."""

    figure: str
    alt: str
    height: int
    below: str


_pictures: Recent[Drawn] = Recent(KEPT)


def _kept(*specs: ExperimentSpec) -> Recent[Drawn]:
    """Return the cache for a picture of these experiments."""
    return where(_pictures, "pictures", own=any(spec.entry.uploaded for spec in specs))


def learning(
    result: Result,
    frame: Frame,
    view: View,
    pins: tuple[Pin, ...],
    look: Look,
    guess: Points = (),
    *,
    note: str = "",
    faded: bool = False,
    preview: Mapping[str, Curve] = NOTHING_ELSE,
    stopped: bool = False,
    alike: bool = False,
    ours: bool = True,
) -> Drawn:
    """Return the learning curves; equal frames are drawn once for all visitors.

    guess : attributes and test errors, drawn if the view has these axes
    note, faded : what the curves are; whether they belong to other settings than the current ones
    preview : provisional curves shown beside the others until the run is complete
    stopped : whether it ended before
    alike : whether the attributes of its data are alike
    ours : whether ours were wanted too, so that they are missed where they cannot run
    """
    view = fitting(view, result)
    pins = tuple(pin for pin in pins if pin.frame != frame)  # the run shown is not grey as well
    if view.across != "attributes" or view.value != "relative_loss":
        guess = ()
    grey = tuple(pin.frame for pin in pins)
    key = ("learning", frame, grey, view, look, guess, note, faded, ours)
    kept = _kept(result.spec, *(pin.spec for pin in pins))
    return kept.get(
        key,
        lambda: _learning(
            result, view, pins, look, guess, note, faded, preview, stopped, alike, ours
        ),
    )


def _learning(
    result: Result,
    view: View,
    pins: tuple[Pin, ...],
    look: Look,
    guess: Points,
    note: str,
    faded: bool,
    preview: Mapping[str, Curve],
    stopped: bool,
    alike: bool,
    ours: bool,
) -> Drawn:
    target = target_of(result, view)
    series = [series_of(curve, view, target) for curve in legend_order(result.curves)]
    own = [progressive_series(curve, view) for curve in legend_order(result.curves)]
    estimates = [one for one in own if one is not None] if view.progressive else []
    height = TOP + (LINE if estimates else 0)  # their name in the legend needs room
    line = None
    if target is not None:
        line = target, words.target_words(target, view, result.spec.family)
    picture = learning_picture(
        series,
        {key: ALGORITHMS[key].legend_in(result.spec.mode) for key in result.spec.algorithms},
        view,
        target=line,
        pinned=behind(pins, result.spec, view),
        estimates=estimates,
        ends_at=result.spec.examples * (result.spec.budget if view.across == "attributes" else 1),
        guess=guess,
        note=note,
        faded=faded,
        unfinished=unfinished(preview, series, view, stopped=stopped),
        look=look,
        height=height,
    )
    legend_beside(picture.figure)
    said = [needed(series, target, view, other=faded, alike=alike)]
    if ours:
        said.append(words.without(result.spec))
    if view.progressive and any(ALGORITHMS[key].joint for key in result.curves):
        said.append(words.progressive(bool(estimates)))
    return _drawn(picture, look.height(height), " ".join(part for part in said if part))


def sampling(numbers: Numbers, result: Result, frame: Frame, order: str, look: Look) -> Drawn:
    """Return how the looks are shared among the attributes: before a run, and as runs end.

    For the paper's algorithms that is q, the two-phased one's from a run of the same data; for
    ours, π divided by k + 1, at the start and at the end of such a run.
    """
    key = ("sampling", numbers.spec, frame, order, look)
    kept = _kept(numbers.spec, result.spec)
    return kept.get(key, lambda: _sampling(numbers, result, order, look))


def _sampling(numbers: Numbers, result: Result, order: str, look: Look) -> Drawn:
    here = numbers.here
    curves = {
        key: curve
        for key, curve in result.curves.items()
        if _same(result, numbers, LEARNT_BY if ALGORITHMS[key].joint else ESTIMATED_BY)
    }
    lines = shares_of_looks(here, numbers.spec.algorithms, curves)
    ours = any(ALGORITHMS[key_of(name)].joint for name in lines)
    said = about_sampling(here, curves, ours=ours)
    if order == "pixels" and numbers.image_shape is not None:
        picture = pixels_picture(
            {name: (in_brief(name), q) for name, (_, q) in lines.items()},
            numbers.image_shape,
            look=look,
            height=TOP,
        )
    else:
        by_number = order == "index"
        picture = distributions_picture(
            lines,
            None if by_number else here.q,
            x="Attribute number, i" if by_number else "Attributes, the most drawn first",
            y=words.SHARE_OF_LOOKS if ours else words.PROBABILITY,
            x_log=not by_number,
            look=look,
            height=TOP,
        )
        legend_beside(picture.figure)
    return _drawn(picture, look.height(TOP), said)


def _same(result: Result, numbers: Numbers, parts: Sequence[str]) -> bool:
    return all(getattr(result.spec, part) == getattr(numbers.spec, part) for part in parts)


def ratios(numbers: Numbers, look: Look) -> Drawn:
    """Return ρ against α and for the data sets."""
    key = ("ratios", numbers.spec, look)
    return _kept(numbers.spec).get(key, lambda: _ratios(numbers, look))


def _ratios(numbers: Numbers, look: Look) -> Drawn:
    here = numbers.here
    picture = ratios_picture(
        CURVE_ALPHAS,
        {family: by_alpha(here.d, family) for family in FAMILIES},
        landmarks=landmarks(numbers),
        alpha=here.alpha,
        here={"ridge": here.rho_ridge, "lasso": here.rho_lasso},
        family=here.family,
        look=look,
        height=_lower(look),
    )
    return _drawn(picture, look.height(_lower(look)), words.ratios(here))


def landmarks(numbers: Numbers) -> tuple[Landmark, ...]:
    """Return the bundled data sets and the visitor's, by falling ratio of the chosen family."""
    here = {"ridge": numbers.here.rho_ridge, "lasso": numbers.here.rho_lasso}
    found = []
    for name in bundled():
        facts, chosen = facts_of(name), name == numbers.spec.data
        rho = here if chosen else {"ridge": facts.rho_ridge, "lasso": facts.rho_lasso}
        found.append(Landmark(DATASETS[name].short, rho, chosen))
    if numbers.spec.entry.uploaded:
        found.append(Landmark(numbers.spec.entry.short, here, chosen=True))
    return tuple(sorted(found, key=lambda one: -one.rho[numbers.spec.family]))


def bounds(numbers: Numbers, result: Result, frame: Frame, look: Look) -> Drawn:
    """Return the bounds, with the risk that the run measured if both have the same settings."""
    key = ("bounds", numbers.spec, numbers.here.B, frame, look)
    kept = _kept(numbers.spec, result.spec)
    return kept.get(key, lambda: _bounds(numbers, result, look))


def _bounds(numbers: Numbers, result: Result, look: Look) -> Drawn:
    here, promise = numbers.here, numbers.promises
    found = (
        measured(result, here, offline_loss(result))
        if same_bounds(result.spec, numbers.spec)
        else {}
    )
    picture = bounds_picture(
        promise.attributes,
        {
            key: BoundLine(ALGORITHMS[key].legend_name, key, curve)
            for key, curve in promise.curves.items()
            if numbers.ours or not ALGORITHMS[key].joint
        },
        x_title="Attributes seen in total, m(k + 1)",
        trivial=here.trivial,
        marks=[Mark(promise.chosen, "your m(k + 1)")],
        measured={key: (one.attributes, one.mean) for key, one in found.items()},
        look=look,
        height=_lower(look),
    )
    legend_beside(picture.figure)
    ours = numbers.ours
    if found:
        said = words.bounds_after(here, found, exact(result), ours=ours)
    else:
        said = words.bounds_before(here, ours=ours)
    return _drawn(picture, look.height(_lower(look)), said)


def _drawn(picture: Picture, height: int, below: str) -> Drawn:
    # uids keep a curve's legend choice when others come or go
    return Drawn(picture.figure.to_json(remove_uids=False), picture.alt, height, below)


def _lower(look: Look) -> int:
    """Return the height of the lower pictures: on a wall nothing stands beside or below them."""
    return TOP if look.projector else BOTTOM
