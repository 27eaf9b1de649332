"""What is known before a run of synthetic data, at every stop of α: for pictures that follow it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aelr_core.analysis.landscape import CURVE_ALPHAS
from aelr_core.analysis.standing import Standing, of_numbers
from aelr_core.datasets.decays import decays
from aelr_core.experiments import ExperimentSpec

# As a slider has them, with two digits.
STOPS = tuple(float(alpha) for alpha in np.round(CURVE_ALPHAS, 2) + 0.0)
# More numbers than this take a second to draw.
MOST_NUMBERS = 20_000_000


def at(spec: ExperimentSpec, alpha: float) -> ExperimentSpec:
    """Return the same experiment on synthetic data of another α."""
    return replace(spec, options=tuple({**dict(spec.options), "alpha": alpha}.items()))


def standings(spec: ExperimentSpec) -> tuple[Standing, ...]:
    """Return what `standing` finds at every one of `STOPS`; () where that would take too long.

    spec : of synthetic data; its own α does not matter.
    """
    options: dict[str, Any] = dict(spec.options)
    dim, test_examples = int(options["dim"]), int(options["test_examples"])
    if (spec.examples + test_examples) * dim > MOST_NUMBERS:
        return ()
    found = decays(
        STOPS,
        dim=dim,
        examples=spec.examples,
        test_examples=test_examples,
        seed=spec.seed,
        family=spec.family,
    )
    here = []
    for n, alpha in enumerate(STOPS):
        # rows that are divided by s, as an option, are in the ball; the others are by us
        s = float(found.radius[n]) if options["scaled"] and spec.family == "ridge" else 1.0
        radius, moments = float(found.radius[n]) / s, found.moments[n] / s**2
        scale = max(radius, 1.0)
        given = spec.norm_bound
        here.append(
            of_numbers(
                at(spec, alpha),
                moments / scale**2,
                moments,
                scale=scale,
                radius=radius,
                label=float(found.largest_label[n]),
                B=float(found.norm[n]) * s if isinstance(given, str) else given,
            )
        )
    return tuple(here)
