"""Links and settings: whatever comes in, valid settings come out, and sentences."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.algorithms import ALGORITHMS, unasked, words
from aelr_core.datasets import bundled
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.readings import READINGS
from aelr_core.modes import EXPERIMENTS, THEORY
from pages.ui.bounds.controls import OWN as BOUNDS
from pages.ui.one_step.controls import OWN as ONE_STEP
from pages.ui.results.controls import OWN as RESULTS
from pages.ui.settings import DEFAULTS, Setting, Settings, UploadedTable, widgets
from pages.ui.settings.table import OURS_TOO, SETTINGS, THE_PAPERS
from pages.ui.settings.values import OLD_NAMES, checked, from_query, to_query, usable
from pages.ui.what_if.controls import OWN as WHAT_IF

TABLE = UploadedTable("sha256:ab", "mine.csv", d=3, rows=40, target="y")
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.lists(st.text()),
    st.sampled_from(["csv", "wine", "lasso", "theory", "known", "auto"]),
)
VALID = st.builds(
    Settings,
    data=st.sampled_from([*bundled(), "synthetic"]),
    alpha=st.floats(-4, 0),
    dim=st.integers(10, 2000),
    scaled=st.booleans(),
    species=st.sampled_from(SETTINGS["species"].choices),
    scaling=st.sampled_from(SETTINGS["scaling"].choices),
    family=st.sampled_from(["ridge", "lasso"]),
    budget=st.integers(2, 10),
    examples=st.integers(100, 20_000),
    runs=st.integers(1, 100),
    seed=st.integers(0, 999_999),
    mode=st.sampled_from(["experiments", "theory"]),
    split=st.sampled_from([None, "theory", "even"]),
    p=st.sampled_from([None, "plain", "moment_aware"]),
    epsilon=st.sampled_from([None, "theory", "zero"]),
    m1=st.floats(0, 0.9),
    warm=st.sampled_from([None, True, False]),
    origin=st.sampled_from([THE_PAPERS, OURS_TOO]),
    protocol=st.sampled_from(SETTINGS["protocol"].choices),
    points=st.integers(2, 100),
    step=st.sampled_from(SETTINGS["step"].choices),
    eta=st.floats(1e-6, 1000),
    multiplier=st.floats(0.001, 1000),
    norm_bound=st.one_of(st.just("auto"), st.floats(0.001, 1e5)),
    algorithms=st.lists(st.sampled_from(words()), max_size=5).map(tuple),
    adagrad=st.booleans(),
    average=st.sampled_from(["uniform", "linear"]),
    length=st.sampled_from(["plain", "measured"]),
    guarded=st.booleans(),
    projector=st.booleans(),
).map(lambda one: dataclasses.replace(one, budget=min(one.budget, one.d)))


def as_query(settings: Settings) -> dict[str, list[str]]:
    said = to_query(settings)
    return {name: [text] if isinstance(text, str) else text for name, text in said.items()}


def test_table_and_settings_have_the_same_names_and_defaults() -> None:
    own = {f.name: f.default for f in dataclasses.fields(Settings) if f.name != "table"}
    assert {name: row.default for name, row in SETTINGS.items()} == own
    assert next(iter(SETTINGS)) == "data"  # which decides what else counts
    assert checked({}) == (DEFAULTS, {})


@given(VALID)
def test_a_link_brings_the_settings_back(settings: Settings) -> None:
    assert from_query(as_query(settings)) == (settings, {})
    assert settings.spec() == settings.spec()
    assert isinstance(hash(settings), int)


def test_a_link_says_only_what_differs() -> None:
    assert to_query(DEFAULTS) == {}
    assert to_query(Settings(dim=60, family="lasso")) == {"dim": "60", "family": "lasso"}
    assert to_query(Settings(mode="theory", split="theory", warm=True, algorithms=("aerr",))) == {
        "mode": "theory",
        "warm": "true",
        "algorithms": ["uniform"],
    }


@given(
    st.dictionaries(
        st.sampled_from([*SETTINGS, "table", "embed", "x"]),
        st.lists(st.one_of(st.text(), st.binary().map(lambda b: b.decode("latin-1"))), max_size=3),
    )
)
def test_any_link_gives_valid_settings(query: dict[str, list[str]]) -> None:
    settings, problems = from_query(query)
    assert checked(dataclasses.asdict(settings)) == (settings, {})
    assert isinstance(settings.spec(), ExperimentSpec)
    assert all(p.endswith(("is used.", "is left out.")) and len(p) < 300 for p in problems.values())


@given(st.dictionaries(st.sampled_from([*SETTINGS, "table"]), JUNK), st.sampled_from([None, TABLE]))
def test_any_values_give_valid_settings(
    values: dict[str, object], table: UploadedTable | None
) -> None:
    settings, problems = checked(values, table)
    assert 2 <= settings.budget <= settings.d
    assert isinstance(settings.spec(), ExperimentSpec)
    assert from_query(as_query(settings), table) == (settings, {})
    assert all(p.endswith(("is used.", "is left out.")) and len(p) < 300 for p in problems.values())


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"alpha": ["nan"]}, "(alpha) must be a finite number from -4 to 0, but it is nan: -2 is"),
        ({"dim": ["9" * 5000]}, "(dim) must be a whole number from 2 to 2,000, but it is '9999"),
        ({"family": ["elastic"]}, "Family must be one of 'ridge', 'lasso', but it is 'elastic': r"),
        ({"budget": ["6"], "dim": ["4"]}, "(budget) must be a whole number from 2 to 4, but it"),
        ({"data": ["iris"]}, "Data must be one of 'synthetic', 'mnist-3v5',"),
        ({"data": ["csv"], "table": ["sha256:1"]}, "'sha256:1'"),
        ({"runs": ["0"]}, "Runs must be a whole number from 1 to 100, but it is 0: 20 is used."),
        ({"algorithms": ["known,best"]}, "each of Algorithms must be one of 'uniform', 'known'"),
        ({"mode": ["theory"], "guarded": ["false"]}, "(guarded) has no effect unless Mode is"),
        ({"family": ["lasso"], "adagrad": ["true"]}, "(adagrad) has no effect unless Family"),
        ({"split": ["odd"]}, "(split) must be one of 'theory', 'even', but it is 'odd': the mode"),
        ({"warm": ["cold"]}, "(warm) must be true or false, but it is 'cold': the mode's"),
        ({"protocol": ["own"], "step": ["cv"]}, "(step) has no effect unless Reading of the pro"),
        ({"protocol": ["scaled"], "norm_bound": ["2"]}, "(norm_bound) has no effect unless Readin"),
    ],
)
def test_a_bad_value_gets_a_sentence(query: dict[str, list[str]], sentence: str) -> None:
    _, problems = from_query(query)
    assert len(problems) == 1
    assert sentence in next(iter(problems.values()))


def test_no_algorithm_in_a_link_means_all() -> None:
    for texts in ([""], [","], [" "]):
        assert from_query({"algorithms": texts}) == (DEFAULTS, {})
    assert from_query({"algorithms": ["known,"]})[0].keys == ("ddaerr",)


def test_what_is_wrong_is_said_of_the_data_that_are_used() -> None:
    assert len(from_query({"data": ["wine"], "dim": ["x"]})[1]) == 1
    assert len(from_query({"data": ["csv"], "dim": ["x"]})[1]) == 2
    assert len(from_query({"dim": ["x"], "data": ["iris"], "species": ["oak"]})[1]) == 3


def test_a_small_d_takes_the_default_budget_along_without_a_word() -> None:
    assert from_query({"dim": ["3"]}) == (Settings(dim=3, budget=3), {})


@pytest.mark.parametrize("text", ["1", "true", "True"])
def test_an_older_link_calls_adagrad_adaptive(text: str) -> None:
    assert from_query({"adaptive": [text]}) == (Settings(adagrad=True), {})
    assert usable({"adaptive": [text]}) == {"adagrad": ["true"]}
    assert from_query({"adaptive": [text], "adagrad": ["false"]}) == (DEFAULTS, {})
    (sentence,) = from_query({"adaptive": ["maybe"]})[1].values()
    assert "(adagrad) must be true or false, but it is 'maybe'" in sentence


def test_old_names_lead_to_settings_and_are_none() -> None:
    assert {*OLD_NAMES.values()} <= {*SETTINGS}
    assert not {*OLD_NAMES} & {*SETTINGS}


def test_the_last_of_several_values_counts() -> None:
    assert from_query({"dim": ["10", "20"]})[0].dim == 20


def test_what_does_not_belong_to_the_data_is_left_out_with_a_sentence() -> None:
    query = {"data": ["wine"], "alpha": ["x"], "dim": ["3"], "species": ["oak"]}
    settings, said = from_query(query)
    assert settings == Settings(data="wine")
    assert [sentence.partition(" is no setting of Wine")[0] for sentence in said.values()] == [
        "Decay of the moments, α (alpha)",
        "Attributes, d (dim)",
        "Species",
    ]
    assert Settings(data="wine", alpha=-1, dim=3, species="aspen") == Settings(data="wine")
    assert Settings(multiplier=3.0) == DEFAULTS  # step is quick


def test_the_details_follow_the_mode_until_they_are_set() -> None:
    assert Settings().rules == EXPERIMENTS
    assert Settings(mode="theory").rules == THEORY
    own = Settings(mode="theory", split="even", m1=0.25)
    assert own.rules == dataclasses.replace(THEORY, split="even", m1_fraction=0.25)
    # changing the mode keeps what was set and brings the rest along
    assert dataclasses.replace(own, mode="experiments") == Settings(m1=0.25)
    assert Settings(p="plain").spec().mode.p == "plain"
    assert Settings().spec().mode.p == "moment_aware"


def test_algorithms_keep_their_roles_in_the_other_family() -> None:
    ridge = Settings(algorithms=("aerr", "ddaerr"))
    assert ridge.keys == ("aerr", "ddaerr")
    assert dataclasses.replace(ridge, family="lasso").keys == ("aelr", "ddaelr")
    assert Settings(algorithms=tuple(unasked("ridge"))) == DEFAULTS
    assert from_query({"algorithms": ["ddaerr, offline"]})[0].keys == ("ddaerr", "offline_ridge")
    assert from_query({"algorithms": ["online", "known"]})[0].spec().algorithms == (
        "ddaerr",
        "online_ridge",
    )


def test_the_papers_algorithms_alone() -> None:
    paper = Settings(origin=THE_PAPERS)
    assert to_query(paper) == {"origin": THE_PAPERS}
    assert {ALGORITHMS[key].origin for key in paper.spec().algorithms} == {"the paper"}
    assert {*Settings().keys} - {*paper.keys} == {"jaerr", "adaptive_jaerr"}
    assert Settings(origin=THE_PAPERS, algorithms=("aerr", "jaerr")).keys == ("aerr",)
    assert Settings(origin=THE_PAPERS, algorithms=("jaerr",)) == paper
    assert dataclasses.replace(paper, origin=OURS_TOO) == DEFAULTS
    assert Settings(algorithms=paper.keys).keys == paper.keys  # chosen one by one


def test_the_step_of_the_app_is_that_of_the_experiment() -> None:
    assert Settings().spec().step is None
    assert Settings(step="number", eta=0.25).spec().step == 0.25
    assert Settings(eta=0.25) == DEFAULTS
    for word in ("auto", "theory", "quick", "cv", "fine"):
        assert Settings(step=word).spec().step == word


@pytest.mark.parametrize("key", READINGS)
def test_a_reading_says_how_parameters_are_found(key: str) -> None:
    own = Settings(protocol=key, points=7)
    spec = own.spec()
    assert READINGS[key].settings.items() <= vars(spec).items()
    assert (spec.curve, spec.points) == ("per_prefix", 7)
    assert Settings(protocol=key, points=7, step="number", eta=2.0, norm_bound=3.0) == own
    assert from_query({"protocol": [READINGS[key].label]})[0].protocol == key  # as its menu has it


def test_the_papers_algorithms_may_average_linearly() -> None:
    linear = Settings(average="linear")
    assert linear.spec().average == "linear"
    assert to_query(linear) == {"average": "linear"}


def test_the_spec_says_everything() -> None:
    spec = Settings(
        data="covertype",
        species="aspen",
        scaling="maxabs",
        family="lasso",
        budget=9,
        examples=700,
        runs=3,
        seed=4,
        step="theory",
        multiplier=3.0,
        norm_bound=2.5,
    ).spec()
    assert dict(spec.options) == {"species": 5, "scaling": "maxabs"}
    assert (spec.data, spec.family, spec.budget) == ("covertype", "lasso", 9)
    assert (spec.examples, spec.runs, spec.seed) == (700, 3, 4)
    assert (spec.step, spec.multiplier, spec.norm_bound) == ("theory", 3.0, 2.5)
    assert (spec.curve, spec.points, len(spec.algorithms)) == ("anytime", 25, 7)
    assert dict(Settings(scaled=True).spec().options)["scaled"] is True
    assert Settings(projector=True).spec() == Settings().spec()


def test_a_table_is_named_by_its_fingerprint() -> None:
    settings, problems = checked({"data": "csv", "budget": 3}, TABLE)
    assert not problems
    assert settings.d == 3
    assert dict(settings.spec().options)["fingerprint"] == "sha256:ab"
    assert dict(settings.spec().options)["target"] == "y"
    assert to_query(settings) == {"data": "csv", "budget": "3", "table": "sha256:ab"}
    assert checked({"data": "csv", "budget": 4}, TABLE)[1] == {
        "budget": "Budget, k + 1 (budget) must be a whole number from 2 to 3, but it is 4: "
        "3 is used."
    }
    other = checked({"data": "csv", "table": "sha256:ef"}, TABLE)
    assert other[0] == DEFAULTS
    assert "sha256:ef" in other[1]["data"]


# ---- Any address: a valid spec and sentences, on every page, never an exception ----

PAGES = {
    "bounds": BOUNDS,
    "one_step": ONE_STEP,
    "results": RESULTS,
    "what_if": WHAT_IF,
}
NUMBERS = st.floats().map(str) | st.integers().map(str) | st.sampled_from(["1e9", "-0", "٣", "²"])
TEXTS = NUMBERS | st.text() | st.binary().map(lambda raw: raw.decode("latin-1"))
ANYTHING = (
    TEXTS
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.lists(st.integers() | st.text() | st.lists(st.none()), max_size=4)
    | st.dictionaries(st.text(), st.none(), max_size=2)
)


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_a_pages_own_settings(page: str, data: st.DataObject) -> None:
    """Whatever the link or the browser says, a setting is in its range or refused in a sentence."""
    rows = PAGES[page].settings
    row = rows[data.draw(st.sampled_from([*rows]))]
    for read, junk in ((row.read, st.lists(TEXTS, min_size=1, max_size=2)), (row.check, ANYTHING)):
        sentence = ""
        try:
            value = read(data.draw(junk))
        except ValueError as error:
            sentence = str(error)
        if sentence:
            assert "\n" not in sentence.strip()
            assert len(sentence) < 400
        else:
            assert row.check(value) == value
            assert row.read([",".join(row.texts(value))]) == value


@given(ANYTHING | st.lists(st.sampled_from([5, 50, "5", [5], None]), max_size=3))
def test_some_of_a_few_numbers(junk: object) -> None:
    few = Setting("dims", "d", "several", (500,), choices=(5, 50, 500), most=2)
    try:
        chosen = few.check(junk)
    except ValueError:
        return
    assert 1 <= len(chosen) <= 2
    assert set(chosen) <= {5, 50, 500}


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_what_a_page_uses_is_always_in_range(page: str, data: st.DataObject) -> None:
    own = PAGES[page]
    state = data.draw(st.dictionaries(st.sampled_from([*own.settings]), ANYTHING))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widgets.st, "session_state", state)
        for name, row in own.settings.items():
            used = own.value(name)
            assert used == row.default or row.check(used) == used
