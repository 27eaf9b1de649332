"""A small example of the numbers of every figure: the table of the contract in test_contract.py."""

from collections.abc import Callable

import numpy as np

from aelr_core.analysis.learning import Series, View
from aelr_core.analysis.plan import plan
from aelr_core.plots.learning import Pinned
from aelr_core.plots.rho import Landmark
from aelr_core.plots.risk import BoundLine, Gap, Mark
from aelr_core.results.paper import PanelCurve
from aelr_core.theory.planner import order
from pages.ui.figures.one_step import Row
from pages.ui.figures.results import ClaimMark, Ratio
from pages.ui.figures.what_if import STAR, Point


class Name(str):
    """Words that may be of any length: a name of an attribute, a data set, a curve."""


FALLING = np.array([0.9, 0.5, 0.1])
RISING = np.array([10.0, 100.0, 1_000.0])
COUNTS = np.array([1, 10, 100])
Q = np.array([0.1, 0.2, 0.3, 0.4])
PIXELS = {"a": (Name("one"), Q), "b": (Name("two"), Q[::-1].copy())}
SCHEMES = {key: (Name(key), Q) for key in ("uniform", "known", "other", "careful", "zero")}
NAMES = [Name(f"attribute {n}") for n in range(4)]
SIDES = tuple(
    Point(letter, alpha, 100, 0.2, "ridge", Name("about it"))
    for letter, alpha in (("A", -2.0), ("B", -1.0))
)
FILMS = {key: (Name(key), np.outer(FALLING, Q)) for key in ("two_phase_ddaerr", "ddaerr")}


def _series(key: str) -> Series:
    return Series(key, RISING, FALLING, FALLING - 0.05, FALLING + 0.05, None, None, 50.0)


# By the name of the figure's function: its arguments, but for `look`.
MARKS: dict[str, object] = {
    "marks": [
        ClaimMark(key, key[0], reading, status, "more")
        for reading in ("own", "one-step")
        for key, status in (("1.a", "holds"), ("1.b", "not decided"), ("2.a", "does not hold"))
    ],
    "readings": {"own": Name("at each point"), "one-step": "once"},
    "panel": "1",
    "reading": "own",
}

EXAMPLES: dict[str, Callable[[], dict[str, object]]] = {
    "attempts_picture": lambda: {
        "estimates": np.outer(FALLING, Q[:2]),
        "truth": Q[:2],
        "reach": 1.0,
        "x": "one number",
        "y": "another",
        "key": "ddaerr",
    },
    "averages_picture": lambda: {
        "means": np.stack([FALLING, RISING]),
        "names": ["one", "two"],
        "truth": 1.0,
        "most": 2.0,
        "key": "aerr",
    },
    "claims_map_picture": lambda: dict(MARKS),
    "figures_map_picture": lambda: dict(MARKS),
    "bars_picture": lambda: {
        "rows": [
            Row("q", Name("chances"), {"q": Q}, (0.0, 0.4), np.array([3, 0, 3])),
            Row("x", Name("values"), {"x": Q, "x̃": 3 * Q, "v": -Q}, (-0.4, 1.2)),
        ],
        "names": NAMES,
        "key": "ddaerr",
    },
    "bounds_picture": lambda: {
        "x": RISING,
        "lines": {
            "a": BoundLine(Name("AERR"), "aerr", FALLING),
            "b": BoundLine("x", "ddaerr", Q[:3], "dot"),
        },
        "x_title": "Examples, m",
        "trivial": 2.0,
        "marks": [Mark(50.0, Name("your m")), Mark(500.0, "later", 2)],
        "gap": Gap(100.0, 0.01, 0.5, Name("50 times below")),
        "worst": FALLING,
        "measured": {"a": (RISING, FALLING / 9)},
    },
    "cloud_picture": lambda: {
        "along": FALLING,
        "across": FALLING**2,
        "mean": (0.5, 0.1),
        "truth": 0.4,
        "limits": (0.0, 0.9, 0.81),
        "key": "ddaerr",
    },
    "decision_picture": lambda: {
        "points": [
            {
                "arm": key,
                "label": Name(key),
                "share": share,
                "money": 100 * share,
                "people": 20 * share,
                "error": 0.9 - 0.4 * share,
                "low": 0.7 - 0.4 * share,
                "high": 1.1 - 0.4 * share,
            }
            for key in ("chosen", "whole_ridge", "nothing")
            for share in (0.25, 0.5, 1.0)
        ],
        "best": "chosen",
        "loss": "squared",
    },
    "distributions_picture": lambda: {
        "distributions": SCHEMES,
        "by": Q,
        "x": "Attributes, the largest second moment first",
        "x_log": True,
        "least": 0.5,
    },
    "final_errors_picture": lambda: {
        "ends": {key: (Name(key), end) for key, end in (("aerr", 0.9), ("jaerr", 0.1))}
    },
    "found_picture": lambda: {"drawn": COUNTS, "positive": COUNTS // 2, "key": "aerr"},
    "learning_picture": lambda: {
        "series": [_series("aerr"), _series("ddaerr")],
        "names": {"aerr": Name("AERR"), "ddaerr": Name("DDAERR")},
        "view": View(y_log=True),
        "target": (0.3, Name("the target")),
        "pinned": (Pinned(Name("before"), (_series("aerr"),)),),
        "estimates": (_series("ddaerr"),),
        "ends_at": 2_000.0,
        "guess": ((1_000.0, 0.5), (2_000.0, 0.4)),
    },
    "learnt_bars_picture": lambda: {
        "attributes": COUNTS,
        "films": FILMS,
        "spreads": {key: np.outer(FALLING, Q) / 9 for key in FILMS},
        "names": NAMES,
        "truth": -Q,
    },
    "learnt_images_picture": lambda: {"attributes": COUNTS, "films": FILMS, "shape": (2, 2)},
    "line_film_picture": lambda: {
        "examples": COUNTS,
        "films": FILMS,
        "by": Q,
        "x_log": True,
    },
    "pairs_picture": lambda: {
        "used": np.outer([1.0, 0, 1, 0], [1.0, 1, 0, 0]),
        "names": NAMES,
        "key": "ddaerr",
        "words": Name("two samples"),
    },
    "needs_picture": lambda: {
        "sides": {
            "A": {"Noise left": (0.2, Name("20%")), "Measured": (0.3, "30%")},
            "B": {"Noise left": (0.9, "90%"), "Measured": (np.nan, "no run yet")},
        }
    },
    "panel_picture": lambda: {
        "lines": [
            PanelCurve("aerr", adagrad, COUNTS, FALLING, FALLING / 9) for adagrad in (False, True)
        ]
    },
    "pixel_film_picture": lambda: {
        "examples": COUNTS,
        "films": FILMS,
        "shape": (2, 2),
    },
    "pixels_picture": lambda: {"distributions": PIXELS, "shape": (2, 2)},
    "plan_picture": lambda: {
        "made": plan(order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60)), delta=0.1)
    },
    "ratio_curves_picture": lambda: {
        "alphas": -FALLING,
        "curves": {(family, d): FALLING / d for family in ("ridge", "lasso") for d in (50, 500)},
        "sides": SIDES,
    },
    "ratio_map_picture": lambda: {
        "alphas": -FALLING,
        "dims": COUNTS + 1,
        "rho": np.outer(FALLING, FALLING),
        "points": (
            Point(Name("Wine"), -0.5, 13, 0.9, "ridge", Name("about it")),
            Point(Name("mine.csv"), -2.0, 40, 0.1, "ridge", "about it", STAR),
        ),
        "sides": SIDES,
        "family": "lasso",
    },
    "ratios_picture": lambda: {
        "alphas": -FALLING,
        "curves": {"ridge": FALLING, "lasso": FALLING / 9},
        "landmarks": (
            Landmark(Name("Wine"), {"ridge": 0.5, "lasso": 0.4}, chosen=True),
            Landmark(Name("Digits"), {"ridge": 0.3, "lasso": 0.2}),
        ),
        "alpha": -0.5,
        "ratios": {"ridge": 0.5, "lasso": 0.1},
        "family": "ridge",
    },
    "shopping_picture": lambda: {"names": NAMES, "q": Q[::-1].copy(), "uniform": 0.1},
    "looks_picture": lambda: {
        "names": NAMES,
        "pi": Q[::-1].copy(),
        "uniform": 0.1,
        "algorithm": "adaptive_jaerr",
    },
    "step_images_picture": lambda: {
        "vectors": PIXELS,
        "shape": (2, 2),
        "framed": [np.array([0, 3])],
    },
    "study_picture": lambda: {
        "rows": NAMES,
        "ratios": [
            Ratio(0, 0, 0.6, "win", "a win"),
            Ratio(1, 1, 60.0, "loss", "a loss"),
            Ratio(2, 2, 1.0, "tie", "a tie"),
        ],
    },
    "tests_picture": lambda: {
        "values": np.array([1.0, 0.0, 1.0, 0.0]),
        "run": [0, 3],
        "score": {"": (Name("you"), 0.5), "aerr": (Name("others"), 0.1)},
        "lifted": True,
    },
    "two_settings_picture": lambda: {
        "shares": {"A": (Name("one"), FALLING), "B": (Name("two"), FALLING**2)}
    },
}
