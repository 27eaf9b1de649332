"""The stored facts of the data sets are current: `make facts` writes them again."""

import json
from pathlib import Path

import numpy as np
import pytest

from aelr_core.datasets import DATASETS, bundled, facts_of, load_dataset, registry
from aelr_core.datasets import facts as stored_facts
from aelr_core.datasets.__main__ import computed, main
from aelr_core.datasets.facts import FILE, Facts, compute_facts, stored, write

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
def test_sizes_and_moments_are_those_of_the_data(name: str) -> None:
    ridge, lasso = load_dataset(name, family="ridge"), load_dataset(name, family="lasso")
    assert_same(stored()[name], compute_facts(ridge, lasso))
    np.testing.assert_allclose(stored()[name].moments("ridge"), ridge.moments, rtol=1e-6)
    assert ridge.image_shape == DATASETS[name].image_shape
    assert ridge.norm_bound == stored()[name].norm_bounds["ridge"]


@pytest.mark.parametrize("name", BY_SIZE)
def test_norm_bounds_are_those_of_the_data(name: str) -> None:
    assert computed(name).norm_bounds == pytest.approx(stored()[name].norm_bounds)


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_facts, "FILE", tmp_path / "facts.json")
    write(stored())
    assert (tmp_path / "facts.json").read_text() == FILE.read_text()
    assert json.loads(FILE.read_text())["wine"]["rows"] == 142


def test_only_what_is_named_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_facts, "FILE", tmp_path / "facts.json")
    main(["wine"])
    written = json.loads((tmp_path / "facts.json").read_text())
    assert list(written) == [*bundled()]
    assert written["covertype"] == stored()["covertype"].to_dict()
    assert written["wine"]["norm_bounds"] == pytest.approx(stored()["wine"].norm_bounds)
    with pytest.raises(ValueError, match="name must be one of"):
        main(["rye"])


def test_facts_that_are_not_stored_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    held = facts_of("wine")
    monkeypatch.setattr(registry, "stored", dict)
    assert_same(held, facts_of("wine"))
    assert not facts_of("wine").norm_bounds
