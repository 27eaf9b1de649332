"""The recipe for a data set: its file, its line in the registry, its facts and its own option."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.ui.shell import PAGES
from tests.recipes.conftest import House

REGISTRY = "aelr_core/datasets/registry.py"
TABLE, VALUES = "pages/ui/settings/table.py", "pages/ui/settings/values.py"


@pytest.fixture(scope="module")
def house(copy: House) -> House:
    coins = Path(__file__).with_name("coins.py").read_text(encoding="utf-8")
    copy.add_file("aelr_core/datasets/coins.py", coins)
    copy.add_lines(
        REGISTRY,
        "from aelr_core.datasets import coins\n",
        above="from aelr_core.datasets.dataset import",
    )
    copy.add_lines(REGISTRY, "        coins.ENTRY,\n", above="        csv.ENTRY,")
    copy.add_lines(
        TABLE,
        "from aelr_core.datasets.coins import MINT\n",
        above="from aelr_core.datasets.bundled_data import",
    )
    copy.add_lines(TABLE, "    Setting.of(MINT),\n", above="    Setting.of(SCALING, ")
    copy.add_lines(
        VALUES, '    mint: str = _default("mint")\n', above="    table: UploadedTable | None = None"
    )
    copy.run("-m", "research.stored", "facts", "coins")  # make facts ARGS=coins
    return copy.follows("a data set", "coins")


def test_it_keeps_the_contract_of_data_sets(house: House) -> None:
    house.keeps("tests/core/test_datasets_registry.py", "tests/core_sklearn/test_datasets.py")


def test_links_bring_settings_with_it_back(house: House) -> None:
    house.keeps("tests/app/test_settings.py", "-k", "table_and_settings or brings_the_settings")


@pytest.mark.long
def test_it_keeps_everything_that_would_notice(house: House) -> None:
    house.keeps(
        "aelr_core/datasets",
        "pages/ui",
        "tests/analysis",
        "tests/app/test_explorer_pictures.py",
        "tests/app/test_what_if.py",
        "tests/app/test_same_numbers.py",
        "tests/app/test_settings.py",
        "tests/app/test_sidebar.py",
        "tests/core/test_cli.py",
        "tests/experiments/test_command.py",
        "tests/experiments/test_spec.py",
        "tests/project",
    )


def test_the_command_line_takes_it(house: House) -> None:
    found = house.command("rho --data coins")
    assert (found["d"], found["m"]) == (4, 48)
    assert 1 / 4 <= found["rho_ridge"] <= 1
    run = "run --data coins --scaling none --family lasso --examples 40 --runs 2"
    curves = house.command(f"{run} --points 2 --step theory")["curves"]
    # the usual budget of 5 is brought down to d
    assert curves["ddaelr"]["attributes"] == [20 * 4, 40 * 4]


def test_core_links_and_costs_know_it(house: House) -> None:
    house.run(
        "-c",
        """
import aelr_core as ac
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import facts_of
data = ac.load_dataset("coins", family="lasso")
assert (data.provenance, data.licence) == ("Made for a test.", "None needed.")
assert facts_of("coins").size == (4, 48) and {*facts_of("coins").norm_bounds} == {"ridge", "lasso"}
spec = ac.ExperimentSpec(data="coins", family="lasso", budget=3)
assert prior_facts(spec, data).rho_lasso == data.rho_lasso

from aelr_core.experiments.recipe import command
from pages.ui.runs.limits import check_cost
from pages.ui.settings.values import from_query, to_query
settings, problems = from_query({"data": ["coins"], "budget": ["3"], "scaling": ["none"]})
assert not problems
assert to_query(settings) == {"data": "coins", "budget": "3", "scaling": "none"}
assert settings.size == (4, 48)
settings, problems = from_query({"data": ["coins"], "budget": ["3"], "mint": ["b"]})
assert not problems and dict(settings.spec().options)["mint"] == "b"
assert "--mint=b" in command(settings.spec())
_, problems = from_query({"data": ["coins"], "budget": ["3"], "mint": ["c"]})
assert len(problems) == 1 and "'c'" in problems["mint"]
_, problems = from_query({"data": ["coins"], "budget": ["7"]})
assert "from 2 to 4, but it is 7" in problems["budget"]
check_cost(settings.spec(), None, 40.0)
assert "--data=coins" in command(settings.spec())
""",
    )


def test_every_page_takes_it(house: House) -> None:
    shown = house.visit(*PAGES, data="coins", budget="3", a_source="coins")
    for page in PAGES:
        assert "48 training rows, d = 4." in shown[page], page
    assert "Made for a test." in shown["pages/explorer.py"]
    assert '"Coins"' in shown["pages/what_if.py"]  # on the map
    assert "Coins, gold against silver" in shown["pages/what_if.py"]
