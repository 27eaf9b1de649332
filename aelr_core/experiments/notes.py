"""The sentences a result carries: what a reader must know to read the curves rightly."""

from __future__ import annotations

from collections.abc import Mapping

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.tuning import EFFORTS, Search


def notes(
    spec: ExperimentSpec,
    rows: int,
    curves: Mapping[str, Curve],
    searches: Mapping[str, Search],
    diverged: Mapping[str, int],
) -> tuple[str, ...]:
    """Return the sentences about an experiment, most important first.

    rows : training rows; diverged : by algorithm, how many of its runs did.
    """
    found = [_diverged(key, count, spec.runs) for key, count in diverged.items() if count]
    if spec.examples > rows:
        found.append(
            f"Examples reused: {spec.examples:,} examples were drawn from {rows:,} training rows."
        )
    found += [note for key, curve in curves.items() if (note := _unsampled(key, curve))]
    found += [_edge(key) for key, search in searches.items() if search.at_edge]
    if spec.step in EFFORTS or spec.norm_bound == "cv":
        found.append(
            "Choosing step sizes looked at whole training examples; that is not counted among "
            "the attributes seen, as in the paper."
        )
    return tuple(found)


def _diverged(key: str, count: int, runs: int) -> str:
    return (
        f"{ALGORITHMS[key].label}: {count:,} of {runs:,} runs diverged (the step size is too "
        "large) and are left out."
    )


def _unsampled(key: str, curve: Curve) -> str | None:
    if curve.unsampled is None or curve.q is None or not curve.unsampled.any():
        return None
    return (
        f"{ALGORITHMS[key].label}: on average {curve.unsampled.mean():.1f} of {len(curve.q):,} "
        "attributes were never seen to differ from 0 in phase one, so with ε = 0 they are never "
        "sampled and the gradient estimate is biased there, as in the paper's experiments."
    )


def _edge(key: str) -> str:
    what = "norm bound" if ALGORITHMS[key].role == "offline" else "step size"
    return (
        f"{ALGORITHMS[key].label}: the best {what} found is the last one tried; a better one "
        "may lie beyond."
    )
