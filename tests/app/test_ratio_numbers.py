"""The numbers of the page `ratios` in words, and its stored data sets."""

from dataclasses import fields, replace

import numpy as np
import pytest

from aelr_core.analysis.what_if import Compared, place, printed_values
from pages.ui.ratios import words
from pages.ui.ratios.controls import DEFAULTS, OWN, PROFILES, Side, sources
from pages.ui.ratios.numbers import compared
from pages.ui.settings import Settings
from tests.app.reading import as_read

FAMILIES = ("ridge", "lasso")


def side(**chosen: object) -> Compared:
    return compared({"A": Side(**chosen)}, Settings())["A"]


def test_every_printed_ratio_is_ours_rounded_or_cut_off() -> None:
    rows = printed_values()
    found = {(row.what, f): row.agreement(f) for row in rows for f in FAMILIES}
    assert len(found) == 12
    cut = {key for key, how in found.items() if how == "cut off"}
    assert cut == {("Synthetic, α = −0.5", "lasso"), ("Synthetic, α = −2", "ridge")}
    assert set(found.values()) == {"rounded", "cut off"}
    text = words.printed_table(rows)
    assert "| 0.05617 (0.05) ¹ |" in text
    assert "| 0.454 (0.45) | 0.1972 (0.2) |" in text
    assert "cut the digits off" in words.printed_note(rows)


def test_a_ratio_below_the_map_is_said_to_be_outside() -> None:
    M = np.zeros(50)
    M[0] = 1.0
    found = place("one", M, "ridge")
    assert found.outside
    assert found.alpha == -4
    assert "smaller than at any" in words.hover(found)


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_options_are_the_fields_of_a_side(side: str) -> None:
    table = {n: row.option for n, row in OWN.rows.items() if n.startswith(f"{side}_")}
    assert {name[2:] for name in table} == {field.name for field in fields(Side)}
    for name, option in table.items():
        assert option.default == getattr(DEFAULTS[side], name[2:])
        assert option.check(option.default) == option.default
        assert option.parse(str(option.default)) == option.default
    assert set(PROFILES) < set(sources())


@pytest.mark.parametrize("source", [*PROFILES, "mnist-3v5", "wine"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_source_can_be_compared(source: str, family: str) -> None:
    found = side(source=source, family=family)
    here = found.here
    assert 1 / here.d <= here.rho <= 1
    assert 0 < here.H <= here.d
    assert found.of_data == (source not in PROFILES)


def test_the_words_name_the_winner() -> None:
    steep, flat = side(alpha=-2.0), side(alpha=-0.5)
    assert words.verdict(steep, flat).startswith("**A gains more**")
    assert words.verdict(flat, steep).startswith("**B gains more**")
    assert "A and B gain" in words.verdict(flat, flat)
    data = Compared("smaller rows", True, replace(steep.here, M=steep.here.M / 4))
    assert "A and B gain equally" in words.verdict(steep, data)  # whatever their size
    other = replace(data, here=replace(data.here, budget=9))
    assert "A and B gain" not in words.verdict(steep, other)
    table = as_read(words.table({"A": steep, "B": flat}))
    assert "| Second moments | Power law, α = −2 | Power law, α = −0.5 |" in table
    assert table.count("\n") == 11
    assert "(k = 3)" in table
    assert "H = ρ·d" in words.fine_print({"A": steep, "B": flat})
