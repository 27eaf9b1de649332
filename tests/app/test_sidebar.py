"""The sidebar by AppTest, alone: every control does what it says, and only valid states exist."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import WStates
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import DATASETS
from pages.ui import streamlit_internals
from pages.ui.settings import DEFAULTS, Setting, Settings
from pages.ui.settings.sidebar import widget_value
from pages.ui.settings.table import OURS_TOO, SETTINGS, THE_PAPERS
from pages.ui.settings.values import PRESETS, checked, to_query
from tests.app.reading import as_read
from tests.app.sidebar_alone import chosen, group, opened, settings

TABLE = "a,b,c,y\n" + "\n".join(f"{n},{n * n % 7},{n % 3},{n % 2}" for n in range(40))


def test_it_opens_with_the_defaults() -> None:
    app = opened()
    assert settings(app) == DEFAULTS
    assert app.selectbox(key="_preset").value == "Start settings"
    assert not app.warning
    assert not app.caption


WIDGETS = {"field": "number_input", "menu": "selectbox", "switch": "toggle", "text": "text_area"}
DRAWN = {name for name, one in SETTINGS.items() if one.place != "link"}
NUMBERS = {"alpha": -0.5, "dim": 60, "budget": 50, "m1": 0.25, "norm_bound": 12.5}


def widget(app: AppTest, row: Setting) -> Any:
    if row.widget in ("segments", "pills"):
        return group(app, row.name)
    return getattr(app, WIDGETS.get(row.widget, row.widget))(key=row.name)


def another(row: Setting, now: Settings) -> Any:
    """Return a value that the setting does not have now."""
    value = widget_value(now, row.name)
    if row.kind == "flag":
        return not value
    if row.choices:
        return next(choice for choice in reversed(row.choices) if choice != value)
    least, most = row.at_least, row.at_most
    return NUMBERS.get(row.name, most if value == least else least)


def test_every_control_changes_its_setting_alone() -> None:
    app = opened()
    elsewhere = {"data", "algorithms"}  # have tests of their own
    for name, row in SETTINGS.items():
        before = settings(app)
        if name in elsewhere or name not in DRAWN or not before.uses(name):
            continue
        value = another(row, before)
        wanted = replace(before, **{name: value})
        assert wanted != before
        widget(app, row).set_value(value).run()
        assert settings(app) == wanted
        if name == "family":  # ridge has more settings
            widget(app, row).set_value(before.family).run()
    last = settings(app)
    same = {name for name in DRAWN if getattr(last, name) == getattr(DEFAULTS, name)}
    of_other_data_or_steps = {name for name in DRAWN if not last.uses(name)}
    assert same == elsewhere | {"family"} | of_other_data_or_steps
    assert of_other_data_or_steps >= {"species", "scaling"}


def test_algorithms_can_be_left_out() -> None:
    app = opened()
    group(app, "algorithms").set_value(["known", "uniform"]).run()
    assert settings(app).keys == ("aerr", "ddaerr")
    group(app, "family").set_value("lasso").run()
    assert settings(app).keys == ("aelr", "ddaelr")
    group(app, "algorithms").set_value([]).run()
    assert settings(app) == Settings(family="lasso")
    assert ["all are used" in c.value for c in app.caption] == [True]
    assert not app.warning


def test_data_bring_their_own_controls() -> None:
    app = opened()
    app.selectbox(key="data").set_value("covertype").run()
    assert settings(app) == Settings(data="covertype")
    assert "561,012 training rows, d = 54" in app.caption[0].value
    app.selectbox(key="species").set_value("aspen").run()
    app.selectbox(key="scaling").set_value("maxabs").run()
    assert settings(app) == Settings(data="covertype", species="aspen", scaling="maxabs")
    assert not [s for s in app.slider if s.key == "alpha"]
    app.selectbox(key="data").set_value("synthetic").run()
    assert settings(app) == DEFAULTS


def test_a_smaller_d_takes_the_budget_along_and_says_so() -> None:
    app = opened(budget="40")
    app.number_input(key="dim").set_value(10).run()
    assert settings(app) == Settings(dim=10, budget=10)
    for again in (app, app.run()):
        assert "from 2 to 10, but it is 40: 10 is used" in as_read(again.warning[0].value)
    app.number_input(key="dim").set_value(500).run()
    assert settings(app).budget == 10
    assert not app.warning
    app.number_input(key="budget").set_value(40).run()
    app.selectbox(key="data").set_value("diabetes").run()
    assert settings(app) == Settings(data="diabetes", budget=10)
    assert "40: 10 is used" in as_read(app.warning[0].value)


def test_the_details_follow_the_mode() -> None:
    app = opened(mode="theory")
    assert [group(app, name).value for name in ("split", "p", "epsilon")] == [
        "theory",
        "plain",
        "theory",
    ]
    assert app.toggle(key="warm").value is False
    group(app, "split").set_value("even").run()
    assert settings(app) == Settings(mode="theory", split="even")
    group(app, "mode").set_value("experiments").run()
    assert settings(app) == DEFAULTS
    group(app, "mode").set_value("theory").run()
    assert settings(app) == Settings(mode="theory")
    assert group(app, "p").value == "plain"


def test_ours_can_be_left_out_and_come_back() -> None:
    app = opened()
    assert settings(app).keys[3:5] == ("jaerr", "adaptive_jaerr")
    group(app, "origin").set_value(THE_PAPERS).run()
    assert settings(app) == Settings(origin=THE_PAPERS)
    assert not [key for key in settings(app).keys if ALGORITHMS[key].joint]
    assert [c.value for c in app.caption] == ["Left out by the other settings: joint, adaptive."]
    app.selectbox(key="_preset").set_value("Uneven: ridge (Fig. 1c)").run()
    assert settings(app) == Settings(alpha=-1.0, dim=500, examples=20_000, origin=THE_PAPERS)
    assert app.selectbox(key="_preset").value == "Uneven: ridge (Fig. 1c)"
    group(app, "origin").set_value(OURS_TOO).run()
    assert settings(app) == PRESETS["Uneven: ridge (Fig. 1c)"]
    assert not app.caption


def test_a_choice_that_nothing_is_left_of_is_none() -> None:
    app = opened(algorithms=["joint", "adaptive"], origin=THE_PAPERS)
    assert settings(app) == Settings(origin=THE_PAPERS)
    assert "none of these" in app.caption[0].value
    app = opened(algorithms=["uniform", "adaptive"], mode="theory")
    assert settings(app).keys == ("aerr",)
    assert app.caption[0].value == "Left out by the other settings: adaptive."


def test_a_new_seed() -> None:
    app = opened()
    seeds = {settings(app.button[0].click().run()).seed for _ in range(3)}
    assert len(seeds) == 3
    assert settings(app) == Settings(seed=settings(app).seed)


def test_a_preset_sets_everything() -> None:
    app = opened(data="wine", budget="3", mode="theory", p="moment-aware", norm_bound="2.5")
    assert app.selectbox(key="_preset").value == "Your own settings"
    for name, preset in reversed(PRESETS.items()):
        app.selectbox(key="_preset").set_value(name).run()
        assert settings(app) == preset
        assert app.selectbox(key="_preset").value == name
        assert "Your own settings" not in app.selectbox(key="_preset").options
    assert settings(app.run()) == DEFAULTS


def test_custom_is_said_and_reset_brings_the_default_back() -> None:
    app = opened(projector="true")
    app.number_input(key="runs").set_value(3).run()
    group(app, "algorithms").set_value(["known"]).run()
    app.number_input(key="norm_bound").set_value(3.0).run()
    assert app.selectbox(key="_preset").value == "Your own settings"
    app.selectbox(key="_preset").set_value("Your own settings").run()
    assert settings(app).runs == 3
    app.button[-1].click().run()
    assert settings(app) == Settings(projector=True)
    assert app.selectbox(key="_preset").value == "Start settings"


def test_a_number_out_of_range_leaves_the_field_and_says_so() -> None:
    app = opened(budget="7")
    for wrong, said in ((500, "from 2 to 100, but it is 500: 7 is used"), (1, "but it is 1: 7 is")):
        app.number_input(key="budget").set_value(wrong).run()
        assert app.number_input(key="budget").value == settings(app).budget == 7
        assert said in as_read(app.warning[0].value)
        assert app.run().warning  # until it is changed
    app.query_params["budget"] = "100000"  # a browser writes what is typed into the link
    app.number_input(key="budget").set_value(100_000).run()
    assert as_read(app.warning[0].value) == (
        "Budget, k + 1 (budget) must be a whole number from 2 to 100, but it is 100000: 7 is used."
    )
    app.query_params["budget"] = "8"
    app.number_input(key="budget").set_value(8).run()
    assert not app.warning
    assert settings(app) == Settings(budget=8)
    app.number_input(key="norm_bound").set_value(-1.0).run()
    assert app.number_input(key="norm_bound").value is None
    assert "auto is used" in as_read(app.warning[0].value)
    assert settings(app) == Settings(budget=8)


def test_forged_values_are_refused() -> None:
    """Whoever speaks to the server without a browser can send anything."""
    app = opened()
    app.number_input(key="budget").set_value(-3)
    app.number_input(key="dim").set_value(10**9)
    app.slider(key="alpha").set_value(7.0)
    app.run()
    assert checked(asdict(settings(app))) == (settings(app), {})


def test_of_those_who_forge_and_leave_only_the_latest_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    streamlit_internals.replace_forged_values()
    names = [f"a session {n}" for n in range(streamlit_internals.MOST_TOLD + 3)]
    for name in names:
        monkeypatch.setattr(streamlit_internals, "session_id", lambda name=name: name)
        WStates().set_widget_from_proto(WidgetState(id="no widget of ours"))
    told = []
    for name in names:
        monkeypatch.setattr(streamlit_internals, "session_id", lambda name=name: name)
        told.append(streamlit_internals.forged())
    assert told == [()] * 3 + [(streamlit_internals.FORGED,)] * streamlit_internals.MOST_TOLD
    assert streamlit_internals.forged() == ()  # once


def test_a_table_can_be_chosen_once_it_is_there() -> None:
    app = opened(data="csv")
    assert settings(app) == DEFAULTS
    assert "Your data" in app.warning[0].value
    assert "csv" not in app.selectbox(key="data").options
    app.session_state["upload"] = TABLE
    app.run()
    app.selectbox(key="data").set_value("csv").run()
    assert (settings(app).data, settings(app).d, settings(app).budget) == ("csv", 3, 3)
    assert as_read(app.caption[0].value) == "mine.csv: 32 training rows, d = 3."
    app.button[-1].click().run()
    assert settings(app) == DEFAULTS


# ---- The sidebar and its link: each value reaches its widget, and is checked once ----

LINKS = {
    "mnist": PRESETS["MNIST, 3 or 5?: AdaGrad (Fig. 8)"],
    "data": Settings(data="covertype", species="krummholz", scaling="l2", runs=3, budget=54),
    "mode": Settings(mode="theory", split="even", warm=True, m1=0.3, step="theory", multiplier=27),
    "number": Settings(step="number", eta=0.5, origin=THE_PAPERS),
    "plain": Settings(length="plain", guarded=False),
    "rules": Settings(p="plain", epsilon="theory", norm_bound=3.5, algorithms=("aerr", "online")),
    "small": Settings(dim=3, budget=2, scaled=True, examples=100, alpha=-0.07, adagrad=True),
    "lasso": Settings(family="lasso", step="cv", seed=999_999, projector=True, warm=False),
}


def test_a_value_typed_again_is_refused_in_one_sentence() -> None:
    app = opened(budget="100000", runs="0")
    (told,) = (as_read(each.value) for each in app.warning)
    assert "from 2 to 5,000" in told
    app.number_input(key="budget").set_value(100_000).run()
    (told,) = (as_read(each.value) for each in app.warning)
    assert told.count("(budget)") == 1
    assert f"from 2 to {DEFAULTS.dim}" in told  # as it is now
    assert told.count("Runs must be") == 1  # still said: it was wrong in the link


def test_any_settings_can_be_chosen() -> None:
    app = opened()
    for wanted in (*LINKS.values(), DEFAULTS):
        assert settings(chosen(app, wanted)) == wanted
        assert settings(app.run()) == wanted


def test_a_bad_link_gets_sentences_until_something_is_changed() -> None:
    app = opened(data="wine", budget="99", dim="x", family="elastic", step="fast", m1="2")
    (warning,) = app.warning
    said = [as_read(line[2:]) for line in warning.value.splitlines()]
    wanted = (
        "(dim) is no setting of Wine",
        "Family must be one of 'ridge'",
        "(budget) must be a whole number from 2 to 13",
        "(m1) must be a finite number from 0 to 0.9",
        "(step) must be one of 'usual'",
    )
    assert len(said) == len(wanted)
    assert all(part in sentence for part, sentence in zip(wanted, said, strict=True))
    assert settings(app) == Settings(data="wine")
    app.run()
    assert app.warning[0].value == warning.value
    app.number_input(key="runs").set_value(3).run()
    assert not app.warning


def test_a_bad_link_is_refused_again_when_the_visitor_goes_back_to_it() -> None:
    app = opened()
    for runs in (3, 4):
        app.query_params.clear()
        app.query_params.update({"alpha": "nan", "dim": "-inf"})
        (warning,) = app.run().warning
        assert len(warning.value.splitlines()) == 2
        app.query_params.clear()
        assert not app.number_input(key="runs").set_value(runs).run().warning


def test_what_a_link_says_about_other_data_does_not_come_back() -> None:
    app = opened(data="wine", dim="60", alpha="-1")
    said = as_read(app.warning[0].value)
    assert "(alpha) is no setting of Wine: it is left out" in said
    assert "(dim) is no setting of Wine" in said
    app.selectbox(key="data").set_value("synthetic").run()
    assert settings(app) == DEFAULTS


def test_an_older_link_sets_adagrad_until_the_visitor_does() -> None:
    app = opened(adaptive="true")
    assert settings(app).adagrad
    assert not app.warning
    assert {**app.query_params} == {"adagrad": "true"}  # the address of today
    assert not settings(app.toggle(key="adagrad").set_value(False).run()).adagrad


def test_what_only_links_set_is_kept_said_and_cleared() -> None:
    app = opened(step="number", eta="0.5", average="linear", points="7")
    wanted = Settings(step="number", eta=0.5, average="linear", points=7)
    assert settings(app) == wanted
    assert not app.warning
    said = "Set by the link: points = 7, η = 0.5, average = linear. Reset clears it."
    assert app.caption[-1].value == said
    app.number_input(key="runs").set_value(3).run()
    assert settings(app) == replace(wanted, runs=3)
    assert app.query_params["eta"] == "0.5"
    app.selectbox(key="step").set_value("quick").run()
    assert settings(app) == Settings(runs=3, step="quick", average="linear", points=7)
    assert "number" not in app.selectbox(key="step").options
    app.button(key="reset").click().run()
    assert settings(app) == DEFAULTS
    assert not app.caption
    assert not {*app.query_params} & {"eta", "average", "points"}
    (told,) = opened(points="1").warning
    assert "(points) must be a whole number from 2 to 100" in as_read(told.value)


def test_every_setting_has_its_widget() -> None:
    """The layout draws some by name: none is forgotten, whatever is chosen."""
    found: set[str] = set()
    names = [name for name, entry in DATASETS.items() if not entry.uploaded]
    every = [checked({"data": name})[0] for name in names]  # few attributes: a smaller budget
    for wanted in (*LINKS.values(), *every):
        app = opened(**to_query(wanted))
        assert settings(app) == wanted
        assert not app.warning
        keys = {
            e.key
            for kind in ("slider", "number_input", "selectbox", "toggle", "button_group")
            for e in app.get(kind)
        }
        assert keys - {"_preset"} == {name for name in DRAWN if wanted.uses(name)}
        found |= keys
    assert found >= DRAWN
