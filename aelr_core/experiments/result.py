"""The result of an experiment: curves with every run, searches, and notes for the reader."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from aelr_core import __version__
from aelr_core.algorithms import ALGORITHMS, Algorithm, runnable, unasked
from aelr_core.experiments.curve import Curve, Piece
from aelr_core.experiments.spec import SEARCHES, ExperimentSpec

# The note where anything was searched.
SEARCHED = (
    "The search for step sizes used whole training examples; as in the paper, these do not count "
    "as attributes seen."
)


@dataclass(frozen=True)
class Trial:
    """One candidate of a search, with its held-out loss (relative to the zero predictor's).

    multiplier : factor on the theory's step; 1 for the offline method, which takes no steps.
    B : norm bound.
    loss, standard_error : mean held-out loss, and its standard error.
    """

    multiplier: float
    B: float
    loss: float
    standard_error: float


@dataclass(frozen=True)
class Search:
    """The search of one algorithm: every candidate, and the chosen one.

    Every trial ran `repeats` times on each of `folds` folds, with `examples` examples per run. From
    coarse to fine, `trials` are those that ran on all folds.

    phase_one : the choice for the first phase of a two-phased algorithm, where that has a search
        of its own; its loss is that of phase one's average.
    """

    algorithm: str
    folds: int
    repeats: int
    examples: int
    trials: tuple[Trial, ...]
    chosen: Trial
    at_edge: bool
    phase_one: Trial | None = None


@dataclass(frozen=True, eq=False)
class Result:
    """The curves of a spec, complete or so far.

    Attributes
    ----------
    spec : the experiment.
    curves : by algorithm, in the registry's order, without those that have no point yet.
    searches : by algorithm, the search for its step size, or for the offline method's ball. The
        uniform algorithm is included even if only phase one needed it.
    prefix_searches : by algorithm, the searches at every point of its curve, where there are such;
        the last of them is also in `searches`.
    notes : sentences about anything a reader would not expect.
    label, d, rows : the data set's label, number of attributes and number of training rows.
    norm_bound : B of the spec (see `bound_of` for the bound of one algorithm).
    zero_loss : the zero predictor's mean squared test error, the unit of `relative_loss`.
    seconds : time taken.
    complete : whether the experiment has finished.
    versions : versions of the software that computed it.
    """

    spec: ExperimentSpec
    curves: dict[str, Curve]
    searches: dict[str, Search]
    notes: tuple[str, ...]
    label: str
    d: int
    rows: int
    norm_bound: float
    zero_loss: float
    seconds: float
    complete: bool
    versions: dict[str, str] = field(default_factory=lambda: versions())
    prefix_searches: dict[str, tuple[Search, ...]] = field(default_factory=dict)

    def bound_of(self, key: str) -> float:
        """Return the norm bound of one algorithm: the one its search chose, or B."""
        search = self.searches.get(key)
        return self.norm_bound if search is None else search.chosen.B

    def agrees_with(self, other: Result) -> bool:
        """Whether it is the same experiment with the same curves, to a thousandth of each mean."""
        return self.spec == other.spec and all(
            key in other.curves and np.allclose(curve.mean, other.curves[key].mean, rtol=1e-3)
            for key, curve in self.curves.items()
        )


@dataclass(eq=False)
class Update:
    """What a piece of work has so far: the piece of a curve, or searches that have ended.

    Attributes
    ----------
    fraction : the share of the work that is done.
    ended : whether nothing will follow.
    piece : of a curve, with what has been measured.
    searches : of an algorithm, for each number of examples for which it was searched.
    elsewhere : processor seconds that another process took for it.
    """

    fraction: float = 0.0
    ended: bool = False
    piece: Piece | None = None
    searches: tuple[Search, ...] = ()
    elsewhere: float = 0.0


@dataclass(frozen=True, eq=False)
class Progress:
    """The progress of an experiment.

    Attributes
    ----------
    fraction : share of the work that is done, from 0 to 1; it never decreases.
    seconds : time since the start.
    result : the result so far.
    preview : by algorithm, a provisional curve of a few runs whose step was not searched (see
        `stream.Preview`), if the stream is watched; the final one replaces it.
    processor_seconds : how long processors have worked for it, all processes together, whatever
        else the machine did meanwhile; 0 before it is complete.
    """

    fraction: float
    seconds: float
    result: Result
    preview: Mapping[str, Curve] = field(default_factory=dict)
    processor_seconds: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """The estimated time left; None before any work is done."""
        if self.fraction <= 0:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction


def notes(
    spec: ExperimentSpec,
    rows: int,
    curves: Mapping[str, Curve],
    searches: Mapping[str, Search],
    diverged: Mapping[str, int],
) -> tuple[str, ...]:
    """Return the notes on an experiment, most important first.

    rows : training rows; diverged : number of diverged runs by algorithm.
    """
    sentences = [diverged_note(key, count, spec.runs) for key, count in diverged.items() if count]
    if spec.examples > rows:
        sentences.append(
            f"Examples reused: {spec.examples:,} examples were drawn from {rows:,} training rows."
        )
    sentences += [note for key, curve in curves.items() if (note := _unsampled(key, curve))]
    if spec.mode.design == "poisson":
        joint = (key for key in curves if ALGORITHMS[key].joint)
        sentences += [_expected(spec, key, curves[key]) for key in joint]
    if missing := left_out(spec):
        sentences.append(missing)
    sentences += [_edge(key) for key, search in searches.items() if search.at_edge]
    if spec.step_is_searched or spec.step in SEARCHES or spec.norm_bound == "cv":
        sentences.append(SEARCHED)
    return tuple(sentences)


def diverged_note(key: str, count: int, runs: int) -> str:
    """Return the note that so many runs of an algorithm were left out."""
    return (
        f"{ALGORITHMS[key].label}: {count:,} of {runs:,} runs diverged (the step size is too "
        "large) and are left out."
    )


def _unsampled(key: str, curve: Curve) -> str | None:
    if curve.unsampled is None or curve.q is None or not curve.unsampled.any():
        return None
    return (
        f"{ALGORITHMS[key].label}: on average {curve.unsampled.mean():.1f} of {len(curve.q):,} "
        "attributes had no value other than 0 among the draws of phase one. With ε = 0 they are "
        "never sampled, as in the paper's experiments: the gradient estimate is biased where they "
        "are not 0 in every row."
    )


def _expected(spec: ExperimentSpec, key: str, curve: Curve) -> str:
    spent = curve.attributes[-1] / curve.examples[-1]
    proved = spec.step_of(key) == "theory" and spec.multiplier == 1
    how = "as its theorem needs it" if proved else "but not with the step of its theorem"
    return (
        f"{ALGORITHMS[key].label}: budget in expectation, {how}. It read "
        f"{spent:.2f} attributes per example on average, of some examples more than k + 1."
    )


def _edge(key: str) -> str:
    what = "step size" if ALGORITHMS[key].takes_steps else "norm bound"
    return (
        f"{ALGORITHMS[key].label}: the best {what} found is at the edge of the range that was "
        "tried; a better one may lie beyond."
    )


def versions() -> dict[str, str]:
    """Return the versions of the software that computes results."""
    return {
        "aelr_core": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


# -- which algorithms an experiment leaves out by itself, and why --


def left_out(
    spec: ExperimentSpec, name: Callable[[Algorithm], str] = lambda entry: entry.label
) -> str:
    """Return which algorithms of the family cannot run by the rules of a spec, and why.

    "" if all can, or if the spec is about some of the others only: nobody misses the rest.

    name : what an algorithm is called.

    >>> left_out(ExperimentSpec(mode="theory"))  # type: ignore[arg-type]
    'Adaptive JAERR is left out: mode theory needs a theorem.'
    >>> left_out(ExperimentSpec(adagrad=True))
    'JAERR and Adaptive JAERR are left out: they have no AdaGrad steps.'
    >>> left_out(ExperimentSpec(adagrad=True, algorithms=("aerr",)))
    ''
    """
    if [*spec.algorithms] != runnable(spec.family, mode=spec.mode, adagrad=spec.adagrad):
        return ""
    missing = [
        entry
        for key in unasked(spec.family)
        if (entry := ALGORITHMS[key]).key not in spec.algorithms
    ]
    stepless = [entry for entry in missing if entry.lacks_steps(adagrad=spec.adagrad)]
    unproved = [entry for entry in missing if entry not in stepless]
    sentences = []
    if stepless:
        have = "it has" if len(stepless) == 1 else "they have"
        sentences.append(f"{_left_out(stepless, name)}: {have} no AdaGrad steps.")
    if unproved:
        sentences.append(f"{_left_out(unproved, name)}: mode theory needs a theorem.")
    return " ".join(sentences)


def _left_out(entries: Sequence[Algorithm], name: Callable[[Algorithm], str]) -> str:
    *others, last = (name(entry) for entry in entries)
    return f"{', '.join(others)} and {last} are left out" if others else f"{last} is left out"
