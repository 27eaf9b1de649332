"""The recipe for a figure: its file, an example of its numbers, and one call in a page."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recipes.conftest import Copy

CONTRACT = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/figures/test_contract.py")


@pytest.fixture(scope="module")
def house(copy: Copy) -> Copy:
    shutil.copy(Path(__file__).with_name("hours.py"), copy.folder / "pages/ui/figures")
    return copy


def test_without_an_example_the_contract_says_what_to_add(house: Copy) -> None:
    done = subprocess.run(
        [sys.executable, *CONTRACT, "-k", "has_an_example"],
        cwd=house.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    for word in ("hours_picture", "EXAMPLES in", "tests/figures/examples.py", "pages/ui/figures"):
        assert word in done.stdout


def test_with_one_it_keeps_the_contract_and_a_page_shows_it(house: Copy) -> None:
    house.add_line(
        "tests/figures/examples.py",
        '    "learning_picture": lambda:',
        '    "hours_picture": lambda: {"examples": RISING, "hours": FALLING},\n',
    )
    house.run(*CONTRACT, "-k", "hours_picture or has_an_example")
    house.add_line(
        "pages/guide.py",
        "from pages.ui.lessons import",
        "import numpy as np\nfrom pages.ui import appearance\n"
        "from pages.ui.figures.hours import hours_picture\n"
        "from pages.ui.settings import sidebar\nfrom pages.ui.show import panel\n",
    )
    house.add_line(
        "pages/guide.py",
        "with st.container(width=860):",
        'panel("Hours", hours_picture(np.array([1.0, 9.0]), np.array([2.0, 3.0]), '
        'look=appearance.look(sidebar.current())), key="hours", below="It grows.")\n',
    )
    house.run(
        "-c",
        """
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=60).run()
app.switch_page("pages/guide.py").run()
assert not app.exception
(chart,) = app.get("plotly_chart")
assert "between 2 and 3" in chart.proto.alt
""",
    )
