"""The recipe for a setting: a row of the table and a field of `Settings`.

One is a field of the experiment, which the command line has already; the other is the app's own.
"""

from __future__ import annotations

import pytest

from tests.recipes.conftest import Copy

ROWS = """    Row(_field("curve", default="anytime"), "segments"),
    Row(Option("rounding", "Digits", "integer", 3, at_least=1, at_most=9), "slider"),
"""
FIELDS = """    curve: str = _default("curve")
    rounding: int = _default("rounding")
"""


@pytest.fixture(scope="module")
def house(copy: Copy) -> Copy:
    table, values = "pages/ui/settings/table.py", "pages/ui/settings/values.py"
    copy.add_line(table, '    Row(\n        Option(\n            "projector",', ROWS)
    copy.add_line(values, "    table: Table | None = None\n", FIELDS)
    return copy


def test_link_check_and_experiment_know_it(house: Copy) -> None:
    house.run(
        "-c",
        """
from pages.ui.settings import DEFAULTS
from pages.ui.settings.link import from_query, to_query
assert (DEFAULTS.curve, DEFAULTS.rounding, DEFAULTS.spec().curve) == ("anytime", 3, "anytime")
settings, problems = from_query({"curve": ["per_prefix"], "rounding": ["5"]})
assert not problems
assert settings.spec().curve == "per_prefix"
assert to_query(settings) == {"curve": "per_prefix", "rounding": "5"}
settings, problems = from_query({"curve": ["round"], "rounding": ["1e309"]})
assert settings == DEFAULTS
assert [sentence.split()[0] for sentence in problems] == ["curve", "rounding"]
assert all(sentence.endswith("is used.") for sentence in problems)
""",
    )


def test_the_sidebar_draws_it(house: Copy) -> None:
    house.run(
        "-c",
        """
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=120)
app.query_params["curve"] = "per_prefix"
app.run()
assert not app.exception and not app.warning
(curve,) = [one for one in app.get("button_group") if one.key == "curve"]
assert curve.value == "per_prefix"
app.slider(key="rounding").set_value(7).run()
settings = app.session_state["_settings"]
assert (settings.curve, settings.rounding) == ("per_prefix", 7)
assert app.selectbox(key="_preset").value == "custom"
reset = next(one for one in app.button if one.label == "Reset")
reset.click().run()
assert app.session_state["_settings"].rounding == 3
assert not app.exception
""",
    )
