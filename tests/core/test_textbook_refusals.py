"""Every textbook algorithm refuses bad input with a sentence that names it."""

import numpy as np
import pytest

from aelr_core.textbook import gaelr, gaerr, online_lasso, online_ridge
from aelr_core.textbook.walk import Example

GOOD = {"q": [0.5, 0.5], "k_x": 1, "k_phi": 1, "eta": 0.1, "B": 1.0}


@pytest.mark.parametrize("algorithm", [gaerr, gaelr])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"q": [0.5, 0.6]}, "q must add up to 1, but its sum is 1.1"),
        ({"q": [1.0]}, r"q must have shape \(2,\)"),
        ({"q": [1.5, -0.5]}, "q must be >= 0"),
        ({"k_x": 0}, "k_x must be a whole number >= 1"),
        ({"k_phi": 0}, "k_phi must be a whole number >= 1"),
        ({"k_x": 2}, r"u must have shape \(3,\)"),
        ({"eta": 0.0}, "eta must be a finite number > 0"),
        ({"B": -1.0}, "B must be a finite number > 0"),
        ({"M": [1.0, -1.0]}, "M must be >= 0"),
        ({"M": [1.0]}, r"M must have shape \(2,\)"),
        ({"order": []}, "order must be a list of row numbers"),
        ({"order": [0, 3]}, "order must hold whole numbers from 0 to 1"),
        ({"order": [0.0, 1.0]}, "order must be a list of row numbers"),
        ({"order": [0]}, "U must have one row for each of 1 steps"),
        ({"U": [[0.1, 1.5], [0.1, 0.1]]}, "u must be a finite number >= 0 and < 1"),
        ({"y": [1.0, np.nan]}, "y must hold finite numbers"),
        ({"X": [[1.0, np.inf], [0.0, 0.0]]}, "X must hold finite numbers"),
        ({"start": 3}, r"state must have shape \(2,\)"),
    ],
)
def test_bad_input_is_named(algorithm, change, sentence):
    given = {"X": np.eye(2), "y": [1.0, 1.0], "order": [0, 1], "U": np.full((2, 2), 0.6), **GOOD}
    given |= change
    if "start" in given:
        given["start"] = algorithm.init(given["start"])
    with pytest.raises(ValueError, match=sentence):
        algorithm.run(**given)


@pytest.mark.parametrize(
    "call",
    [
        lambda: gaerr.init(0),
        lambda: gaerr.init(2, w=[1.0]),
        lambda: gaerr.init(2, average="last"),
        lambda: gaelr.init(2, theta=[np.nan, 0.0]),
        lambda: gaelr.init(2, average="last"),
        lambda: Example([]),
        lambda: Example([1.0, 2.0]).look([2]),
        lambda: Example([1.0, 2.0]).look([-1]),
        lambda: Example([1.0, 2.0]).look([0.5]),
        lambda: online_ridge.run([[1.0]], [1.0], [0], eta=0.0, B=1.0),
        lambda: online_ridge.run([[1.0]], [1.0], [0], eta=1.0, B=0.0),
        lambda: online_lasso.run([[1.0]], [1.0], [0], eta=-1.0, B=1.0),
        lambda: online_lasso.run([[1.0]], [1.0, 2.0], [0], eta=1.0, B=1.0),
    ],
)
def test_other_bad_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
