"""The recipe for an algorithm: its entry in the registry, here with its own q and step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages.ui.shell import PAGES
from tests.experiments.test_register import PLUGIN
from tests.recipes.conftest import ROOT, House

TABLE = "aelr_core/algorithms/table.py"
ENTRY = """POWER = replace(
    entries("ridge")[1],
    key="power",
    label="Power",
    short="Power",
    word="power",
    does="By squares",
    q="q_i ∝ M_i",
    colour=7,
    step_size=lambda ask: theory.ddaerr_step_size(m=ask.m, k=ask.k, M=ask.moments()) / 2,
    make=lambda entry, task: one_phase(entry, task, q=task.M / task.M.sum()),
    bounds=(),
)

"""
SMALL = {"dim": "12", "budget": "4", "examples": "100", "runs": "2", "step": "theory"}


@pytest.fixture(scope="module")
def house(copy: House) -> House:
    copy.add_lines(TABLE, ENTRY, above="ENTRIES = (")
    copy.change(TABLE, "entries(family)),", "entries(family)), POWER,")
    copy.store_runs()
    return copy.follows("an algorithm")


def test_it_keeps_the_contract_of_algorithms(house: House) -> None:
    house.keeps(
        "tests/core/test_algorithms.py",
        "tests/project/test_palette.py",
        "tests/analysis/test_measured.py",
        "tests/analysis/test_plan.py",
        "tests/app/test_bounds.py",
        "tests/experiments/test_spec.py",
        "aelr_core/algorithms",
        "pages/ui/settings",
        "-k",
        "not json_gives and not any_",
    )


@pytest.mark.long
def test_it_keeps_everything_that_would_notice(house: House) -> None:
    house.keeps(
        "aelr_core/experiments",
        "pages/ui",
        "tests/analysis",
        "tests/app/test_bounds.py",
        "tests/app/test_explorer.py",
        "tests/app/test_explorer_pictures.py",
        "tests/app/test_lessons.py",
        "tests/app/test_run_files.py",
        "tests/app/test_same_numbers.py",
        "tests/app/test_what_if.py",
        "tests/app/test_settings.py",
        "tests/app/test_sidebar.py",
        "tests/core/test_algorithm_lanes.py",
        "tests/experiments/test_command.py",
        "tests/experiments/test_register.py",
        "tests/figures",
        "research/paper/tests/test_panels.py",
        "tests/project",
        "-k",
        # no textbook has its lanes; the atlas and what fits into two lines are of what is shipped
        "not are_the_textbook and not gap_is_called_chance and not gain_is_said"
        " and not saving_comes_with_a_run",
    )


def test_its_curve_in_company_is_its_curve_alone_and_not_ddaerrs(house: House) -> None:
    for step in ("theory", "quick"):
        asked = f"run --data synthetic --dim 12 --budget 4 --examples 90 --runs 2 --step {step}"
        company = house.command(f"{asked} --algorithms ddaerr,power")["curves"]
        alone = house.command(f"{asked} --algorithms power")["curves"]["power"]
        assert list(company) == ["ddaerr", "power"]
        assert company["power"]["mean"] == alone["mean"]
        assert company["power"]["mean"] != pytest.approx(company["ddaerr"]["mean"], rel=1e-3)


def test_links_and_legends_have_it_in_a_colour_of_its_own(house: House) -> None:
    house.run(
        "-c",
        """
from pages.ui.settings.values import from_query, to_query
from aelr_core.plots.theme import STYLES, style
settings, problems = from_query({"algorithms": ["known,power"]})
assert not problems
assert settings.keys == settings.spec().algorithms == ("ddaerr", "power")
assert to_query(settings) == {"algorithms": ["known", "power"]}
assert style("power") == STYLES[7] != style("ddaerr")
from pages.ui.stored_runs import example_run
from pages.ui.settings import DEFAULTS
assert example_run().spec == DEFAULTS.spec()
assert "power" in example_run().curves
""",
    )


@pytest.mark.long
def test_the_pages_draw_it(house: House) -> None:
    shown = house.visit(*PAGES, run=True, **SMALL)
    assert "By squares (Power)" in shown["pages/explorer.py"]  # the legend of the curves


def test_a_run_of_it_alone_is_drawn_too(house: House) -> None:
    shown = house.visit("pages/explorer.py", run=True, algorithms="power", **SMALL)
    assert "By squares (Power)" in shown["pages/explorer.py"]


def test_a_plugin_is_drawn_without_a_change_of_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "squares_plugin.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.setenv("AELR_PLUGINS", "squares_plugin")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(tmp_path)]))
    asked = json.dumps({"pages": [*PAGES], "run": True, "query": SMALL})
    done = subprocess.run(
        [sys.executable, "-m", "tests.recipes.visit", asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
    )
    shown = json.loads(done.stdout)["pages/explorer.py"]
    assert "By squares (Squares)" in shown  # the legend of the curves, which a worker has computed
