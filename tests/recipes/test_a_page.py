"""The recipe for a page: its file, and a line for the menu, the layers and the table of pages."""

from __future__ import annotations

import pytest

from tests.recipes.conftest import House

PAGE = "pages/about.py"
SCRIPT = '''"""A page as somebody would add it."""

import streamlit as st

from pages.ui.settings import sidebar
from pages.ui.shell import require_shell

require_shell()
st.markdown(f"You buy {sidebar.current().budget} attributes per example.")
'''


@pytest.fixture(scope="module")
def house(copy: House) -> House:
    copy.add_file(PAGE, SCRIPT)
    copy.add_lines("pages/ui/shell.py", f'    "{PAGE}": "About",\n', above='    "pages/story.py"')
    copy.change("pyproject.toml", " | your_data | story", " | your_data | about | story")
    copy.add_lines("README.md", "| **About** | Read it. |\n", above="| **Story** |")
    return copy.follows("a page", "about")


def test_it_keeps_who_may_import_whom(house: House) -> None:
    house.keeps_who_may_import_whom()


def test_it_keeps_the_contract_of_pages(house: House) -> None:
    house.keeps(
        "tests/project/test_project.py",
        "tests/app/test_hostile_links.py",
        "-k",
        "about or table or shell or icons or named",
    )


def test_the_menu_opens_it_with_the_settings_of_the_link(house: House) -> None:
    assert "You buy 7 attributes per example." in house.visit(PAGE, budget="7")[PAGE]
