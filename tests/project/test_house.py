"""The house as CONTRIBUTING draws it: its rooms are those of the tree, in the order of imports."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}


def drawn(folder: str) -> list[list[str]]:
    """Return the rooms of each row of the table that follows the folder's name."""
    table = re.split(rf"\*\*`{folder}/`\*\*, from the top down:\n\n", CONTRIBUTING)[1]
    rows = re.findall(r"^\| (`.*?`) \|", table.partition("\n\n")[0], re.MULTILINE)
    return [re.findall(r"`(\w+)`", row) for row in rows]


def there(folder: str) -> set[str]:
    """Return the modules and packages of a folder."""
    files = {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}


def layers(contract: str) -> list[set[str]]:
    return [set(re.findall(r"\w+", line)) for line in CONTRACTS[contract]["layers"]]


@pytest.mark.parametrize("folder", ["aelr_core", "pages/ui"])
def test_every_room_is_drawn_once(folder: str) -> None:
    named = [room for row in drawn(folder) for room in row]
    assert len(set(named)) == len(named)
    assert set(named) == there(folder)


@pytest.mark.parametrize(
    ("folder", "contract"), [("aelr_core", "core-layers"), ("pages/ui", "rooms-of-pages")]
)
def test_the_drawing_has_the_order_of_the_imports(folder: str, contract: str) -> None:
    """A row never stands above one that may import it."""
    height = {room: at for at, layer in enumerate(layers(contract)) for room in layer}
    rows = [[height[room] for room in row] for row in drawn(folder)]
    tops = [min(row) for row in rows]
    assert tops == sorted(tops)


def test_the_way_of_a_number_goes_through_files_that_exist() -> None:
    way = CONTRIBUTING.partition("**The way of a number**")[2].partition("\n\nWhat is known")[0]
    files = re.findall(r"^\| `([\w/.]+)` \|", way, re.MULTILINE)
    assert files[0] == "aelr_core/experiments/fields.py"
    assert len(files) == 12
    assert all((ROOT / file).is_file() for file in files)


def test_every_recipe_of_the_readme_has_a_test() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## Adding something")[2].partition("\n## ")[0]
    recipes = re.findall(r"^\| (an? [a-z ]+) \|", section, re.MULTILINE)
    tests = {path.stem for path in (ROOT / "tests/recipes").glob("test_*.py")}
    assert len(recipes) == 5
    assert {f"test_{recipe.replace(' ', '_')}" for recipe in recipes} == tests
