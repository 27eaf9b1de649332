"""Panels run again with the theory's step for each prefix instead of that for full m."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import Curve
from aelr_core.experiments.growth import Batch, grow
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.problem import dataset_of
from aelr_core.paper import CLAIMS, decide
from aelr_core.paper.panels import ADAGRAD, names
from tests.paper.results import board, stored_curves

RUNS, PREFIXES = 6, 4


def again(key: str, algorithms: tuple[str, ...], prefixes: int, runs: int) -> dict[str, np.ndarray]:
    """Return losses by curve, (runs, prefixes), with the stored factors on the theory's steps."""
    result = board().panels[key].result
    data, curve = dataset_of(result.spec), result.curves[algorithms[0]]
    longest = -(-result.spec.examples * prefixes // result.spec.points)
    spec = replace(result.spec, step="theory", examples=longest, points=prefixes)
    found = list[Curve]()
    for name in algorithms:
        setting = result.curves[name].setting
        assert setting is not None
        *_, last = grow(spec, data, judge_of(data), Batch(name, 0, runs, (setting,)))
        found.append(last.piece.measured)
    assert np.abs(found[0].examples - curve.examples[:prefixes]).max() <= 1
    called = names(result.spec)
    return {called[c.algorithm].removeprefix(ADAGRAD): c.relative_loss for c in found}


@lru_cache
def curves(key: str, runs: int) -> dict[str, Curve]:
    """Return the curves of a panel: some runs, with the theory's step in the first prefixes.

    The longer prefixes, whose steps differ by less than half, are those stored.
    """
    spec = board().panels[key].result.spec
    budgeted = tuple(name for name in spec.algorithms if ALGORITHMS[name].budgeted)
    online = (f"online_{spec.family}",)
    both = again(key, budgeted, PREFIXES, runs) | again(key, online, PREFIXES, runs)
    found = dict(stored_curves()[key])
    for role, losses in both.items():
        stored = stored_curves()[key][role]
        whole = np.concatenate([losses, stored.relative_loss[:runs, PREFIXES:]], axis=1)
        found[role] = replace(stored, runs=stored.runs[:runs], relative_loss=whole)
    return found


def statuses(*keys: str, runs: int = RUNS) -> dict[str, str]:
    """Return the statuses that claims would have, except claims about variants (not run again).

    The plain steps of figure 8 are those of figure 3.
    """
    panels = {
        key: {**stored_curves()["8"], **curves("3", runs)} if key == "8" else curves(key, runs)
        for key in keys
    }
    return {
        c.key: decide(c, panels).status
        for c in CLAIMS
        if c.panel in keys and "In passing" not in c.says
    }
