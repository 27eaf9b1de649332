"""Likely reasons for differences from the paper, and remarks on odd curves.

The texts are in ``reasons.md``, by the key of the claim or remark. A text has `str.format` fields,
each computed from the panel's results when needed: ``{step[uniform]:.0f}`` is the step size found
for the uniform algorithm, ``{gap[known - online].end:.2f}`` how far DDAERR is behind the online
algorithm at the end. Curves are named as in `panels.names`.

**Remarks** are about odd curves in a panel that no claim of the paper is about.
Every panel is searched for curves that look odd, and the numbers in a remark are computed from the
runs. Only the likely reasons are written by hand, in ``reasons.md``.

**Remarks on data sets** say whose parameters carry over, and how much the sets differ.
Parameters are searched on the first data set and used on all. If that set is easier than the
others, every curve is lower on it, whatever its parameters; so a curve is compared with the others
of its panel. Let f be its mean loss on the first set, g that on the others, at the same number of
attributes, and r the median of g/f over the curves of the panel. If its parameters carry over as
well as theirs, g is about r f. A remark is due where g exceeds both f and r f by more than the
panel's margin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.experiments.problem import prefixes
from aelr_core.experiments.result import Search, Trial
from research.paper.panels import ADAGRAD, UNEVEN, WIDE, names
from research.paper.verdicts import (
    END,
    HOLDS,
    OVERALL,
    Claim,
    Comparison,
    axis_of,
    decide,
    margin,
    places_on,
)
from research.paper.wording import inside

# A step this many times larger or smaller than the chosen one belongs to another valley.
FAR = 9.0
# [words](#name)
MARK = re.compile(r"\[([^\[\]]*)\]\(#([\w-]+)\)")


def texts_by_key(markdown: str) -> dict[str, str]:
    r"""Return the text under each key; a heading may list several keys, separated by commas.

    >>> texts_by_key("About it.\n\n## 1a.equal, 1b.known\n\nBecause\nof this.\n")
    {'1a.equal': 'Because of this.', '1b.known': 'Because of this.'}
    """
    by_key: dict[str, str] = {}
    for section in markdown.split("\n## ")[1:]:
        keys, _, text = section.partition("\n")
        by_key |= dict.fromkeys(keys.split(", "), " ".join(text.split()))
    return by_key


# The texts with the marks that tests check, and as they are shown, without them.
MARKED = texts_by_key(Path(__file__).with_name("reasons.md").read_text(encoding="utf-8"))
REASONS = {key: MARK.sub(r"\1", text) for key, text in MARKED.items()}


@dataclass(frozen=True, eq=False)
class Along:
    """A number at each tenth of the x-axis: values (10,) at attributes (10,)."""

    attributes: Floats
    values: Floats

    @property
    def few(self) -> float:
        """At a tenth of the axis."""
        return float(self.values[0])

    @property
    def end(self) -> float:
        """At the end of the axis."""
        return float(self.values[-1])

    @property
    def least(self) -> float:
        """The smallest value."""
        return float(self.values.min())

    @property
    def least_at(self) -> float:
        """How many attributes that is at."""
        return float(self.attributes[self.values.argmin()])

    @property
    def most(self) -> float:
        """The largest value."""
        return float(self.values.max())

    @property
    def later(self) -> float:
        """The largest value after the first tenth."""
        return float(self.values[1:].max())

    @property
    def later_at(self) -> float:
        """How many attributes that is at."""
        return float(self.attributes[1:][self.values[1:].argmax()])


class Gaps:
    """Gaps between mean losses, by the two curves' names: ``gaps["known - online"]``."""

    def __init__(self, loss: Mapping[str, Along]) -> None:
        self._loss = loss

    def __getitem__(self, pair: str) -> Along:
        """Return the first curve minus the second, along the axis."""
        a, b = (self._loss[name] for name in pair.split(" - "))
        return Along(a.attributes, a.values - b.values)


class Beyond:
    """At how many places one curve leads another by more than the margin, by their names."""

    def __init__(self, gaps: Gaps, margin: float) -> None:
        self._gaps, self._margin = gaps, margin

    def __getitem__(self, pair: str) -> int:
        """Return how often the first curve minus the second is below minus the margin."""
        return int((self._gaps[pair].values < -self._margin).sum())


class PanelFacts:
    """The facts about a panel, by the names used in the reasons.

    result : the result of the panel's own experiment; curves : all curves of the panel.
    """

    def __init__(self, result: Result, curves: Mapping[str, Curve]) -> None:
        self._result, self._curves = result, curves
        self.d, self.m, self.runs = result.d, result.spec.examples, result.spec.runs
        self.m1 = result.spec.mode.m1(int(prefixes(result.spec)[0]))

    def __getitem__(self, name: str) -> object:
        """Return a fact by its name, for `str.format_map`."""
        return getattr(self, name)

    @property
    def margin(self) -> float:
        """The difference that counts."""
        return margin(self._curves)

    @property
    def loss(self) -> dict[str, Along]:
        """The mean losses, by curve."""
        return self._along(lambda curve: curve.mean)

    @property
    def sd(self) -> dict[str, Along]:
        """The standard deviations of the runs, by curve."""
        return self._along(lambda curve: curve.sd)

    @property
    def worst(self) -> dict[str, Along]:
        """The losses of the worst run, by curve."""
        return self._along(lambda curve: curve.relative_loss.max(axis=0))

    @property
    def gap(self) -> Gaps:
        """The gaps between curves."""
        return Gaps(self.loss)

    @property
    def beyond(self) -> Beyond:
        """At how many of the ten places a gap is larger than the margin."""
        return Beyond(self.gap, self.margin)

    @property
    def share(self) -> Along:
        """Where the two-phased algorithm lies between known moments (0) and uniform draws (1)."""
        part, whole = self.gap["two_phase - known"], self.gap["uniform - known"]
        return Along(part.attributes, part.values / whole.values)

    @property
    def above(self) -> dict[str, int]:
        """How many runs are worse than the zero predictor in the first prefix, by curve."""
        return {name: int((c.relative_loss[:, 0] > 1).sum()) for name, c in self._curves.items()}

    @property
    def unsampled(self) -> float:
        """The mean number of attributes that phase two never draws, at full m."""
        counts = self._curves["two_phase"].unsampled
        assert counts is not None
        return float(counts.mean())

    @property
    def step(self) -> dict[str, float]:
        """The factors on the theory's step that the searches found, by curve."""
        return {name: search.chosen.multiplier for name, search in self._searches()}

    @property
    def modest(self) -> dict[str, float]:
        """The best held-out losses among steps no larger than the theory's, by curve."""
        return {
            name: min(trial.loss for trial in search.trials if trial.multiplier <= 1.0)
            for name, search in self._searches()
        }

    @property
    def chosen(self) -> dict[str, Trial]:
        """The chosen step sizes and their held-out losses, by curve."""
        return {name: search.chosen for name, search in self._searches()}

    @property
    def other(self) -> dict[str, Trial]:
        """The best steps at least `FAR` times away from the chosen ones, in another valley."""
        far = {
            name: [t for t in search.trials if _times(t, search.chosen) >= FAR]
            for name, search in self._searches()
        }
        return {name: min(those, key=lambda t: t.loss) for name, those in far.items() if those}

    def _searches(self) -> Iterator[tuple[str, Search]]:
        called = names(self._result.spec)
        for key, search in self._result.searches.items():
            yield called[key], search

    def _along(self, of: Callable[[Curve], Floats]) -> dict[str, Along]:
        places = places_on(OVERALL, axis_of(self._curves))
        return {
            name: Along(places, np.interp(places, curve.attributes, of(curve)))
            for name, curve in self._curves.items()
        }


def _times(a: Trial, b: Trial) -> float:
    """Return how many times larger the larger of two steps is."""
    return max(a.multiplier / b.multiplier, b.multiplier / a.multiplier) * (1 + 1e-9)


# -- remarks on the data sets of a panel -------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Split:
    """The mean losses of a curve at ten places: on the first data set and on the others, (10,)."""

    first: Floats
    others: Floats


def splits(curves: Mapping[str, Curve]) -> dict[str, Split]:
    """Return the curves of a panel with several data sets on the first and on the others."""
    places = places_on(OVERALL, axis_of(curves))

    def mean(curve: Curve, those: Floats) -> Floats:
        return np.asarray(
            np.interp(places, curve.attributes, curve.relative_loss[those].mean(axis=0))
        )

    return {
        name: Split(mean(c, c.data_sets == 0), mean(c, c.data_sets != 0))
        for name, c in curves.items()
        if c.data_sets is not None
    }


def does_not_carry_over(
    curves: Mapping[str, Curve], near: float, label: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the curves whose parameters, searched on the first data set, serve others less well.

    near : the panel's margin.
    """
    halves = splits(curves)
    for name, excess in _excess(halves).items():
        at = int(excess.argmax())
        if excess[at] <= near:
            continue
        split, ratio = halves[name], _ratio(halves)[at]
        attributes = places_on(OVERALL, axis_of(curves))[at]
        yield (
            f"{name}.elsewhere",
            name,
            f"The parameters of {label(name)} were searched on the first data set and serve the "
            f"others less well: at {attributes:,.0f} attributes its mean is "
            f"{split.first[at]:.2f} there and {split.others[at]:.2f} on the others. If it differed "
            f"between them as the other curves do, by a factor of {ratio:.2f}, it would be "
            f"{ratio * split.first[at]:.2f}.",
        )


def unlike_the_first(
    curves: Mapping[str, Curve], near: float, label: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield a remark if the first data set is easier, or harder, than the others for all curves.

    Curves whose parameters do not carry over are left out.
    """
    halves = splits(curves)
    excess = _excess(halves)
    fair = {name: split for name, split in halves.items() if excess[name].max() <= near}
    gaps = np.array([(split.others - split.first).mean() for split in fair.values()])
    if (
        len(gaps) < 2
        or abs(np.median(gaps)) <= near
        or not (np.sign(gaps) == np.sign(gaps[0])).all()
    ):
        return
    ends = ", ".join(
        f"{label(name)}{'' if number else ' is'} at {split.first[-1]:.2f} and "
        f"{split.others[-1]:.2f}"
        for number, (name, split) in enumerate(fair.items())
    )
    yield (
        "data_sets",
        next(iter(fair)),
        "The first data set, on which parameters are searched, is "
        f"{'easier' if gaps[0] > 0 else 'harder'} than the others, whatever the algorithm. At the "
        f"end, on the first and on the others, {ends}.",
    )


def _excess(halves: Mapping[str, Split]) -> dict[str, Floats]:
    """Return by how much each curve is higher on the others than it was and should be, (10,)."""
    ratio = np.maximum(_ratio(halves), 1.0) if halves else 1.0
    return {name: split.others - ratio * split.first for name, split in halves.items()}


def _ratio(halves: Mapping[str, Split]) -> Floats:
    """Return how many times higher losses are on the others than on the first, (10,)."""
    tiny = np.finfo(np.float64).tiny
    each = [split.others / np.maximum(split.first, tiny) for split in halves.values()]
    return np.asarray(np.median(each, axis=0))


# -- remarks -----------------------------------------------------------------------------------

# Where most runs end below this share of the zero predictor's loss, the others have failed.
FOUND = 0.01
UNEXPLAINED = "We have no explanation."


@dataclass(frozen=True)
class Remark:
    """Something odd in a panel.

    Attributes
    ----------
    key : the panel's key, the curve's name and a word, separated by full stops.
    panel : the panel it is about.
    says : what is odd, with the numbers of the results.
    reason : the likely reason, or that we have no explanation.
    """

    key: str
    panel: str
    says: str
    reason: str


def remarks(panel: str, curves: Mapping[str, Curve], B: float, d: int) -> tuple[Remark, ...]:
    """Return the remarks on a panel's curves, which are named as in `panels.names`.

    Where a panel draws AdaGrad's curves and those of another panel, only AdaGrad's count.

    B, d : the norm bound of the panel's offline curve, and the number of attributes of its data.
    """
    drawn = {name: c for name, c in curves.items() if not name.startswith((WIDE, UNEVEN))}
    adagrad = {name: c for name, c in drawn.items() if name.startswith(ADAGRAD)}
    shown = adagrad or drawn
    near = margin(drawn)

    def label(name: str) -> str:
        return inside(_label(name, shown[name]))

    noticed = (
        *_worse(shown, near),
        *_above(shown),
        *does_not_carry_over(shown, near, label),
        *unlike_the_first(shown, near, label),
        *_later(shown),
        *_behind(shown),
    )
    return tuple(
        Remark(f"{panel}.{key}", panel, says, _reason(f"{panel}.{key}", shown[name], B, d))
        for key, name, says in noticed
    )


def _worse(curves: Mapping[str, Curve], near: float) -> Iterator[tuple[str, str, str]]:
    """Yield the curves that end higher than they begin, by more than the margin."""
    for name, curve in curves.items():
        if curve.mean[-1] <= curve.mean[0] + near:
            continue
        ends = curve.relative_loss[:, -1]
        level = FOUND if np.median(ends) <= FOUND else 1.0
        above = int((ends > level).sum())
        of = f"{FOUND:g}" if level == FOUND else "the zero predictor's loss"
        yield (
            f"{name}.worse",
            name,
            f"{_label(name, curve)} gets worse with more examples: its mean goes from "
            f"{_loss(curve.mean[0])} at {curve.attributes[0]:,} attributes to "
            f"{_loss(curve.mean[-1])} at {curve.attributes[-1]:,}. There {above} of {len(ends)} "
            f"runs are above {of}, the worst at {_loss(ends.max())}, the median at "
            f"{_loss(np.median(ends))}.",
        )


def _above(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield the curves that begin above the zero predictor."""
    for name, curve in curves.items():
        if curve.mean[0] <= 1.0:
            continue
        first = curve.relative_loss[:, 0]
        yield (
            f"{name}.above",
            name,
            f"{_label(name, curve)} begins at {_loss(curve.mean[0])}, above the zero predictor, "
            f"as {int((first > 1).sum())} of {len(first)} runs do.",
        )


def _later(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield the curves on one data set that are above the zero predictor in between only.

    One that begins or ends there has a remark of its own.
    """
    for name, curve in curves.items():
        at = int(curve.mean.argmax())
        ends = max(curve.mean[0], curve.mean[-1])
        if curve.data_sets is not None or not ends <= 1.0 < curve.mean[at]:
            continue
        loss = curve.relative_loss[:, at]
        yield (
            f"{name}.later",
            name,
            f"The mean of {_label(name, curve)} rises to {_loss(curve.mean[at])} at "
            f"{curve.attributes[at]:,} attributes, above the zero predictor, as "
            f"{int((loss > 1).sum())} of {len(loss)} runs do, the worst to {_loss(loss.max())}; "
            f"the median of all runs is {_loss(np.median(loss))}.",
        )


def _behind(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield an offline curve that ends behind others, judged by the paired interval."""
    for name, curve in curves.items():
        if name.removeprefix(ADAGRAD) != "offline" or curve.mean[-1] < FOUND:
            continue
        ahead = [
            other
            for other in curves
            if decide(
                Claim("", "", "", (Comparison("better", other, name, END),)), {"": curves}
            ).status
            == HOLDS
        ]
        if ahead:
            others = " and ".join(
                f"{inside(_label(other, curves[other]))} ({curves[other].mean[-1]:.3f})"
                for other in ahead
            )
            yield (
                f"{name}.behind",
                name,
                f"{_label(name, curve)} ends at {curve.mean[-1]:.3f}, behind {others}.",
            )


def _reason(key: str, curve: Curve, B: float, d: int) -> str:
    setting = curve.setting
    facts: dict[str, float] = {
        "B": B,
        "d": d,
        "fewest": int(curve.examples[0]),
        "most": int(curve.examples[-1]),
        "step": setting.number if setting else 1.0,
        "phase_one": setting.phase_one if setting else 1.0,
    }
    return REASONS.get(key, UNEXPLAINED).format(**facts)


def _label(name: str, curve: Curve) -> str:
    label = ALGORITHMS[curve.algorithm].label
    return f"{label} with AdaGrad" if name.startswith(ADAGRAD) else label


def _loss(number: float) -> str:
    """Return a loss with two significant digits.

    >>> _loss(0.26823), _loss(0.000123), _loss(9.1231), _loss(1.0622)
    ('0.27', '0.00012', '9.1', '1.06')
    """
    return f"{number:.2f}" if 1 <= number < 2 else f"{number:.2g}"
