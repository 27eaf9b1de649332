"""The predictor that stands for w* where there is none."""

import pytest

from aelr_core.analysis.draws import reference_predictor
from aelr_core.datasets import load_dataset


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("scaling", ["centre-maxabs", "standardise"])
def test_it_explains_half_of_the_labels_of_wine(family: str, scaling: str) -> None:
    wine = load_dataset("wine", family=family, scaling=scaling)
    # with a stored norm bound, and without
    assert (wine.norm_bound is None) == (scaling == "standardise")
    w = reference_predictor(wine, seed=0)
    error = ((wine.X_train @ w - wine.y_train) ** 2).mean()
    assert error < (wine.y_train**2).mean() / 2
