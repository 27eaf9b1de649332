"""A study with made-up numbers, as its command would store it: a win, a loss, a tie, a gap."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from aelr_core.study import ARMS, PANELS, Measured, Outcome
from aelr_core.study.outcome import keep

# By panel, the errors of ours over those of the others.
FACTORS = {"ridge-2": 0.5, "lasso-0": 20.0, "ridge-1": 1.0, "ridge-1-half-B": 1.0}


def made_up(folder: Path) -> None:
    """Store panels that ours win, lose and tie; all others are missing."""
    rng = np.random.default_rng(0)
    for key, factor in FACTORS.items():
        panel = PANELS[key]
        for part in ("main", "ablation"):
            if part == "main" or panel.dissected:
                arms = {
                    arm.key: _measured(
                        panel.checkpoints if arm.on_the_way else panel.sizes_of(part),
                        factor if arm.joint else 1.0,
                        (panel.datasets, panel.runs),
                        rng,
                    )
                    for arm in ARMS.values()
                    if arm.part == part
                }
                keep(Outcome(panel, part, arms, study_run=2, seconds=60.0, versions={}), folder)


def _measured(
    examples: tuple[int, ...], factor: float, shape: tuple[int, int], rng: np.random.Generator
) -> Measured:
    n = np.array(examples)
    noise = np.exp(rng.normal(0, 0.02, (*shape, len(n))))
    errors = 0.04 * factor * (n / n[-1]) ** -0.2 * noise
    return Measured(n, errors.astype(np.float32), None, attributes=float(5 * n[-1]))
