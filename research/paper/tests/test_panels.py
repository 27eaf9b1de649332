"""The panels, claims and printed numbers as data: complete and consistent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aelr_core.datasets import facts_of
from aelr_core.experiments.readings import READINGS
from aelr_core.modes import EXPERIMENTS
from research.paper.claims import CLAIMS
from research.paper.compute import experiments
from research.paper.panels import (
    DRAWN,
    FEWER_RUNS,
    LEAST,
    MOST,
    PANELS,
    PRINTED,
    ROUND,
    RUNS,
    SHARE,
    compare,
    how_shortened,
    names,
    panel,
    share_seen,
    size_of,
)
from research.paper.verdicts import OVERALL, SHARES

FOURTEEN = ["1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "3", "4", "5", "6", "7", "8"]


def test_there_are_fourteen_panels() -> None:
    assert list(PANELS) == FOURTEEN
    assert [each.figure for each in PANELS.values()] == [1] * 4 + [2] * 4 + [3, 4, 5, 6, 7, 8]
    with pytest.raises(ValueError, match="figure must be one of"):
        panel("9")


@pytest.mark.parametrize("key", FOURTEEN)
def test_every_panel_follows_the_protocol(key: str) -> None:
    for name, spec in PANELS[key].experiments:
        assert (spec.runs, spec.step, spec.curve) == (100, "fine", "per_prefix")
        if "-" in name:  # a variant
            assert len(spec.algorithms) == 1
        else:
            assert spec.mode == EXPERIMENTS
            assert set(spec.algorithms) == set(DRAWN[spec.family].values())
            assert len(spec.algorithms) == len(names(spec)) == 5
        assert spec.family == ("lasso" if key in ("2a", "2b", "2c", "2d", "4", "6") else "ridge")
        assert spec.budget == (57 if key in ("3", "8") else 5)


def test_the_synthetic_data_are_the_papers() -> None:
    for key, alpha in zip(("1a", "1b", "1c", "1d"), (0, -0.5, -1, -2), strict=True):
        for figure in "12":
            options = dict(PANELS[figure + key[1]].spec.options)
            assert (options["alpha"], options["dim"]) == (alpha, 500)


def test_adagrad_panels_share_the_plain_experiments() -> None:
    assert dict(PANELS["7"].experiments)["1d"] == PANELS["1d"].spec
    assert dict(PANELS["8"].experiments)["3"] == PANELS["3"].spec
    assert PANELS["7"].spec.adagrad
    assert PANELS["8"].spec.adagrad
    assert sorted(experiments(["7"])) == ["own/1d", "own/7"]
    everything = [name.partition("/")[2] for name in experiments(FOURTEEN)]
    assert sorted(name for name in everything if "-" not in name) == FOURTEEN  # each computed once


def test_variants_differ_in_one_rule() -> None:
    for key in ("3", "4", "5", "6"):
        (_, usual), *variants = PANELS[key].experiments
        assert variants
        for name, spec in variants:
            changed = {
                rule
                for rule, value in vars(spec.mode).items()
                if value != getattr(usual.mode, rule)
            }
            assert changed == {name.partition("-")[2]}
            assert replace(spec, mode=usual.mode, algorithms=usual.algorithms) == usual


def test_fewer_runs_and_examples() -> None:
    for spec in experiments(["2c", "8"], runs=3, examples=400).values():
        assert (spec.runs, spec.examples) == (3, 400)


@pytest.mark.parametrize("reading", ["own", "own-step", "scaled"])
def test_a_reading_changes_what_is_searched_and_how_much_is_run(reading: str) -> None:
    for key, each in PANELS.items():
        m = size_of(each.spec).m
        for (name, usual), (same, spec) in zip(each.experiments, each.under(reading), strict=True):
            assert name == same
            assert READINGS[reading].settings.items() <= vars(spec).items()
            assert spec.examples == m
            assert spec.runs == (RUNS if reading == "own" else FEWER_RUNS)
            synthetic = reading == "own" and spec.data == "synthetic"
            assert spec.data_sets == (10 if synthetic else 1), key
            told = {"step", "norm_bound", "examples", "runs", "data_sets"}
            assert all(vars(spec)[n] == v for n, v in vars(usual).items() if n not in told)


def test_the_rule_for_m_is_met_or_a_limit_binds() -> None:
    for each in PANELS.values():
        spec, size = each.spec, size_of(each.spec)
        assert share_seen(spec, size.by_rule) >= SHARE > share_seen(spec, size.by_rule - ROUND)
        assert 0 < size.first < size.full < 1
        if size.why == "the rule":
            assert size.m == size.by_rule
        elif size.why.startswith("at"):
            assert size.m in (LEAST, MOST)
        else:
            assert size.m == facts_of(spec.data).rows
    # by hand: with equal moments 1 all of v is met alike, a share 1 − (1 − 1/d)^(k_x m₁)
    assert share_seen(PANELS["2a"].spec, 1_000) == pytest.approx(1 - (1 - 1 / 500) ** 300)


@pytest.mark.parametrize("key", FOURTEEN)
def test_every_panel_has_claims_about_its_own_curves(key: str) -> None:
    drawn = {name for _, spec in PANELS[key].experiments for name in names(spec).values()}
    claims = [claim for claim in CLAIMS if claim.panel == key]
    assert claims
    for claim in claims:
        assert claim.key.startswith(f"{key}.")
        assert claim.says.endswith(".")
        assert claim.tests
        for test in claim.tests:
            assert {test.a, test.b} <= drawn
            assert test.at in (*SHARES, OVERALL)
            assert (test.other is not None) == (test.kind == "wider gap")


def test_claims_have_names_of_their_own() -> None:
    assert len({claim.key for claim in CLAIMS}) == len(CLAIMS)


@pytest.mark.long
@pytest.mark.parametrize("printed", PRINTED, ids=lambda p: p.what)
def test_the_printed_numbers_are_ours(printed) -> None:  # type: ignore[no-untyped-def]
    assert set(printed.panels) <= set(FOURTEEN)
    assert compare(printed, printed.compute()).reproduced


@pytest.mark.parametrize(
    ("ours", "text", "how"),
    [
        (0.9092, "0.91", "rounded"),
        (0.0562, "0.05", "cut off"),
        (0.0562, "0.06", "rounded"),
        (0.0562, "0.07", "differs"),
        (0.0562, "0.04", "differs"),
        (0.29, "0.29", "rounded"),
        (784.0, "784", "rounded"),
        (783.0, "784", "differs"),
    ],
)
def test_rounded_or_cut_off(ours: float, text: str, how: str) -> None:
    assert how_shortened(ours, text) == how
