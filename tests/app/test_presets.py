"""Presets: the paper's panels are among them, all differ, all can be run."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.datasets import DATASETS
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.link import checked, from_query, to_query
from pages.ui.settings.presets import PRESETS, name_of
from pages.ui.settings.sidebar_rows import ROWS, THE_PAPERS


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_its_name_says(name: str) -> None:
    preset = PRESETS[name]
    assert name_of(preset) == name
    assert checked({n: getattr(preset, n) for n in ROWS}) == (preset, ())
    query = {key: [text] for key, text in to_query(preset).items() if isinstance(text, str)}
    assert from_query(query) == (preset, ())
    assert (preset.spec().step, preset.spec().runs, preset.seed) == (None, 20, 0)
    if "Fig." in name:
        budget = 500 if preset.data == "synthetic" else preset.d
        wanted = DATASETS[preset.data].default_budget(preset.family, budget)
        assert preset.budget == wanted  # the paper's
        assert ("AdaGrad" in name) == preset.adagrad
        assert preset.adagrad or preset.family in name
        assert ("MNIST" in name) == (preset.data == "mnist-3v5")
        assert ("Forest" in name) == (preset.data == "covertype")


def test_the_papers_panels_are_there() -> None:
    figures = [found[1] for name in PRESETS if (found := re.search(r"\(Fig\. (\w+)\)$", name))]
    assert figures == ["1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "3", "4", "5", "6", "7", "8"]
    alphas = [p.alpha for name, p in PRESETS.items() if re.search(r"Fig\. [12]", name)]
    assert alphas == [0, -0.5, -1, -2] * 2


@pytest.mark.parametrize("name", [n for n in ROWS if n not in ("data", "projector", "origin")])
def test_custom_is_said_when_anything_differs(name: str) -> None:
    usual = {
        "species": PRESETS["Forest cover: ridge (Fig. 5)"],
        "scaling": PRESETS["MNIST, 3 or 5?: ridge (Fig. 3)"],
        "multiplier": Settings(step="theory"),
        "eta": Settings(step="number"),
    }.get(name, DEFAULTS)
    other: dict[str, object] = {
        "alpha": -0.7,
        "dim": 77,
        "budget": 77,
        "examples": 777,
        "runs": 7,
        "seed": 7,
        "m1": 0.5,
        "multiplier": 0.5,
        "norm_bound": 0.5,
        "warm": False,
        "algorithms": ("known",),
        "split": "theory",
        "p": "plain",
        "epsilon": "theory",
        "step": "cv",
        "mode": "theory",
        "family": "lasso",
        "species": "aspen",
        "scaling": "none",
        "eta": 0.5,
        "average": "linear",
        "protocol": "own",
        "points": 7,
    }
    own = dataclasses.replace(usual, **{name: other.get(name, True)})
    assert own != usual
    assert name_of(own) == "Your own settings"


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
