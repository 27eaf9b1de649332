"""The house as CONTRIBUTING draws it: every room is there, and every recipe has a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def rooms_in_the_table(folder: str) -> list[str]:
    """Return the rooms of the table that follows the folder's name."""
    table = (
        CONTRIBUTING.partition(f"**`{folder}/`** ")[2]
        or CONTRIBUTING.partition(f"**`{folder}/`**, ")[2]
    )
    rows = re.findall(r"^\| (`.*?`) \|", table.partition("\n\n**")[0], re.MULTILINE)
    return [room for row in rows for room in re.findall(r"`(\w+)`", row)]


def rooms_in_the_tree(folder: str) -> set[str]:
    """Return the modules and packages of a folder."""
    files = {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}


@pytest.mark.parametrize("folder", ["aelr_core", "pages/ui"])
def test_every_room_is_in_the_table_once(folder: str) -> None:
    assert sorted(rooms_in_the_table(folder)) == sorted(rooms_in_the_tree(folder))


def test_every_recipe_has_a_test() -> None:
    extending = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^## (An? [a-z ]+)$", extending, re.MULTILINE)
    tests = {path.stem for path in (ROOT / "tests/recipes").glob("test_*.py")}
    assert {f"test_{recipe.lower().replace(' ', '_')}" for recipe in recipes} == tests
