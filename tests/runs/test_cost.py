"""What is too large is refused before it is queued, in a sentence that helps."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import estimated_seconds
from pages.ui.runs import cost
from pages.ui.runs.cost import TooLargeError
from pages.ui.runs.job_board import JobBoard
from pages.ui.runs.limits import Limits
from pages.ui.settings import Settings
from pages.ui.settings.presets import PRESETS
from tests.runs.specs import endless
from tests.runs.waiting import until

LARGE = [
    Settings(dim=500, budget=500, examples=5_000),
    Settings(dim=2_000, budget=100, examples=20_000, step="cv"),
    Settings(dim=2_000, budget=2_000, examples=20_000, runs=100),
    Settings(data="mnist-3v5", budget=784, examples=20_000, family="lasso", adagrad=False),
    Settings(examples=8_000, protocol="own"),
]
TEXT = ",".join([*(f"a{n}" for n in range(40)), "y"]) + "\n"
TEXT += "".join(",".join(str((n * k) % 7) for k in range(1, 42)) + "\n" for n in range(30))


def refusal(settings: Settings) -> TooLargeError:
    with pytest.raises(TooLargeError) as caught:
        cost.check(settings.spec(), None, Limits().estimate)
    return caught.value


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_may_run(name: str) -> None:
    cost.check(PRESETS[name].spec(), None, Limits().estimate / 2)


@pytest.mark.parametrize("settings", LARGE)
def test_each_suggestion_is_enough_and_the_sentence_is_one(settings: Settings) -> None:
    sentence = str(refusal(settings))
    assert "40 s" in sentence
    assert "command line" in sentence
    assert re.fullmatch(r"[^.]+\.", sentence)
    found = re.findall(r"(runs|examples|points|budget) to ([\d,]+)", sentence)
    assert found
    for name, number in found:
        smaller = replace(settings, **{name: int(number.replace(",", ""))})
        cost.check(smaller.spec(), None, Limits().estimate)
    if "to quick" in sentence:
        cost.check(replace(settings, step="quick").spec(), None, Limits().estimate)


def test_nothing_is_suggested_that_would_not_help() -> None:
    spec = Settings(dim=500, budget=500, examples=5_000).spec()
    with pytest.raises(TooLargeError, match="reduce budget, examples and runs,"):
        cost.check(spec, None, 0.1)


def test_the_board_refuses_and_nothing_is_lost(board: JobBoard) -> None:
    running = board.submit(endless(), "a")
    with pytest.raises(TooLargeError) as caught:
        board.submit(LARGE[0].spec(), "a")
    assert caught.value.command.startswith("python -m aelr_core run --data=synthetic")
    assert not running.ended
    assert running.watchers == {"a"}
    until(lambda: board.position(running) == 0)  # it goes on to run
    board.drop_session("a")


def test_a_tables_own_width_counts(board: JobBoard) -> None:
    data = load_dataset("csv", file=TEXT.encode(), target="y", family="ridge")
    options = {"fingerprint": data.fingerprint, "target": "y"}
    spec = ExperimentSpec(data="csv", options=options, budget=30, examples=20_000, runs=2_000)
    assert data.d == 40
    assert estimated_seconds(spec, data.d) > Limits().estimate
    with pytest.raises(TooLargeError):
        board.submit(spec, "a", data)
