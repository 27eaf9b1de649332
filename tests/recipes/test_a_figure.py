"""The recipe for a figure: its file, an example of its numbers, and one call in a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recipes.conftest import House

PAGE = "pages/story.py"
IMPORTS = """from aelr_core.sampling import uniform
from pages.ui import appearance, show
from pages.ui.figures.hours import hours_picture
"""
BEFORE = "from pages.ui import appearance\n"
CALL = """show.panel(
    "Hours",
    hours_picture(uniform(2), uniform(4)[:2], look=appearance.look(sidebar.current())),
    key="hours",
    below="More examples take longer.",
)
"""


@pytest.fixture(scope="module")
def house(copy: House) -> House:
    hours = Path(__file__).with_name("hours.py").read_text(encoding="utf-8")
    copy.add_file("pages/ui/figures/hours.py", hours)
    copy.add_lines(
        "tests/figures/examples.py",
        '    "hours_picture": lambda: {"examples": RISING, "hours": FALLING},\n',
        above='    "learning_picture": lambda:',
    )
    copy.change(PAGE, BEFORE, IMPORTS)
    copy.add_lines(PAGE, CALL, above="\nwith st.container(width=860, key=")
    return copy.follows("a figure", "hours")


def test_it_keeps_the_contract_of_figures(house: House) -> None:
    house.keeps("tests/figures/test_contract.py", "-k", "hours_picture or has_an_example")


def test_it_keeps_who_may_import_whom(house: House) -> None:
    house.keeps_who_may_import_whom()


def test_the_page_shows_it(house: House) -> None:
    shown = house.visit(PAGE)[PAGE]
    assert "**Hours**" in shown
    assert "in hours: between 0.25 and 0.25." in shown  # the alternative text
    assert "More examples take longer." in shown


def test_without_an_example_the_contract_says_what_to_add(house: House) -> None:
    example = '    "hours_picture": lambda: {"examples": RISING, "hours": FALLING},\n'
    house.change("tests/figures/examples.py", example, "")
    with pytest.raises(AssertionError) as failed:
        house.keeps("tests/figures/test_contract.py", "-k", "has_an_example")
    for word in ("hours_picture", "EXAMPLES in", "tests/figures/examples.py", "pages/ui/figures"):
        assert word in str(failed.value)
