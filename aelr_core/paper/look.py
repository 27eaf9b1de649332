"""One closer look at a panel: a few variants of its experiment, and the numbers they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from aelr_core.algorithms import by_word
from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.growth import Batch, grow
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.prefix_search import setting_of, tune_prefixes
from aelr_core.experiments.problem import dataset_of, norm_bound
from aelr_core.experiments.readings import SCALED, reading
from aelr_core.modes import Mode
from aelr_core.paper.panels import PANELS
from aelr_core.paper.verdicts import CONFIDENCE
from aelr_core.paper.wording import with_interval
from aelr_core.student import half_width

FOLDER = "closer"
# Added to the name of a variant: w* on what phase one of that variant has met.
IDEAL = "-ideal"


@dataclass(frozen=True)
class Variant:
    """One algorithm of a panel with something changed.

    Attributes
    ----------
    word : of the algorithm.
    rules : changed rules of the mode.
    settings : changed settings of the experiment.
    times : a factor on the step that phase one has chosen; phase two is searched after it.
    ideal : whether the predictor is w* itself on the attributes that phase one has met, and 0 on
        the others, instead of what has been learnt.
    """

    word: str
    rules: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    times: float = 1.0
    ideal: bool = False


@dataclass(frozen=True)
class Look:
    """A closer look.

    Attributes
    ----------
    key : of the claim or the remark.
    panel : the panel.
    variants : by name.
    says : what the variants show, with fields: see `numbers_of`.
    runs : of each variant.
    reading : by which parameters are searched.
    data_set : the data set of the panel's own result to compare with, if any.
    """

    key: str
    panel: str
    variants: Mapping[str, Variant]
    says: str
    runs: int = 20
    reading: str = SCALED
    data_set: int | None = None

    def file(self, name: str) -> str:
        """Return the name of a variant's file."""
        return f"{FOLDER}/{self.panel}-{name}"

    def spec(self, name: str) -> ExperimentSpec:
        """Return the experiment of a variant, at one m alone and on one data set."""
        variant, own = self.variants[name], PANELS[self.panel].spec
        settings = {**reading(self.reading).settings, "runs": self.runs, "points": 1}
        return replace(
            own,
            algorithms=(by_word(variant.word, own.family).key,),
            mode=Mode(**{**vars(own.mode), **variant.rules}),
            **{**settings, **variant.settings},  # type: ignore[arg-type]
        )

    def compute(self, name: str) -> Result:
        """Run a variant."""
        variant, spec = self.variants[name], self.spec(name)
        if variant.times == 1.0 and not variant.ideal:
            return run(spec)
        began, data = perf_counter(), dataset_of(spec)
        (key,), judge, B = spec.algorithms, judge_of(data), norm_bound(spec, data)
        *_, tuned = tune_prefixes(spec, data, key, B, variant.times)
        setting = setting_of(spec, tuned.searches[key])
        *_, grown = grow(spec, data, judge, Batch(key, 0, spec.runs, (setting,)))
        piece = grown.piece
        curve = piece.measured
        if variant.ideal:
            assert piece.q is not None
            assert data.w_star is not None
            loss = judge.measure(np.where(piece.q > 0, data.w_star, 0.0)).relative_loss
            curve = replace(curve, relative_loss=loss[:, None], excess_risk=None)
        return Result(
            spec=spec,
            curves={key: curve},
            searches=tuned.searches,
            notes=(),
            label=data.label,
            d=data.d,
            rows=data.m,
            norm_bound=B,
            zero_loss=judge.mean_zero_loss,
            seconds=perf_counter() - began,
            complete=True,
        )


def numbers_of(results: Mapping[str, Result]) -> dict[str, object]:
    """Return what a look can say, by the name of a field; most are by the name of a variant.

    d, runs : attributes, and runs of a variant.
    m : examples; mean, median, least, most : of the losses of its runs at the end;
    sd : their standard deviation; seen : how many attributes phase one has met, on average;
    factor, first : the factors on the theory's step that were chosen, where there was a search,
        and that of phase one;
    times : how many times larger or smaller that is than in the variant "paper";
    alike : the correlation, over runs, of a variant with the ideal one of the same name;
    minus : by two names, as in "a - b", the mean difference of paired runs with its interval.
    """
    curves = {name: next(iter(result.curves.values())) for name, result in results.items()}
    searches = {
        name: next(iter(result.searches.values()))
        for name, result in results.items()
        if result.searches
    }
    ends = {name: curve.relative_loss[:, -1] for name, curve in curves.items()}
    first = {
        name: 1.0 if search.phase_one is None else search.phase_one.multiplier
        for name, search in searches.items()
    }
    result = next(iter(results.values()))
    return {
        "d": result.d,
        "runs": result.spec.runs,
        "m": {name: each.spec.examples for name, each in results.items()},
        "mean": {name: float(end.mean()) for name, end in ends.items()},
        "median": {name: float(np.median(end)) for name, end in ends.items()},
        "least": {name: float(end.min()) for name, end in ends.items()},
        "most": {name: float(end.max()) for name, end in ends.items()},
        "sd": {name: float(end.std(ddof=1)) for name, end in ends.items()},
        "seen": {
            name: result.d - float(curve.unsampled.mean())
            for name, curve in curves.items()
            if curve.unsampled is not None
        },
        "factor": {name: search.chosen.multiplier for name, search in searches.items()},
        "first": first,
        "times": {
            name: max(one / first["paper"], first["paper"] / one)
            for name, one in first.items()
            if "paper" in first
        },
        "alike": {
            name: float(np.corrcoef(end, ends[name + IDEAL])[0, 1])
            for name, end in ends.items()
            if name + IDEAL in ends
        },
        "minus": Minus(ends),
    }


class Minus:
    """Mean differences of paired runs, by the names of two variants: ``minus["a - b"]``."""

    def __init__(self, ends: Mapping[str, Floats]) -> None:
        self._ends = ends

    def __getitem__(self, pair: str) -> str:
        """Return the first variant minus the second, with its interval."""
        a, b = (self._ends[name] for name in pair.split(" - "))
        mean, half = float((a - b).mean()), half_width(a - b, CONFIDENCE)
        return with_interval(mean, mean - half, mean + half)
