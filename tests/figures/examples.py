"""A small example of the numbers of every figure: the table of the contract in test_contract.py."""

from collections.abc import Callable

import numpy as np

from aelr_core.analysis.bounds import Measured
from aelr_core.analysis.learning import Series, View
from aelr_core.analysis.plan import plan
from aelr_core.analysis.repeated_step import Repeats
from aelr_core.results.paper import PanelCurve
from aelr_core.results.study import Line
from aelr_core.theory.purchase import order
from pages.ui.figures.bounds import BoundLine, Mark
from pages.ui.figures.claims_matrix import ClaimMark
from pages.ui.figures.learning import Pinned
from pages.ui.figures.needed import Share
from pages.ui.figures.ratio_map import HERE, STAR, Point
from pages.ui.figures.ratios import Landmark
from pages.ui.figures.second_moments import Size
from pages.ui.figures.verdict_map import Cell


class Name(str):
    """Words that may be of any length: a name of an attribute, a data set, a curve."""


FALLING = np.array([0.9, 0.5, 0.1])
RISING = np.array([10.0, 100.0, 1_000.0])
COUNTS = np.array([1, 10, 100])
Q = np.array([0.1, 0.2, 0.3, 0.4])
PIXELS = {"a": (Name("one"), Q), "b": (Name("two"), Q[::-1].copy())}
SCHEMES = {key: (Name(key), Q) for key in ("uniform", "known", "other", "careful", "zero")}
NAMES = [Name(f"attribute {n}") for n in range(4)]
FILMS = {key: (Name(key), np.outer(FALLING, Q)) for key in ("two_phase_ddaerr", "ddaerr")}
ESTIMATES = {
    key: (Name(key), Repeats(FALLING, FALLING - 0.5, 0.1, 1.2, 1.1)) for key in ("aerr", "ddaerr")
}


def _series(key: str) -> Series:
    return Series(key, RISING, FALLING, FALLING - 0.05, FALLING + 0.05, None, None, 50.0)


# By the name of the figure's function: its arguments, but for `look`.
EXAMPLES: dict[str, Callable[[], dict[str, object]]] = {
    "against_picture": lambda: {
        "bars": [(Name("x"), Q), (Name("x̃"), 3 * Q), (Name("v"), -Q)],
        "names": NAMES,
        "y": "Value",
        "key": "ddaerr",
    },
    "attempts_picture": lambda: {
        "estimates": np.outer(FALLING, Q[:2]),
        "truth": Q[:2],
        "reach": 1.0,
        "x": "one number",
        "y": "another",
        "key": "ddaerr",
    },
    "claims_matrix_picture": lambda: {
        "marks": [
            ClaimMark(key, key[0], Name("claim"), reading, status, "more")
            for reading in ("own", "one step")
            for key, status in (("1.a", "holds"), ("1.b", "not decided"), ("2.a", "does not hold"))
        ],
        "chosen": "1.b",
    },
    "bound_ratio_picture": lambda: {
        "k": COUNTS,
        "ratios": {Name("b = 1"): FALLING, Name("the best b"): FALLING / 2},
        "key": "ddaerr",
        "chosen": 10,
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
        "crossings": [(20.0, 0.3)],
        "worst": FALLING,
        "measured": {"a": (RISING, FALLING / 9)},
    },
    "cloud_picture": lambda: {
        "along": FALLING,
        "across": FALLING**2,
        "truth": 0.4,
        "limits": (0.0, 0.9, 0.81),
        "key": "ddaerr",
    },
    "convergence_picture": lambda: {"repeats": ESTIMATES, "symbol": Name("x̃")},
    "coordinates_picture": lambda: {
        "sizes": {key: (Name(key), Q) for key in ("aerr", "ddaerr")},
        "names": NAMES,
    },
    "design_picture": lambda: {
        "pi": Q,
        "S": np.array([0, 0]),
        "x": np.array([0.5, -1.0]),
        "names": NAMES,
        "key": "ddaerr",
    },
    "distributions_picture": lambda: {
        "distributions": SCHEMES,
        "by": Q,
        "x": "Attributes, the largest second moment first",
        "x_log": True,
        "least": 0.5,
    },
    "draws_picture": lambda: {
        "q": Q,
        "p": Q[::-1].copy(),
        "i": np.array([0, 0]),
        "j": np.array([0]),
        "names": NAMES,
        "key": "aerr",
    },
    "estimate_picture": lambda: {
        "m1": COUNTS,
        "sizes": 9 * FALLING,
        "perfect": (RISING, FALLING),
        "uniform": 9.0,
        "known": 0.9,
        "family": "ridge",
        "chosen": 10,
    },
    "final_errors_picture": lambda: {
        "ends": {key: (Name(f"{key} (ABC)"), end) for key, end in (("aerr", 0.9), ("jaerr", 0.1))}
    },
    "found_picture": lambda: {"drawn": COUNTS, "found": COUNTS // 2, "key": "aerr"},
    "histogram_picture": lambda: {"repeats": ESTIMATES, "symbol": Name("g[x1]")},
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
    "measured_picture": lambda: {
        "found": {
            key: (
                Name(key),
                Measured(RISING, np.outer(FALLING, FALLING), 9 * RISING),
            )
            for key in ("aerr", "ddaerr")
        }
    },
    "needed_picture": lambda: {
        "rows": NAMES,
        "shares": [
            Share(0, "aerr", Name("AERR"), 0.2, True),
            Share(1, "aerr", Name("AERR"), None, False),
            Share(1, "ddaerr", Name("DDAERR"), 1.4, False),
        ],
    },
    "pairs_picture": lambda: {"table": np.outer(Q, Q) - 0.05, "x": Q, "names": NAMES},
    "panel_picture": lambda: {
        "lines": [
            PanelCurve("aerr", Name("AERR"), adagrad, COUNTS, FALLING, FALLING / 9)
            for adagrad in (False, True)
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
        "here": -0.5,
    },
    "ratio_map_picture": lambda: {
        "alphas": -FALLING,
        "dims": COUNTS + 1,
        "rho": np.outer(FALLING, FALLING),
        "points": (
            Point(Name("Wine"), -0.5, 13, Name("about it")),
            Point(Name("mine.csv"), -2.0, 40, "about it", STAR),
            Point(Name("the sidebar's data"), -2.0, 500, "about it", HERE),
        ),
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
        "here": {"ridge": 0.5, "lasso": 0.1},
        "family": "ridge",
    },
    "scale_free_picture": lambda: {
        "factors": RISING,
        "rho": np.full(3, 0.3),
        "H": RISING**2,
        "family": "lasso",
    },
    "second_moments_picture": lambda: {
        "sizes": [Size(key, Name(f"scheme {key}"), 10.0, 9.0, 0.5) for key in SCHEMES]
    },
    "shares_picture": lambda: {"shares": SCHEMES, "top": 0.25},
    "shopping_picture": lambda: {"names": NAMES, "q": Q[::-1].copy(), "uniform": 0.1},
    "looks_picture": lambda: {
        "names": NAMES,
        "pi": Q[::-1].copy(),
        "uniform": 0.1,
        "algorithm": "adaptive_jaerr",
    },
    "split_picture": lambda: {
        "k_x": COUNTS,
        "sizes": {key: (Name(key), FALLING) for key in ("start", "plain", "moment_aware")},
        "marks": {"theory": 10},
        "family": "lasso",
    },
    "step_images_picture": lambda: {"vectors": PIXELS, "shape": (2, 2)},
    "study_picture": lambda: {
        "lines": [Line(key, Name(key), COUNTS, FALLING, FALLING / 9) for key in ("aerr", "ddaerr")]
    },
    "tests_picture": lambda: {
        "values": np.array([1.0, 0.0, 1.0, 0.0]),
        "run": np.array([0, 3]),
        "lifted": True,
    },
    "two_settings_picture": lambda: {
        "shares": {"A": (Name("one"), FALLING), "B": (Name("two"), FALLING**2)}
    },
    "unseen_picture": lambda: {
        "m1": COUNTS,
        "never": FALLING,
        "zeros": FALLING / 2,
        "lost": FALLING / 3,
        "chosen": 10,
    },
    "used_pairs_picture": lambda: {
        "used": np.outer(Q, Q),
        "weight": np.outer(Q, 1 / Q),
        "key": "ddaerr",
        "words": Name("one sample"),
    },
    "verdict_map_picture": lambda: {
        "rows": NAMES,
        "columns": [Name("smallest"), Name("largest")],
        "cells": [
            Cell(0, 0, 1, Name("W 0.58"), Name("a win")),
            Cell(1, 0, -1, Name("L 1.2"), Name("a loss")),
            Cell(3, 1, 0, Name("t 1.0"), Name("a tie")),
            Cell(2, 1, 0, Name("t 1.1"), Name("a tie"), leans=-1),
        ],
        "across": "Sizes",
    },
}
