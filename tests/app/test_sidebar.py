"""The sidebar by AppTest, alone: every control does what it says, and only valid states exist."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.link import checked, to_query
from pages.ui.settings.presets import PRESETS
from pages.ui.settings.table import OPTIONS
from tests.app.reading import as_read

TABLE = "a,b,c,y\n" + "\n".join(f"{n},{n * n % 7},{n % 3},{n % 2}" for n in range(40))


def script() -> None:
    import streamlit as st

    from pages.ui import uploads
    from pages.ui.settings import sidebar

    if "upload" in st.session_state:
        uploads.put(st.session_state["upload"].encode(), "mine.csv", target="y")
    if "choose" in st.session_state:
        sidebar.choose(st.session_state.pop("choose"))
    sidebar.draw()
    assert sidebar.current().spec()


def opened(**query: str | list[str]) -> AppTest:
    app = AppTest.from_function(script, default_timeout=30)
    for name, text in query.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return app


def settings(app: AppTest) -> Settings:
    assert not app.exception
    found = app.session_state["_settings"]
    assert isinstance(found, Settings)
    return found


def group(app: AppTest, key: str) -> object:
    """Return a segmented control or pills."""
    (found,) = [one for one in app.get("button_group") if one.key == key]
    return found


def chosen(app: AppTest, settings: Settings) -> AppTest:
    app.session_state["choose"] = settings
    return app.run()


def test_it_opens_with_the_defaults() -> None:
    app = opened()
    assert settings(app) == DEFAULTS
    assert app.selectbox(key="_preset").value == "default"
    assert not app.warning
    assert not app.caption


FIELDS = {
    "alpha": ("slider", -0.5),
    "dim": ("number_input", 60),
    "scaled": ("toggle", True),
    "budget": ("number_input", 50),
    "examples": ("number_input", 1500),
    "runs": ("number_input", 7),
    "seed": ("number_input", 12),
    "m1": ("slider", 0.25),
    "warm": ("toggle", True),
    "adaptive": ("toggle", True),
    "projector": ("toggle", True),
    "norm_bound": ("number_input", 12.5),
}
CHOICES = {
    "mode": "theory",
    "split": "even",
    "p": "moment-aware",
    "epsilon": "zero",
    "step": "cv",
    "family": "lasso",
}


def test_every_control_changes_its_setting_alone() -> None:
    app = opened()
    for name, word in CHOICES.items():
        wanted = replace(settings(app), **{name: word})
        group(app, name).set_value(word).run()
        assert settings(app) == wanted
    group(app, "family").set_value("ridge").run()
    for name, (kind, value) in FIELDS.items():
        wanted = replace(settings(app), **{name: value})
        getattr(app, kind)(key=name).set_value(value).run()
        assert settings(app) == wanted
    unlike = {name for name in OPTIONS if getattr(wanted, name) != getattr(DEFAULTS, name)}
    # those that belong to other data or other steps, and the family, which is ridge again
    assert {*OPTIONS} - unlike == {
        "data", "species", "scaling", "family", "multiplier", "algorithms",
    }  # fmt: skip


def test_algorithms_can_be_left_out() -> None:
    app = opened()
    group(app, "algorithms").set_value(["known", "uniform"]).run()
    assert settings(app).keys == ("aerr", "ddaerr")
    group(app, "family").set_value("lasso").run()
    assert settings(app).keys == ("aelr", "ddaelr")
    group(app, "algorithms").set_value([]).run()
    assert settings(app) == Settings(family="lasso")
    assert [c.value for c in app.caption] == ["None is chosen, so all five are used."]
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


def test_the_budget_goes_up_to_the_attributes_of_the_data() -> None:
    assert opened(data="wine").number_input(key="budget").max == 13
    assert settings(opened(data="mnist-3v5", budget="784")).budget == 784


def test_a_smaller_d_takes_the_budget_along_and_says_so() -> None:
    app = opened(budget="40")
    app.number_input(key="dim").set_value(10).run()
    assert settings(app) == Settings(dim=10, budget=10)
    said = "The budget was brought down to 10: there are no more attributes than that."
    assert [c.value for c in app.caption] == [said]
    app.run()
    assert [c.value for c in app.caption] == [said]
    app.number_input(key="dim").set_value(500).run()
    assert settings(app).budget == 10
    assert not app.caption
    app.number_input(key="budget").set_value(40).run()
    app.selectbox(key="data").set_value("diabetes").run()
    assert settings(app) == Settings(data="diabetes", budget=10)
    assert said in [c.value for c in app.caption]


def test_it_says_when_rows_are_met_again() -> None:
    app = opened(data="wine")
    assert "142 rows to learn from: each is met about 35 times." in [c.value for c in app.caption]
    app.number_input(key="examples").set_value(142).run()
    assert len(app.caption) == 1


def test_the_details_follow_the_mode() -> None:
    app = opened(mode="theory")
    assert [group(app, name).value for name in ("split", "p", "epsilon")] == [
        "theory", "plain", "theory",
    ]  # fmt: skip
    assert app.toggle(key="warm").value is False
    group(app, "split").set_value("even").run()
    assert settings(app) == Settings(mode="theory", split="even")
    assert [c.value for c in app.caption] == [
        "Other than in the paper's theory: split of the draws."
    ]
    group(app, "mode").set_value("experiments").run()
    assert settings(app) == DEFAULTS
    group(app, "mode").set_value("theory").run()
    assert settings(app) == Settings(mode="theory")
    assert group(app, "p").value == "plain"


def test_the_multiplier_belongs_to_the_theorys_step() -> None:
    app = opened()
    assert not [n for n in app.number_input if n.key == "multiplier"]
    group(app, "step").set_value("theory").run()
    app.number_input(key="multiplier").set_value(9.0).run()
    assert settings(app) == Settings(step="theory", multiplier=9.0)
    group(app, "step").set_value("quick").run()
    assert settings(app) == DEFAULTS


def test_adagrad_is_offered_for_ridge_only() -> None:
    app = opened(adaptive="true")
    assert settings(app).adaptive
    group(app, "family").set_value("lasso").run()
    assert settings(app) == Settings(family="lasso")
    assert not [t for t in app.toggle if t.key == "adaptive"]


def test_a_new_seed() -> None:
    app = opened()
    seeds = {settings(app.button[0].click().run()).seed for _ in range(3)}
    assert len(seeds) == 3
    assert settings(app) == Settings(seed=settings(app).seed)


def test_a_preset_sets_everything() -> None:
    app = opened(data="wine", budget="3", mode="theory", p="moment-aware", norm_bound="2.5")
    assert app.selectbox(key="_preset").value == "custom"
    for name, preset in reversed(PRESETS.items()):
        app.selectbox(key="_preset").set_value(name).run()
        assert settings(app) == preset
        assert app.selectbox(key="_preset").value == name
        assert "custom" not in app.selectbox(key="_preset").options
    assert settings(app.run()) == DEFAULTS


def test_custom_is_said_and_reset_brings_the_default_back() -> None:
    app = opened(projector="true")
    app.number_input(key="runs").set_value(3).run()
    group(app, "algorithms").set_value(["known"]).run()
    app.number_input(key="norm_bound").set_value(3.0).run()
    assert app.selectbox(key="_preset").value == "custom"
    app.selectbox(key="_preset").set_value("custom").run()
    assert settings(app).runs == 3
    app.button[-1].click().run()
    assert settings(app) == Settings(projector=True)
    assert app.selectbox(key="_preset").value == "default"


LINKS = {
    "mnist": PRESETS["Fig. 8: AdaGrad, MNIST"],
    "data": Settings(data="covertype", species="krummholz", scaling="l2", runs=3, budget=54),
    "mode": Settings(mode="theory", split="even", warm=True, m1=0.3, step="theory", multiplier=27),
    "rules": Settings(p="plain", epsilon="theory", norm_bound=3.5, algorithms=("aerr", "online")),
    "small": Settings(dim=3, budget=2, scaled=True, examples=100, alpha=-0.07, adaptive=True),
    "lasso": Settings(family="lasso", step="cv", seed=999_999, projector=True, warm=False),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_sets_every_control(name: str) -> None:
    app = opened(**to_query(LINKS[name]))
    assert settings(app) == LINKS[name]
    assert not app.warning


def test_any_settings_can_be_chosen() -> None:
    app = opened()
    for wanted in (*LINKS.values(), DEFAULTS):
        assert settings(chosen(app, wanted)) == wanted
        assert settings(app.run()) == wanted


def test_a_bad_link_gets_sentences_until_something_is_changed() -> None:
    app = opened(data="wine", budget="99", dim="x", family="elastic", step="fast", m1="2")
    (warning,) = app.warning
    assert [as_read(said[2:]).split(",")[0] for said in warning.value.splitlines()] == [
        "Family must be one of 'ridge'",
        "Step must be one of 'quick'",
        "M1 must be a finite number from 0 to 0.9",
        "Budget must be at most 13",
    ]
    assert settings(app) == Settings(data="wine")
    app.run()
    assert app.warning[0].value == warning.value
    app.number_input(key="runs").set_value(3).run()
    assert not app.warning


def test_what_a_link_says_about_other_data_does_not_come_back() -> None:
    app = opened(data="wine", dim="60", alpha="-1")
    app.selectbox(key="data").set_value("synthetic").run()
    assert settings(app) == DEFAULTS


def test_forged_values_are_refused() -> None:
    """A browser holds the ranges; whoever speaks to the server without one can send anything."""
    app = opened()
    app.number_input(key="budget").set_value(-3)
    app.number_input(key="dim").set_value(10**9)
    app.slider(key="alpha").set_value(7.0)
    app.run()
    assert checked(asdict(settings(app))) == (settings(app), ())


def test_a_table_can_be_chosen_once_it_is_there() -> None:
    app = opened(data="csv")
    assert settings(app) == DEFAULTS
    assert "needs a table of your own" in app.warning[0].value
    assert "csv" not in app.selectbox(key="data").options
    app.session_state["upload"] = TABLE
    app.run()
    app.selectbox(key="data").set_value("csv").run()
    assert (settings(app).data, settings(app).d, settings(app).budget) == ("csv", 3, 3)
    assert app.caption[0].value == "mine.csv: 32 training rows, d = 3."
    app.button[-1].click().run()
    assert settings(app) == DEFAULTS
