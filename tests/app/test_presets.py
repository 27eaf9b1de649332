"""Presets: the paper's panels are among them, all differ, all can be run."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.datasets import DATASETS
from pages.ui.settings import Settings
from pages.ui.settings.table import SETTINGS, THE_PAPERS
from pages.ui.settings.values import PRESETS, checked, from_query, name_of, to_query


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_its_name_says(name: str) -> None:
    preset = PRESETS[name]
    assert name_of(preset) == name
    assert checked({n: getattr(preset, n) for n in SETTINGS}) == (preset, {})
    query = {key: [text] for key, text in to_query(preset).items() if isinstance(text, str)}
    assert from_query(query) == (preset, {})
    assert (preset.spec().step, preset.spec().runs, preset.seed) == (None, 20, 0)
    if "Fig." in name:
        budget = 500 if preset.data == "synthetic" else preset.d
        wanted = DATASETS[preset.data].default_budget(preset.family, budget)
        assert preset.budget == wanted  # the paper's


def test_the_papers_panels_are_there() -> None:
    figures = [found[1] for name in PRESETS if (found := re.search(r"\(Fig\. (\w+)\)$", name))]
    assert figures == ["1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "3", "4", "5", "6", "7", "8"]
    alphas = [p.alpha for name, p in PRESETS.items() if re.search(r"Fig\. [12]", name)]
    assert alphas == [0, -0.5, -1, -2] * 2


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("Start settings", {"seed": 7}),
        ("Start settings", {"family": "lasso"}),
        ("Start settings", {"step": "theory", "multiplier": 0.5}),
        ("Forest cover: ridge (Fig. 5)", {"species": "aspen"}),
        ("MNIST, 3 or 5?: ridge (Fig. 3)", {"scaling": "none"}),
    ],
)
def test_custom_is_said_when_anything_differs(usual: str, other: dict[str, object]) -> None:
    assert name_of(dataclasses.replace(PRESETS[usual], **other)) == "Your own settings"


def test_a_preset_keeps_its_name_in_large_type_and_without_ours() -> None:
    assert name_of(Settings(projector=True)) == "Start settings"
    assert name_of(Settings(origin=THE_PAPERS)) == "Start settings"


def test_a_preset_after_a_run_that_was_cut_short(open_app: Callable[..., AppTest]) -> None:
    """Widgets are bound to the link as they appear; which did is noted at the end of a run."""
    app = open_app()
    app.session_state["_drawn"] = ()
    app.selectbox(key="_preset").set_value("Forest cover: lasso (Fig. 6)").run()
    assert not app.exception
    assert app.session_state["_settings"] == PRESETS["Forest cover: lasso (Fig. 6)"]
