"""What can be set on the microscope's page itself, as one table."""

from __future__ import annotations

from aelr_core.datasets.options import Option
from pages.ui.microscope.scene import SCHEMES, STEPS

SOURCES = {
    "small": "Simulated",
    "digit": "A digit",
    "sidebar": "Sidebar's data",
}
SCHEME_WORDS = {"known": "optimal q", "uniform": "uniform q"}
QUANTITY_WORDS = {"x": "x̃", "phi": "φ̃", "g": "g̃"}

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            "micro_source",
            "Example from",
            "choice",
            "small",
            choices=tuple(SOURCES),
            help="Simulated data with d = 12 and α = −1, a handwritten digit of 8 × 8 pixels, or "
            "the data of the sidebar. Family, budget, mode and seed are always the sidebar's.",
        ),
        Option(
            "micro_example",
            "Training example",
            "integer",
            0,
            at_least=0,
            at_most=1_000_000,
            help="Which row of the training set: from 1 on, or 0 for one that shows much.",
        ),
        Option(
            "micro_q",
            "Attributes drawn by",
            "choice",
            "known",
            choices=SCHEMES,
            help="Optimal q: by the second moments, as DDAERR and DDAELR do. Uniform q: all "
            "alike, as AERR and AELR do.",
        ),
        Option(
            "micro_factor",
            "Step size η, times the theorem's",
            "number",
            1.0,
            at_least=0.1,
            at_most=30.0,
            help=f"The theorem's step size is for {STEPS} steps. Large steps reach the end of "
            "the ball, and are clipped by the lasso.",
        ),
        Option(
            "micro_moving",
            "Another example every step",
            "flag",
            False,
            help="As in a real run. Otherwise the same example is met again and again.",
        ),
        Option("micro_t", "Step", "integer", 1, at_least=1, at_most=STEPS),
        Option("micro_quantity", "Estimate of", "choice", "x", choices=tuple(QUANTITY_WORDS)),
    )
}
