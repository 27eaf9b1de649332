"""The comparison runs, its intervals are right, and what is stored is about all panels."""

import json
from pathlib import Path

import numpy as np
import pytest

from aelr_core.student import quantile
from research.second_look.__main__ import RESULTS, SETS, compare, predict_from_few, write
from research.second_look.measure import Panel, report
from research.second_look.tables import CONFIRMATION, DEVELOPMENT, MNIST, Source, gaussian


def panel(second: list[float], *, resplit: bool = False) -> Panel:
    ones = [1.0] * len(second)
    return Panel("data", 5, 40, 10, 10, resplit, ones, second, ones)


def test_a_tiny_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Source("tiny", gaussian(5, 2), (40,), 2)
    monkeypatch.setitem(SETS, "tiny", ([tiny], (2,)))
    monkeypatch.setattr("research.second_look.__main__.FEW_TESTS", (tiny,))
    said: list[str] = []
    compare("tiny", said.append, tmp_path)
    predict_from_few(said.append, tmp_path)
    text = (tmp_path / "tiny.txt").read_text()
    write("tiny", tmp_path)
    assert (tmp_path / "tiny.txt").read_text() == text
    assert said[0] in text
    assert said[1] in (tmp_path / "few.txt").read_text()


def test_intervals() -> None:
    logs = np.log([0.8, 0.9, 1.0])
    mean, low, high = panel([0.8, 0.9, 1.0]).ratio("stream")
    half = quantile(0.95, 2) * logs.std(ddof=1)
    np.testing.assert_allclose(
        np.log([mean, low, high]), logs.mean() + half / 3**0.5 * np.r_[0, -1, 1]
    )
    _, low, _ = panel([0.8, 0.9, 1.0], resplit=True).ratio("stream")
    assert np.log(low) == pytest.approx(logs.mean() - half * (1 / 3 + 10 / 40) ** 0.5)


def test_losses_come_first() -> None:
    lines = report([panel([0.5, 0.6]), panel([1.2, 1.21])]).splitlines()
    assert "above 1.05: 1, above 1: 1, below 1: 0, of 2" in lines[0]
    assert " 1.205 " in lines[-2]


@pytest.mark.parametrize("source", [*DEVELOPMENT, *CONFIRMATION, *MNIST], ids=lambda one: one.name)
def test_replicates_differ_and_sizes_are_as_said(source: Source) -> None:
    n = source.sizes[0]
    one, other = source.draw(n, 0), source.draw(n, 1)
    assert one.X.shape == (n, len(one.units.of))
    assert np.isfinite(one.X_test).all()
    assert not np.array_equal(one.y, other.y)


@pytest.mark.parametrize("name", ["confirm", "mnist"])
def test_what_is_stored_is_about_all_panels(name: str) -> None:
    sources, budgets = SETS[name]
    kept = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    panels = [(one["data"], one["n"], one["K"]) for one in kept]
    assert panels == [(one.name, n, K) for one in sources for n in one.sizes for K in budgets]
    text = (RESULTS / f"{name}.txt").read_text(encoding="utf-8")
    assert report([Panel(**one) for one in kept]) in text
