"""The recipe for a setting: an entry of the table and a field of `Settings`.

Rounding is the app's own; patience is also a field of the experiment, so the command line has it;
pace is a field of the mode, which gives its default.
"""

from __future__ import annotations

import pytest

from tests.recipes.conftest import STORED_RUNS, House

FIELDS, SPEC = "aelr_core/experiments/fields.py", "aelr_core/experiments/spec.py"
TABLE, VALUES = "pages/ui/settings/table.py", "pages/ui/settings/values.py"
MODES = "aelr_core/modes.py"
OPTION = """    Option("patience", "Patience", "integer", at_least=1, at_most=9, help="The wait."),
"""
ROWS = """    _field("patience"),
    Setting("rounding", "Digits", "integer", 3, at_least=1, at_most=9, widget="slider"),
    Setting("pace", "Pace", "choice", choices=("very_slow", "fast"), mode_field="tempo"),
"""
VALUES_OF_ROWS = """    patience: int = _default("patience")
    rounding: int = _default("rounding")
    pace: str | None = _default("pace")
"""


@pytest.fixture(scope="module")
def house(copy: House) -> House:
    copy.add_lines(FIELDS, OPTION, above="    replace(\n        SEED,")
    copy.add_lines(SPEC, "    patience: int = 3\n", above="    seed: int = 0\n")
    copy.add_lines(TABLE, ROWS, above='    Setting("projector",')
    copy.add_lines(VALUES, VALUES_OF_ROWS, above="    table: UploadedTable | None = None\n")
    copy.add_lines(MODES, '    tempo: str = "fast"\n', above="\n    def __post_init__(self)")
    copy.change(MODES, 'design="poisson",\n', 'design="poisson", tempo="very_slow",\n')
    return copy.follows("a setting")


def test_it_keeps_the_contract_of_settings(house: House) -> None:
    house.keeps(
        "tests/app/test_settings.py",
        "tests/app/test_sidebar.py",
        "tests/experiments/test_spec.py",
        "aelr_core/experiments/recipe.py",
        "-k",
        "not any_",
    )


@pytest.mark.long
def test_it_keeps_everything_that_would_notice(house: House) -> None:
    house.store_runs()
    assert house.changed() <= {*STORED_RUNS}
    house.keeps(
        "aelr_core/experiments",
        "pages/ui",
        "tests/app/test_bounds.py",
        "tests/app/test_explorer.py",
        "tests/app/test_settings.py",
        "tests/app/test_presets.py",
        "tests/app/test_run_files.py",
        "tests/app/test_sidebar.py",
        "tests/experiments/test_command.py",
        "tests/experiments/test_files.py",
        "tests/experiments/test_recipe.py",
        "tests/experiments/test_spec.py",
        "research/paper/tests/test_stored.py",
        "tests/project",
    )


def test_the_command_line_takes_it(house: House) -> None:
    asked = "run --data synthetic --dim 12 --examples 90 --runs 2 --step theory --algorithms aerr"
    assert house.command(f"{asked} --patience 7")["spec"]["patience"] == 7


def test_links_specs_and_commands_hold_it(house: House) -> None:
    house.run(
        "-c",
        """
from aelr_core.experiments.recipe import command, program
from pages.ui.settings import DEFAULTS
from pages.ui.settings.values import from_query, to_query
assert (DEFAULTS.patience, DEFAULTS.rounding, DEFAULTS.spec().patience) == (3, 3, 3)
settings, problems = from_query({"patience": ["7"], "rounding": ["5"]})
assert not problems
assert to_query(settings) == {"patience": "7", "rounding": "5"}
assert settings.spec().patience == 7
assert "--patience=7" in command(settings.spec())
assert "patience=7" in program(settings.spec())
assert (DEFAULTS.pace, DEFAULTS.spec().mode.tempo) == (None, "fast")
settings, problems = from_query({"pace": ["very_slow"]})
assert not problems and to_query(settings) == {"pace": "very_slow"}
assert settings.spec().mode.tempo == "very_slow"
assert from_query({"mode": ["theory"], "pace": ["very_slow"]})[0].pace is None
settings, problems = from_query({"patience": ["10"], "rounding": ["1e309"]})
assert settings == DEFAULTS
assert problems["patience"].endswith("must be a whole number from 1 to 9, but it is 10: 3 is used.")
assert problems["rounding"].endswith("is used.")
""",
    )


def test_the_sidebar_draws_it(house: House) -> None:
    house.run(
        "-c",
        """
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=120)
app.query_params["patience"] = "7"
app.run()
assert not app.exception and not app.warning
assert app.sidebar.number_input(key="patience").value == 7
app.slider(key="rounding").set_value(5).run()
settings = app.session_state["_settings"]
assert (settings.patience, settings.rounding) == (7, 5)
assert app.selectbox(key="_preset").value == "Your own settings"
reset = next(one for one in app.button if one.label == "Reset")
reset.click().run()
assert app.session_state["_settings"].rounding == 3
assert not app.exception
""",
    )
