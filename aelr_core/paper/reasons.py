"""Likely reasons for differences from the paper, with numbers filled in from the results.

The texts are in ``reasons.md``, by the key of the claim or remark. A text has `str.format` fields,
each computed from the panel's results when needed: ``{step[uniform]:.0f}`` is the step size found
for the uniform algorithm, ``{gap[known - online].end:.2f}`` how far DDAERR is behind the online
algorithm at the end. Curves are named as in `panels.names`. The texts are here and not with the
app's because the command line prints them too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.experiments.problem import prefixes
from aelr_core.experiments.result import Search, Trial
from aelr_core.paper.panels import names
from aelr_core.paper.verdicts import OVERALL, axis_of, margin, places_on

# A step this many times larger or smaller than the chosen one belongs to another valley.
FAR = 9.0
# [words](#name)
MARK = re.compile(r"\[([^\[\]]*)\]\(#([\w-]+)\)")


def texts_by_key(markdown: str) -> dict[str, str]:
    r"""Return the text under each key; a heading may list several keys, separated by commas.

    >>> texts_by_key("About it.\n\n## 1a.equal, 1b.known\n\nBecause\nof this.\n")
    {'1a.equal': 'Because of this.', '1b.known': 'Because of this.'}
    """
    found: dict[str, str] = {}
    for section in markdown.split("\n## ")[1:]:
        keys, _, text = section.partition("\n")
        found |= dict.fromkeys(keys.split(", "), " ".join(text.split()))
    return found


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
        found = self._curves["two_phase"].unsampled
        assert found is not None
        return float(found.mean())

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
