"""The sidebar and its link: each value reaches its widget, and is checked once."""

from __future__ import annotations

import pytest

from aelr_core.datasets import DATASETS
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.link import to_query
from pages.ui.settings.presets import PRESETS
from pages.ui.settings.rows import Row
from pages.ui.settings.sidebar_rows import ROWS, THE_PAPERS
from tests.app.reading import as_read
from tests.app.sidebar_alone import chosen, opened, settings

LINKS = {
    "mnist": PRESETS["MNIST, 3 or 5?: AdaGrad (Fig. 8)"],
    "data": Settings(data="covertype", species="krummholz", scaling="l2", runs=3, budget=54),
    "mode": Settings(mode="theory", split="even", warm=True, m1=0.3, step="theory", multiplier=27),
    "number": Settings(step="number", eta=0.5, origin=THE_PAPERS),
    "mends": Settings(length="measured", guarded=True),
    "rules": Settings(p="plain", epsilon="theory", norm_bound=3.5, algorithms=("aerr", "online")),
    "small": Settings(dim=3, budget=2, scaled=True, examples=100, alpha=-0.07, adagrad=True),
    "lasso": Settings(family="lasso", step="cv", seed=999_999, projector=True, warm=False),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_sets_every_control(name: str) -> None:
    app = opened(**to_query(LINKS[name]))
    assert settings(app) == LINKS[name]
    assert not app.warning


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
        "Family must be one of 'ridge'",
        "(step) must be one of 'usual'",
        "(m1) must be a finite number from 0 to 0.9",
        "(budget) must be at most 13",
        "(dim) is no setting of Wine",
    )
    assert len(said) == len(wanted)
    assert all(part in sentence for part, sentence in zip(wanted, said, strict=True))
    assert settings(app) == Settings(data="wine")
    app.run()
    assert app.warning[0].value == warning.value
    app.number_input(key="runs").set_value(3).run()
    assert not app.warning


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


def test_every_value_is_checked_once_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(**to_query(LINKS["mode"]))
    names: list[str] = []
    check = Row.check
    monkeypatch.setattr(
        Row, "check", lambda row, value: names.append(row.name) or check(row, value)
    )
    app.query_params.clear()  # a link is read before; here the widgets alone
    settings(app.run())
    assert sorted(names) == sorted({*names}) == sorted(n for n in ROWS if settings(app).uses(n))


def test_every_setting_has_its_widget() -> None:
    """The layout draws some by name: none is forgotten, whatever is chosen."""
    found: set[str] = set()
    every = [Settings(data=name) for name, entry in DATASETS.items() if not entry.uploaded]
    for wanted in (*LINKS.values(), *every):
        app = opened(**to_query(wanted))
        keys = {
            e.key
            for kind in ("slider", "number_input", "selectbox", "toggle", "button_group")
            for e in app.get(kind)
        }
        assert keys - {"_preset"} == {name for name in ROWS if wanted.uses(name)}
        found |= keys
    assert {*ROWS} <= found
