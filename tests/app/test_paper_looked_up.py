"""What the page of the paper tells on demand: totals, commands, how it was computed."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.cli import paper as command_line
from aelr_core.experiments.readings import ONE_STEP, READINGS
from aelr_core.paper import CLAIMS, FAILS, HOLDS, OPEN, PANELS
from aelr_core.paper.wording import claims_line
from pages.ui.paper import numbers, reference, words
from pages.ui.paper.gallery import ROWS
from tests.app.test_paper import expander_of, opened
from tests.paper.results import decided
from tests.paper.sentences import mentions


def test_claims_are_said_to_be_in_our_words(open_app: Callable[..., AppTest]) -> None:
    said = "Claims are given in our words. "
    assert reference.how_decided().startswith(said)
    assert open_app("pages/paper.py").selectbox(key="claim").help.startswith(said)


@pytest.mark.parametrize("reading", READINGS)
def test_a_readings_totals_are_told_where_it_differs(
    open_app: Callable[..., AppTest], reading: str
) -> None:
    app = opened(open_app, reading=reading)
    label = "Where our results differ from the paper under this reading, and likely reasons"
    first, *_ = expander_of(app, label)
    counts = decided().boards[reading].counts
    held, failed, undecided = counts[HOLDS], counts[FAILS], counts[OPEN]
    assert claims_line(counts) in first
    assert mentions(first, f"“{READINGS[reading].label}”", f"{held} of {len(CLAIMS)} hold")
    assert mentions(first, f"{failed} do not", f"{undecided} are not decided")


def test_links_lead_to_every_part_of_the_gallery(open_app: Callable[..., AppTest]) -> None:
    app = opened(open_app)
    (line,) = (e.value for e in app.markdown if "](#figure-1a) · " in e.value)
    links = re.findall(r"\[([^]]*)\]\(#([^)]*)\)", line)
    assert [part for part, _ in links] == [*ROWS]
    assert len(links) == 5
    anchors = [each.proto.anchor for each in app.subheader]
    assert [anchors.index(where) for _, where in links] == [0, 4, 8, 10, 12]
    # they come before the gallery and after its heading
    order = [each for each in app.main if each.type in ("header", "markdown")]
    assert order[[e.value for e in order].index(line) - 1].proto.anchor == "figures"
    assert [key for keys in ROWS.values() for key in keys] == [*PANELS]


def test_how_it_was_computed_is_told_when_asked(open_app: Callable[..., AppTest]) -> None:
    app = opened(open_app)
    (said,) = expander_of(app, "How it was computed")
    assert said == words.versions(decided())
    assert not any(each.value == said for each in app.caption)
    for key, board in decided().boards.items():
        minutes = f"{board.seconds / 60:.0f} minutes"
        assert f"{READINGS[key].label} {len(board.panels)} ({minutes})" in said
    assert f"in all {decided().seconds / 60:.0f} minutes by the clock" in said
    for version in decided().boards[ONE_STEP].panels["5"].result.versions.values():
        assert version in said


def test_the_commands_that_compute_are_told_and_work() -> None:
    said = words.versions(decided())
    assert mentions(said, "`make paper` (`", "what is missing", "`make paper ARGS=--again` all")
    (command,) = re.findall(r"`python -m aelr_core paper (.*?)`", said)
    parser = ArgumentParser()
    command_line.add_arguments(parser)
    options = parser.parse_args(command.split())
    assert (options.figure, options.again) == ("all", False)
    assert Path(options.out).resolve() == numbers.FOLDER
    (recipe,) = re.findall(
        r"^paper:.*\n\t@\$\(PY\) -m aelr_core paper (.*) \$\(ARGS\)$",
        (numbers.FOLDER.parents[2] / "Makefile").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    made = parser.parse_args([*recipe.split(), "--again"])
    assert (made.figure, made.out, made.again) == ("all", options.out, True)


def test_what_an_interval_does_not_cover() -> None:
    said = " ".join(reference.how_decided().split())
    assert mentions(
        said, "but not other data", "other synthetic data the result might have been different"
    )


def test_claims_are_not_shown_as_quotations() -> None:
    listed = words.differences(decided(), ONE_STEP)
    assert not any(f"“{claim.says}”" in listed for claim in CLAIMS)
