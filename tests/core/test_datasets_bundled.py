"""MNIST and Covertype: the real data, whole, with the paper's ratios."""

import shutil

import numpy as np
import pytest

from aelr_core.datasets import DATASETS, Dataset, DatasetError, bundled_data, facts_of, load_dataset

# ρ_ridge and ρ_lasso by recipe: assets/data/README.md
RATIOS = {
    "mnist-3v5": {
        "centre-maxabs": (0.4540, 0.1972),
        "maxabs": (0.4706, 0.1884),
        "none": (0.4685, 0.1883),
        "l2": (0.4670, 0.1862),
        "standardise": (0.8163, 0.8163),
    },
    "covertype": {
        "centre-maxabs": (0.4897, 0.0797),
        "maxabs": (0.4932, 0.1213),
        "none": (0.0718, 0.0477),
        "l2": (0.0728, 0.0364),
        "standardise": (1.0, 1.0),
    },
}


@pytest.fixture(scope="module")
def forest() -> Dataset:
    return load_dataset("covertype")


@pytest.fixture(scope="module")
def digits() -> Dataset:
    return load_dataset("mnist-3v5")


@pytest.mark.parametrize(
    ("name", "scaling"), [(name, scaling) for name in RATIOS for scaling in RATIOS[name]]
)
def test_ratios_of_every_recipe(name, scaling):
    data = load_dataset(name, scaling=scaling, family="lasso")
    assert (data.rho_ridge, data.rho_lasso) == pytest.approx(RATIOS[name][scaling], abs=1e-3)


@pytest.mark.parametrize(("name", "scale"), [("mnist-3v5", 15.47), ("covertype", 2.6014)])
def test_the_default_is_the_paper_s_and_in_the_ball(name, scale):
    data = load_dataset(name)
    assert (data.rho_ridge, data.rho_lasso) == pytest.approx(
        RATIOS[name]["centre-maxabs"], abs=1e-4
    )
    assert data.scale == pytest.approx(scale, rel=3e-4)
    assert 1 - 1e-5 < data.radius <= 1


def test_mnist_is_whole(digits):
    assert digits.X_train.shape == (11552, 784)
    assert digits.X_test.shape == (1902, 784)
    assert digits.image_shape == (28, 28)
    assert digits.classes == ("3", "5")
    assert [(digits.y_train == y).sum() for y in (-1, 1)] == [6131, 5421]
    assert [(digits.y_test == y).sum() for y in (-1, 1)] == [1010, 892]
    assert digits.targets_are_classes
    assert digits.norm_bound == facts_of("mnist-3v5").norm_bounds["ridge"]
    assert len(set(digits.attributes)) == 784
    assert digits.licence == DATASETS["mnist-3v5"].licence == "CC BY-SA 3.0."


def test_mnist_s_constant_pixels_stay_zero(digits):
    raw = bundled_data.read_asset(bundled_data.MNIST_FILE, "X_train", "X_test")
    pixels = np.concatenate(raw)
    constant = pixels.min(axis=0) == pixels.max(axis=0)
    assert constant.sum() == 784 - 640
    np.testing.assert_array_equal(digits.moments == 0, constant)
    assert not digits.X_train[:, constant].any()


def test_mnist_rows_are_the_pictures(digits):
    raw = bundled_data.read_asset(bundled_data.MNIST_FILE, "X_train", "X_test")
    pixels = np.concatenate(raw).astype(float)
    centred = pixels - pixels.mean(axis=0)
    largest = np.abs(centred).max(axis=0)
    expected = centred / np.where(largest > 0, largest, 1)
    np.testing.assert_allclose(digits.X_train * digits.scale, expected[:11552], atol=1e-10)
    np.testing.assert_allclose(digits.X_test * digits.scale, expected[11552:], atol=1e-10)


def test_covertype_is_whole(forest):
    assert forest.X_train.shape == (561_012, 54)
    assert forest.X_test.shape == (20_000, 54)
    assert forest.X_train.dtype == np.float32
    assert (forest.y_train == 1).sum() + (forest.y_test == 1).sum() == 283_301
    assert forest.classes == ("the other 6 species", "lodgepole pine")
    assert "Blackard" in forest.licence
    assert len(set(forest.attributes)) == 54
    # the training rows' moments are close to those of all rows, but not them
    assert not np.array_equal(forest.known_moments, forest.moments)
    np.testing.assert_allclose(forest.known_moments, forest.moments, rtol=0.2)


def test_covertype_rows_belong_to_their_targets():
    data = load_dataset("covertype", scaling="none", family="lasso", species=4, seed=5)
    names = ("num", "wilderness", "soil", "y")
    num, wilderness, soil, label = bundled_data.read_asset(bundled_data.COVERTYPE_FILE, *names)
    X = np.concatenate([data.X_train, data.X_test])
    y = np.concatenate([data.y_train, data.y_test])
    assert (X[:, 10:14].sum(axis=1) == 1).all()
    assert (X[:, 14:].sum(axis=1) == 1).all()
    columns = (*num.T.astype(float), wilderness, soil, label == 4)
    found = (*X[:, :10].T, X[:, 10:14].argmax(axis=1), X[:, 14:].argmax(axis=1), y == 1)
    weights = np.random.default_rng(0).integers(1, 10**6, 13)
    expected = sum(w * c.astype(np.int64) for w, c in zip(weights, columns, strict=True))
    actual = sum(w * c.astype(np.int64) for w, c in zip(weights, found, strict=True))
    np.testing.assert_array_equal(np.sort(actual), np.sort(expected))


@pytest.mark.parametrize("species", range(1, 8))
def test_any_species_against_the_rest(species, forest):
    data = load_dataset("covertype", species=species)
    assert (data.y_train == 1).sum() + (data.y_test == 1).sum() == bundled_data.COUNTS[species]
    assert data.classes[1] == bundled_data.SPECIES[species]
    assert data.X_train is forest.X_train  # one matrix serves all species
    assert set(np.unique(data.y_test)) == {-1.0, 1.0}


def test_another_seed_is_another_split(forest):
    other = load_dataset("covertype", seed=1)
    assert not np.array_equal(other.X_test, forest.X_test)
    np.testing.assert_allclose(other.moments, forest.moments, rtol=1e-5)


CACHES = (bundled_data.load_mnist, bundled_data._covertype, bundled_data._covertype_rows)


def test_caches_are_bounded():
    for cached in CACHES:
        assert 1 <= cached.cache_info().maxsize <= 2


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An assets folder to damage, with caches cleared before and after."""
    for cached in CACHES:
        cached.cache_clear()
    monkeypatch.setattr(bundled_data, "FOLDER", tmp_path)
    yield tmp_path
    for cached in CACHES:
        cached.cache_clear()


FILES = [("mnist-3v5", bundled_data.MNIST_FILE), ("covertype", bundled_data.COVERTYPE_FILE)]
REAL_FOLDER = bundled_data.FOLDER


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_missing_file_is_one_sentence(name, file, folder):
    with pytest.raises(
        DatasetError, match=rf"^The bundled file assets/data/{file} is missing: .*\.$"
    ):
        load_dataset(name)


@pytest.mark.parametrize(("name", "file"), FILES)
@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "text", "pickle", "folder"])
def test_a_damaged_file_is_one_sentence(name, file, damage, folder):
    content = bytearray((REAL_FOLDER / file).read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "flipped":
        for place in range(len(content) // 3, len(content) // 3 + 200):
            content[place] ^= 0xFF
    elif damage == "empty":
        content = bytearray()
    elif damage == "text":
        content = bytearray(b"version https://git-lfs.github.com/spec/v1\n")
    if damage == "pickle":
        names = ("X_train", "y_train", "X_test", "y_test", "num", "wilderness", "soil", "y")
        with (folder / file).open("wb") as out:
            np.savez(out, **{n: np.array([{"a": 1}], dtype=object) for n in names})
    elif damage == "folder":
        with (folder / file).open("wb") as out:
            np.savez(out, something=np.zeros(3))
    else:
        (folder / file).write_bytes(bytes(content))
    with pytest.raises(
        DatasetError, match=rf"^The bundled file assets/data/{file} is damaged: .*\.$"
    ):
        load_dataset(name)


def test_a_failure_is_not_remembered(folder):
    with pytest.raises(DatasetError, match="is missing"):
        load_dataset("mnist-3v5")
    shutil.copy(REAL_FOLDER / bundled_data.MNIST_FILE, folder)
    assert load_dataset("mnist-3v5").m == 11552
