"""Measured ratios are put beside those that README states."""

import pytest

from aelr_core.bench import FULL, as_text, stated
from aelr_core.bench.joint.times import EXAMPLES
from aelr_core.letters import FAMILIES, SPLITS

NOW = {
    "times_faster_than_plain": 30.0,
    "share_of_compiled": 0.5,
    "times_the_limit": 1.0,
    "times_the_paper_s": 2.0,
}


def rows(sizes, **each):
    """Rows of figures, one for each family and size."""
    return [
        {"family": family, "d": d, "budget": budget, "lanes": lanes, "source": "synthetic"}
        | NOW
        | each
        for family in FAMILIES
        for d, budget, lanes in sizes
    ]


def test_readme_states_every_ratio_that_is_measured():
    figures = {
        "work": rows(FULL.sizes, split="theory"),
        "limit": [row for split in SPLITS for row in rows(FULL.limit_sizes, split=split)],
        "joint": [
            row
            for adaptive in (False, True)
            for row in rows(FULL.sizes, adaptive=adaptive, steps=EXAMPLES)
        ],
    }
    assert len(stated.beside_readme(figures)) == 2 * 6 + 8 + 2 * 12
    dense = [
        row
        for adaptive in (False, True)
        for source, size in FULL.joint_dense.items()
        for row in rows(
            [size], adaptive=adaptive, steps=EXAMPLES, source=source, share_of_compiled=None
        )
    ]
    assert len(stated.beside_readme({"joint": dense})) == len(dense) == 8


def test_what_is_a_third_slower_has_fallen(monkeypatch, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(
        "| ridge, d = 4,000, k + 1 = 5, 500 runs | 0.84 | 74.9 | 8.27 | ×50 | 0.40 |\n"
        "| ridge, d = 4,000, K = 5, 500 runs, known | 1.23 | 0.24 | 0.4 | **1.82** | |\n"
        "| the same, learnt | 1.59 | 0.21 | 0.4 | 2.26 | |\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(stated, "README", readme)
    one = [(4000, 5, 500)]
    figures = {
        "work": rows(one, split="theory") + rows(one, split="even"),
        "joint": rows(one, adaptive=True, steps=EXAMPLES) + rows(one, adaptive=True, steps=5000),
    }
    found = {row["ratio"]: (row["stated"], row["fallen"]) for row in stated.beside_readme(figures)}
    assert found == {
        "times faster than plain": (50, True),
        "share of compiled": (0.21, True),
        "relative to DDAERR, DDAELR": (2.26, False),
    }
    text = as_text({"stated": stated.beside_readme(figures)})
    assert "2 of 4 have fallen by more than a third." in text


def test_without_readme_nothing_is_stated(monkeypatch, tmp_path):
    monkeypatch.setattr(stated, "README", tmp_path / "README.md")
    assert stated.beside_readme({"limit": rows([(500, 5, 1000)], split="even")}) == []


@pytest.mark.parametrize(("cell", "number"), [("**2.07**", 2.07), ("×61", 61), ("", None)])
def test_numbers_are_found_in_cells(cell, number):
    assert stated._number([cell], 0) == number
