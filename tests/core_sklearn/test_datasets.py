"""The small data sets of scikit-learn, and the stored facts, which `make facts` writes again."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_wine

import research.stored
from aelr_core.analysis.prior_facts import rho_report
from aelr_core.datasets import (
    DATASETS,
    SCALINGS,
    Facts,
    bundled,
    facts_of,
    load_dataset,
    registry,
)
from aelr_core.datasets.registry import FILE, compute_facts, stored
from research.stored import with_norm_bounds

# rows, d, ρ_ridge, ρ_lasso, rows of the class +1
SMALL = {
    "digits-3v5": (365, 64, 0.658, 0.187, 182),
    "breast-cancer": (569, 30, 0.901, 0.292, 212),
    "diabetes": (442, 10, 0.789, 0.205, None),
    "wine": (178, 13, 0.957, 0.463, 71),
}


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("name", SMALL)
def test_sizes_and_ratios(name, family):
    rows, d, rho_ridge, rho_lasso, positives = SMALL[name]
    data = load_dataset(name, family=family)
    report = rho_report(data)
    assert (report["d"], report["m"] + len(data.X_test)) == (d, rows)
    assert report["rho_ridge"] == pytest.approx(rho_ridge, abs=1e-3)
    assert report["rho_lasso"] == pytest.approx(rho_lasso, abs=1e-3)
    assert len(data.X_test) == round(rows / 5)
    assert data.radius <= 1
    assert data.radius == pytest.approx(1)
    y = np.concatenate([data.y_train, data.y_test])
    if positives is None:
        assert not data.targets_are_classes
        assert data.classes is None
        assert np.abs(y).max() == 1
        assert abs(y.mean()) < 1e-12
    else:
        assert data.targets_are_classes
        assert set(y) == {-1.0, 1.0}
        assert (y == 1).sum() == positives
    assert len(data.attributes) == d
    assert data.image_shape == ((8, 8) if name == "digits-3v5" else None)
    assert "scikit-learn" in data.provenance
    assert data.norm_bound == facts_of(name).norm_bounds[family]
    assert DATASETS[name].task == ("regression" if positives is None else "classification")


def originals() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Rows and targets straight from scikit-learn."""
    pixels, digit = load_digits(return_X_y=True)
    wanted = np.isin(digit, (3, 5))
    cancer, diabetes, wine = load_breast_cancer(), load_diabetes(scaled=False), load_wine()
    progress = diabetes.target - diabetes.target.mean()
    return {
        "digits-3v5": (pixels[wanted], np.where(digit[wanted] == 5, 1, -1)),
        "breast-cancer": (
            cancer.data,
            np.where(cancer.target_names[cancer.target] == "malignant", 1, -1),
        ),
        "diabetes": (diabetes.data, progress / np.abs(progress).max()),
        "wine": (wine.data, np.where(wine.target == 1, 1, -1)),
    }


@pytest.mark.parametrize("name", SMALL)
def test_rows_keep_their_targets(name):
    X, y = originals()[name]
    data = load_dataset(name, scaling="none", family="lasso", seed=3)
    found = np.column_stack(
        [np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])]
    )
    expected = np.column_stack([X, y])
    order, expected_order = (np.lexsort(a.round(9).T[::-1]) for a in (found, expected))
    np.testing.assert_allclose(found[order], expected[expected_order], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", SMALL)
def test_the_seed_makes_the_split(name):
    a, again, b = (load_dataset(name, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(a.X_test, again.X_test)
    assert not np.array_equal(a.X_test, b.X_test)
    np.testing.assert_allclose(a.moments, b.moments)


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("name", SMALL)
def test_every_scaling_puts_ridge_into_the_ball(name, scaling):
    data = load_dataset(name, scaling=scaling)
    assert 0.99 < data.radius <= 1
    rows = np.concatenate([data.X_train, data.X_test])
    np.testing.assert_allclose(data.moments, (rows**2).mean(axis=0))
    np.testing.assert_allclose(data.known_moments, (data.X_train**2).mean(axis=0))


# The norm bounds of the two large sets take half a minute.
BY_SIZE = [
    pytest.param(name, marks=() if facts_of(name).rows < 1_000 else pytest.mark.long)
    for name in bundled()
]


def assert_same(held: Facts, found: Facts) -> None:
    assert held.size == found.size
    np.testing.assert_allclose(held.lasso_moments, found.lasso_moments, rtol=1e-9)
    np.testing.assert_allclose(held.known_moments, found.known_moments, rtol=1e-9)
    assert held.ridge_scale == pytest.approx(found.ridge_scale, rel=1e-9)


def test_all_bundled_data_sets_are_stored() -> None:
    assert tuple(stored()) == bundled()
    for name, facts in stored().items():
        assert set(facts.norm_bounds) == {"ridge", "lasso"}, name


@pytest.mark.parametrize("name", bundled())
def test_stored_facts_are_those_of_the_data(name: str) -> None:
    assert_same(stored()[name], compute_facts(name))
    ridge = load_dataset(name)
    np.testing.assert_allclose(stored()[name].moments("ridge"), ridge.moments, rtol=1e-6)
    assert ridge.image_shape == DATASETS[name].image_shape
    assert ridge.norm_bound == stored()[name].norm_bounds["ridge"]


@pytest.mark.parametrize("name", BY_SIZE)
def test_norm_bounds_are_those_of_the_data(name: str) -> None:
    found = with_norm_bounds(name)
    assert found.norm_bounds == pytest.approx(stored()[name].norm_bounds)


def test_only_what_is_named_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(research.stored, "FILE", tmp_path / "facts.json")
    research.stored.main(["facts", "wine"])
    written = (tmp_path / "facts.json").read_text()
    for ours, theirs in zip(written.splitlines(), FILE.read_text().splitlines(), strict=True):
        assert ours == theirs or ours.startswith('"wine"')
    wine = json.loads(written)["wine"]
    assert wine["norm_bounds"] == pytest.approx(stored()["wine"].norm_bounds)
    with pytest.raises(ValueError, match="name must be one of"):
        research.stored.main(["facts", "rye"])


def test_facts_that_are_not_stored_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    held = facts_of("wine")
    monkeypatch.setattr(registry, "stored", dict)
    found = facts_of.__wrapped__("wine")  # without the cache
    assert_same(held, found)
    assert not found.norm_bounds
