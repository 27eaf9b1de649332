"""The story of the start page is true: for the run that ships with the app, and for any seed."""

import pytest

from pages.ui.example_run import example_run
from tests.app.start_order import ENOUGH, apart, ends, measured


def test_the_curves_of_the_example_run_end_clearly_apart() -> None:
    assert apart(ends(example_run()))


@pytest.mark.long
def test_the_start_settings_tell_the_same_story_with_almost_any_seed() -> None:
    assert sum(map(apart, measured().values())) >= ENOUGH
