"""What the explorer shows: the numbers of the settings, and the four pictures made of them.

A picture is JSON, as the charts take it; equal ones are drawn once for all visitors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import Promises, exact, measured, offline_loss, promises, same_bounds
from aelr_core.analysis.learning import (
    Saving,
    View,
    fitting,
    legend_order,
    measured_saving,
    remarks,
    series_of,
)
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.datasets import DATASETS
from aelr_core.experiments import ExperimentSpec, Result
from aelr_core.plots.draws import AT_THE_END, algorithm_of, draws_of, shares_of_looks
from aelr_core.plots.frame import Picture, legend_beside
from aelr_core.plots.learning import Pinned, learning_of
from aelr_core.plots.rho import rho_of
from aelr_core.plots.risk import risk_of
from aelr_core.plots.theme import Look
from pages.ui import data, visitor_run
from pages.ui.cache import Recent, where
from pages.ui.explorer import words
from pages.ui.figures.images import pixels_picture
from pages.ui.lessons import predict
from pages.ui.lessons.guess import Points
from pages.ui.prose import LONGEST_SENTENCE, in_chart, in_markdown
from pages.ui.settings import Settings
from pages.ui.settings.table import OURS_TOO
from pages.ui.visitor_run import OnScreen

TOP, BOTTOM = 275, 178  # pixels: four pictures fit on a screen of 1440 x 900
SWITCHES = 36  # the height of those above the learning curves
LINES = 44  # of a caption: that of ρ has two fewer than its neighbour's
KEPT = 200  # pictures, a tenth of a megabyte each

# The keys of the curves that are switched on; None: all.
Shown = frozenset[str] | None
# What the two-phased estimate of q depends on.
ESTIMATED_BY = ("data", "options", "family", "seed", "budget", "examples", "mode")
# What the last π of our algorithms depends on.
LEARNT_BY = (*ESTIMATED_BY, "step", "multiplier", "norm_bound", "guarded")


@dataclass(frozen=True, eq=False)
class Numbers:
    """The experiment that the settings ask for, what is known of it, and its bounds."""

    spec: ExperimentSpec
    facts: PriorFacts
    image_shape: tuple[int, int] | None

    @property
    def ours(self) -> bool:
        """Whether algorithms of this project are asked for."""
        return any(ALGORITHMS[key].joint for key in self.spec.algorithms)

    @cached_property
    def promises(self) -> Promises:
        """The bounds against the attributes paid for."""
        return promises(self.facts)

    def shows(self, key: str, shown: Shown) -> bool:
        """Return whether an algorithm is drawn beside the curves that are `shown`; None: all."""
        return (self.ours or not ALGORITHMS[key].joint) and (shown is None or key in shown)

    def saving(self, result: Result) -> Saving | None:
        """Return what choosing by size saved in a run, if it is the run of these settings."""
        return None if words.differences(result.spec, self.spec) else measured_saving(result)


def on_screen(settings: Settings) -> OnScreen:
    """Return the run to draw, without a curve that the visitor should predict first."""
    return predict.veiled(visitor_run.on_screen(settings))


def numbers(settings: Settings, now: OnScreen) -> Numbers:
    """Return the numbers of the settings, with the norm bound that a run of them has found.

    If the data cannot be made, the page says why and ends there.
    """
    try:
        data.keep_norm_bound(now.spec, now.result.norm_bound)
        facts = data.prior_facts(settings)
        # no rows are needed here: redrawing a run must not load them again
        return Numbers(settings.spec(), facts, DATASETS[settings.data].image_shape)
    except ValueError as error:
        st.error(in_markdown(str(error)))
        st.stop()


@dataclass(frozen=True)
class Drawn:
    """A picture as JSON, its alternative text, its height, and its caption."""

    figure: str
    alt: str
    height: int
    below: str


def drawn(picture: Picture, below: str) -> Drawn:
    """Return a picture with its caption."""
    # uids keep a curve's legend choice when others come or go
    figure = picture.figure
    return Drawn(figure.to_json(remove_uids=False), picture.alt, figure.layout.height, below)


_pictures: Recent[Drawn] = Recent(KEPT)


def _kept(*specs: ExperimentSpec) -> Recent[Drawn]:
    """Return the cache for a picture of these experiments."""
    return where(_pictures, "pictures", uploaded=any(spec.entry.uploaded for spec in specs))


def learning(
    now: OnScreen,
    view: View,
    look: Look,
    *,
    shown: Shown = None,
    pins: tuple[OnScreen, ...] = (),
    guess: Points = (),
    note: str = "",
    rho: float | None = None,
    bare: bool = False,
    x: str = "",
) -> Drawn:
    """Return the learning curves.

    shown : the keys of the curves to draw; None, or others than there are: all
    guess : attributes and test errors, drawn if the view has these axes
    note : how the run differs from the settings; then its curves are pale
    rho : of the run's data, if it is known
    bare : curves alone, without what a run shows of them
    x : the title of the x-axis, if attributes are called something else
    """
    result, view = now.result, fitting(view, now.result)
    pins = tuple(pin for pin in pins if pin.frame != now.frame)  # the run shown is not grey as well
    if view.across != "attributes" or view.value != "relative_loss":
        guess = ()
    if shown and shown.isdisjoint({*result.curves, *now.preview}):
        shown = None
    ours = now.settings.origin == OURS_TOO  # so that they are missed where they cannot run

    def made() -> Drawn:
        picture = learning_of(
            result,
            view,
            preview=now.preview,
            shown=shown,
            marks=not bare,
            remarks=remarks(result) if result.complete and not (note or bare) else (),
            said={} if note or bare else words.behind_names(result, view, rho),
            pinned=behind(pins, result.spec, view),
            guess=guess,
            note=note,
            faded=bool(note),
            stopped=now.stopped,
            x=x,
            look=look,
            height=TOP,
        )
        legend_beside(picture.figure)
        alone = bool(note) or bare
        below = words.about_curves(result, view, shown=shown, other=alone, rho=rho, ours=ours)
        return drawn(picture, below)

    grey = tuple(pin.frame for pin in pins)
    key = ("learning", now.frame, grey, view, look, shown, guess, note, rho, ours, bare, x)
    return _kept(result.spec, *(pin.spec for pin in pins)).get(key, made)


def behind(pins: Sequence[OnScreen], shown: ExperimentSpec, view: View) -> tuple[Pinned, ...]:
    """Return the pinned curves to draw: neither those shown anyway nor any not measured."""
    return tuple(
        Pinned(
            in_chart(f"pinned: {words.description(pin, shown)}", LONGEST_SENTENCE),
            tuple(
                series_of(curve, view)
                for curve in legend_order(pin.result.curves)
                if getattr(curve, view.value) is not None
            ),
        )
        for pin in pins
        if pin.spec != shown or not pin.result.complete
    )


def sampling(numbers: Numbers, now: OnScreen, order: str, look: Look, shown: Shown = None) -> Drawn:
    """Return how the looks are shared among the attributes: before a run, and as runs end.

    For the paper's algorithms that is q, the two-phased one's from a run of the same data; for
    ours, π divided by k + 1, at the start and at the end of such a run.
    """

    def made() -> Drawn:
        facts = numbers.facts
        curves = {
            key: curve
            for key, curve in now.result.curves.items()
            if all(
                getattr(now.spec, part) == getattr(numbers.spec, part)
                for part in (LEARNT_BY if ALGORITHMS[key].joint else ESTIMATED_BY)
            )
        }
        lines = shares_of_looks(facts, numbers.spec.algorithms, curves)
        drawn_too = {key: q for key, q in lines.items() if shown and algorithm_of(key) in shown}
        lines = drawn_too or lines
        caption = words.about_sampling(facts, curves)
        if order == "pixels" and numbers.image_shape is not None:
            images = {}
            for name, (_, q) in lines.items():  # in brief: whether a run of ours has ended
                entry = ALGORITHMS[algorithm_of(name)]
                when = ", end" if name.endswith(AT_THE_END) else ", start"
                images[name] = entry.does + (when if entry.joint else ""), q
            picture = pixels_picture(
                images, numbers.image_shape, look=look, height=TOP + SWITCHES, across=2
            )
        else:
            by_number = order == "index"
            picture = draws_of(lines, facts, by_number=by_number, look=look, height=TOP + SWITCHES)
            legend_beside(picture.figure)
        return drawn(picture, caption)

    key = ("sampling", numbers.spec, now.frame, order, look, shown)
    return _kept(numbers.spec, now.spec).get(key, made)


def ratios(numbers: Numbers, look: Look) -> Drawn:
    """Return ρ against α and for the data sets."""

    def made() -> Drawn:
        picture = rho_of(numbers.spec, numbers.facts, look=look, height=_lower(look) + LINES)
        return drawn(picture, words.about_ratios(numbers.facts))

    return _kept(numbers.spec).get(("ratios", numbers.spec, look), made)


def bounds(numbers: Numbers, now: OnScreen, look: Look, shown: Shown = None) -> Drawn:
    """Return the bounds, with the risk that the run measured if both have the same settings."""

    def made() -> Drawn:
        facts, result = numbers.facts, now.result
        same = same_bounds(result.spec, numbers.spec) and (result.complete or now.stopped)
        risks = measured(result, facts, offline_loss(result)) if same else {}
        wanted = [key for key in numbers.promises.curves if numbers.shows(key, shown)]
        picture = risk_of(
            facts, numbers.promises, risks, shown=wanted, look=look, height=_lower(look)
        )
        legend_beside(picture.figure)
        below = words.about_bounds(facts, numbers.promises, risks, exact=same and exact(result))
        return drawn(picture, below)

    key = ("bounds", numbers.spec, numbers.facts.B, now.frame, look, shown)
    return _kept(numbers.spec, now.spec).get(key, made)


def _lower(look: Look) -> int:
    """Return the height of the lower pictures: on a projector nothing stands beside them."""
    return TOP if look.projector else BOTTOM
