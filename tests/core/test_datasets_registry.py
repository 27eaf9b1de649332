"""The registry of data sets, its options, and properties of every Dataset."""

import dataclasses
import pickle

import numpy as np
import pytest

from aelr_core.datasets import (
    DATASETS,
    Dataset,
    DatasetError,
    Entry,
    Facts,
    Option,
    bundled,
    load_dataset,
)
from aelr_core.datasets import registry as registry_module

NAMES = (
    "synthetic",
    "mnist-3v5",
    "covertype",
    "digits-3v5",
    "breast-cancer",
    "diabetes",
    "wine",
    "csv",
)


@pytest.fixture
def data() -> Dataset:
    return load_dataset("synthetic", dim=5, examples=6, test_examples=7)


def test_the_names_that_stay():
    assert set(NAMES) <= set(DATASETS)
    assert all(name == entry.name for name, entry in DATASETS.items())


@pytest.mark.parametrize("entry", DATASETS.values(), ids=DATASETS)
def test_every_entry_is_complete(entry: Entry):
    assert entry.label
    assert 0 < len(entry.short) <= 12
    for sentence in (entry.description, entry.provenance, entry.licence):
        assert sentence.endswith(".")
    assert entry.task in ("classification", "regression", "either")
    assert set(entry.budgets) == {"ridge", "lasso"}
    assert min(entry.budgets.values()) >= 2
    names = [option.name for option in entry.options]
    assert len(set(names)) == len(names)
    assert "family" in names
    assert not entry.simulated or {"dim", "examples", "seed"} <= set(names)


@pytest.mark.parametrize("entry", DATASETS.values(), ids=DATASETS)
def test_every_option_is_complete(entry: Entry):
    for option in entry.options:
        assert entry.takes(option.name)
        assert entry.option(option.name) is option
        assert option.label
        assert option.help.endswith(".")
        assert len(option.choice_labels) == len(option.choices)
        for choice in option.choices:
            assert option.choice_of(option.label_of(choice)) == choice
        if option.kind in ("integer", "number"):
            assert option.at_least is not None
            assert option.at_most is not None
        if option.kind not in ("text", "file"):
            assert option.check(option.default) == option.default
            assert option.parse(str(option.default)) == option.default
        if option.kind == "choice":
            assert option.default in option.choices
            assert [option.parse(str(choice)) for choice in option.choices] == list(option.choices)


def test_a_data_set_has_the_words_of_its_entry(data):
    assert (data.provenance, data.licence) == (
        DATASETS["synthetic"].provenance,
        DATASETS["synthetic"].licence,
    )


def test_what_is_bundled():
    assert [name for name in DATASETS if name not in bundled()] == ["synthetic", "csv"]


def test_budgets_of_the_paper_capped_by_d():
    mnist = DATASETS["mnist-3v5"]
    assert mnist.default_budget("ridge", 784) == 57
    assert mnist.default_budget("lasso", 784) == 5
    assert DATASETS["synthetic"].default_budget("ridge", 500) == 5
    assert DATASETS["synthetic"].default_budget("lasso", 3) == 3
    with pytest.raises(ValueError, match="family must be one of"):
        mnist.default_budget("elastic", 784)


def test_unknown_names_and_options_are_refused_with_what_is_allowed():
    with pytest.raises(ValueError) as error:
        load_dataset("mnist")
    assert all(repr(name) in str(error.value) for name in NAMES)
    with pytest.raises(ValueError, match="synthetic does not take the option species: its options"):
        load_dataset("synthetic", species=2)
    with pytest.raises(ValueError, match="its options are species, seed, family, scaling"):
        load_dataset("covertype", alpha=-1)
    with pytest.raises(ValueError, match="file must be given"):
        load_dataset("csv", target="y")
    with pytest.raises(ValueError, match="target must be given"):
        load_dataset("csv", file=b"a,b\n1,2\n")
    with pytest.raises(ValueError, match="target must be text"):
        load_dataset("csv", file=b"a,b\n1,2\n", target=3)


@pytest.mark.parametrize("value", [True, 2.0, "2", None, [2], np.arange(3)])
def test_a_choice_is_exactly_one_of_its_choices(value):
    option = DATASETS["covertype"].option("species")
    with pytest.raises(ValueError, match=r"^species must be one of 1, 2, 3, 4, 5, 6, 7, but"):
        option.check(value)
    checked = option.check(np.int64(2))
    assert checked == 2
    assert type(checked) is int


def test_arrays_are_read_only_even_after_pickling(data):
    arrays = [name for name, value in vars(data).items() if isinstance(value, np.ndarray)]
    assert {"X_train", "y_train", "X_test", "y_test", "moments", "known_moments", "w_star"} <= set(
        arrays
    )
    copy = pickle.loads(pickle.dumps(data))
    for one in (data, copy, dataclasses.replace(data, norm_bound=1.0)):
        for name in arrays:
            with pytest.raises(ValueError, match="read-only"):
                getattr(one, name)[0] = 0
    np.testing.assert_array_equal(copy.X_train, data.X_train)
    assert copy.steps == data.steps


def test_a_dataset_without_anything_to_learn_from_is_refused(data):
    with pytest.raises(DatasetError, match="Every attribute is 0"):
        dataclasses.replace(data, moments=np.zeros(5))


def test_stored_norm_bounds_hold_for_usual_options_only(monkeypatch):
    entry = dataclasses.replace(
        DATASETS["mnist-3v5"],
        name="stored",
        options=(*DATASETS["mnist-3v5"].options, Option("seed", "Seed", "integer", 0)),
        load=lambda family, scaling, seed: dataclasses.replace(
            load_dataset("synthetic", dim=5, examples=6, test_examples=7, family=family),
            norm_bound=None,
        ),
    )
    facts = Facts(6, np.ones(5), np.ones(5), 1.0, {"ridge": 3.5})
    monkeypatch.setitem(registry_module.DATASETS, "stored", entry)
    assert load_dataset("stored").norm_bound is None
    monkeypatch.setattr(registry_module, "stored", lambda: {"stored": facts})
    assert load_dataset("stored").norm_bound == 3.5
    assert load_dataset("stored", seed=7).norm_bound == 3.5
    assert load_dataset("stored", family="lasso").norm_bound is None
    assert load_dataset("stored", scaling="none").norm_bound is None
