"""The recipe for a data set: its file, and its line in the registry (with the import).

Nothing else is done: no facts are stored, so they are found by loading the data.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.app.reading import as_read
from tests.recipes.conftest import Copy

REGISTRY = "aelr_core/datasets/registry.py"


@pytest.fixture(scope="module")
def house(copy: Copy) -> Copy:
    shutil.copy(Path(__file__).with_name("coins.py"), copy.folder / "aelr_core/datasets")
    copy.add_line(
        REGISTRY, "from aelr_core.datasets.dataset import", "from aelr_core.datasets import coins\n"
    )
    copy.add_line(REGISTRY, "        csv.ENTRY,", "        coins.ENTRY,\n")
    return copy


def test_it_keeps_the_contract_of_data_sets(house: Copy) -> None:
    contract = "tests/core/test_datasets_registry.py"
    house.run("-m", "pytest", "-q", "-p", "no:cacheprovider", contract)


def test_the_command_line_takes_it(house: Copy) -> None:
    found = json.loads(house.run("-m", "aelr_core", "rho", "--data", "coins", "--json"))
    assert (found["d"], found["m"]) == (4, 48)
    assert 1 / 4 <= found["rho_ridge"] <= 1
    printed = house.run(
        "-m", "aelr_core", "run", "--data", "coins", "--scaling", "none", "--family", "lasso",
        "--examples", "40", "--runs", "2", "--points", "2", "--step", "theory",
        "--json",
    )  # fmt: skip
    curve = json.loads(printed)["curves"]["ddaelr"]
    assert curve["attributes"] == [20 * 4, 40 * 4]  # the usual budget of 5 is brought down to d


def test_the_core_takes_it(house: Copy) -> None:
    house.run(
        "-c",
        """
import aelr_core as ac
from aelr_core.analysis.standing import standing
from aelr_core.datasets import facts_of
data = ac.load_dataset("coins", family="lasso")
assert (data.provenance, data.licence) == ("Made for a test.", "None needed.")
assert facts_of("coins").size == (4, 48) and not facts_of("coins").norm_bounds
spec = ac.ExperimentSpec(data="coins", family="lasso", budget=3)
assert standing(spec, data).rho_lasso == data.rho_lasso
""",
    )


def test_links_and_costs_know_it(house: Copy) -> None:
    house.run(
        "-c",
        """
from aelr_core.experiments.recipe import command
from pages.ui.runs import cost
from pages.ui.settings.link import from_query, to_query
settings, problems = from_query({"data": ["coins"], "budget": ["3"], "scaling": ["none"]})
assert not problems
assert to_query(settings) == {"data": "coins", "budget": "3", "scaling": "none"}
assert settings.size == (4, 48)
_, problems = from_query({"data": ["coins"], "budget": ["7"]})
assert "4, the attributes of coins" in problems[0]
cost.check(settings.spec(), None, 40.0)
assert "--data=coins" in command(settings.spec())
""",
    )


def test_every_page_takes_it(house: Copy) -> None:
    printed = house.run(
        "-c",
        """
import json
from pathlib import Path
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=120)
for name, text in {"data": "coins", "budget": "3", "a_source": "coins"}.items():
    app.query_params[name] = text
app.run()
said = {}
for page in sorted(str(path) for path in Path("pages").glob("*.py")):
    app.switch_page(page).run()
    assert not app.exception, (page, app.exception)
    assert not app.warning, (page, app.warning)
    parts = [*app.sidebar.caption, *app.main.markdown, *app.main.caption]
    said[page] = "\\n".join(str(part.value) for part in parts)
    said[page] += "".join(chart.proto.spec for chart in app.get("plotly_chart"))
    said[page] += "".join(chart.proto.json for chart in app.get("bidi_component"))
print(json.dumps(said))
""",
    )
    said = json.loads(printed.splitlines()[-1])
    for page in said:
        assert "48 training rows, d = 4." in said[page], page
    assert "Made for a test." in as_read(said["pages/explorer.py"])
    assert '"Coins"' in said["pages/ratios.py"]  # on the map
    assert "Coins, gold against silver" in said["pages/ratios.py"]
