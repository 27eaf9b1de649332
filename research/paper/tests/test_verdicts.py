"""Verdicts on made-up curves with known answers."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.experiments import Curve
from research.paper.claims import CLAIMS
from research.paper.verdicts import (
    END,
    FAILS,
    FEW,
    HALF,
    HOLDS,
    KINDS,
    MISSING,
    OPEN,
    OVERALL,
    Claim,
    Comparison,
    decide,
    margin,
)

RUNS, POINTS = 40, 10
ATTRIBUTES = np.arange(1, POINTS + 1) * 1_000


def curve(
    level: float | np.ndarray, *, noise: float = 0.01, seed: int = 0, runs: int = RUNS
) -> Curve:
    """Return a curve whose mean over runs is exactly `level`, a number or (POINTS,)."""
    errors = np.random.default_rng(seed).normal(size=(runs, POINTS))
    if runs > 1:
        errors -= errors.mean(axis=0)
    loss = np.broadcast_to(level, POINTS) + noise * errors
    return Curve(
        algorithm="aerr",
        runs=np.arange(runs),
        examples=ATTRIBUTES // 5,
        attributes=ATTRIBUTES,
        distinct=loss,
        relative_loss=loss,
        excess_risk=None,
        error_rate=None,
        setting=None,
        q=None,
        unsampled=None,
    )


def claim(kind: str, at: str = END, other: str | None = None) -> Claim:
    return Claim("x", "here", "a and b", (Comparison(kind, "a", "b", at, other),))


def status(kind: str, a: Curve, b: Curve, at: str = END) -> str:
    # the picture's height is 1 and the margin 0.05: something has learnt everything
    panel = {"a": a, "b": b, "best": curve(0.0, noise=0.0)}
    return decide(claim(kind, at), {"here": panel}).status


@pytest.mark.parametrize(
    ("kind", "difference", "expected"),
    [
        ("better", -0.02, HOLDS),
        ("better", 0.02, FAILS),
        ("better", -0.001, OPEN),
        ("better", 0.001, OPEN),
        ("considerably better", -0.1, HOLDS),
        ("considerably better", -0.02, FAILS),
        ("considerably better", -0.05, OPEN),
        ("considerably better", 0.1, FAILS),
        ("similar", 0.0, HOLDS),
        ("similar", 0.03, HOLDS),
        ("similar", -0.03, HOLDS),
        ("similar", 0.08, FAILS),
        ("similar", -0.08, FAILS),
        ("similar", 0.05, OPEN),
        ("similar", -0.05, OPEN),
        ("no worse", -0.5, HOLDS),
        ("no worse", 0.03, HOLDS),
        ("no worse", 0.08, FAILS),
        ("no worse", 0.05, OPEN),
    ],
)
@pytest.mark.parametrize("at", [FEW, HALF, END, OVERALL])
def test_differences(kind: str, difference: float, expected: str, at: str) -> None:
    a, b = curve(0.5 + difference, seed=1), curve(0.5, seed=2)
    if at == OVERALL and expected == OPEN and kind == "better":
        a, b = curve(0.5 + difference, seed=1, noise=0.05), curve(0.5, seed=2, noise=0.05)
    assert status(kind, a, b, at) == expected


def test_equal_curves_are_similar_and_neither_is_better() -> None:
    same = curve(0.5)
    assert status("similar", same, same) == HOLDS
    assert status("better", same, same) == FAILS  # the difference is exactly 0 in every run


def test_pairing_sees_what_the_runs_share() -> None:
    wild = curve(0.5, noise=0.3)
    lower = curve(0.5, noise=0.3)
    lower.relative_loss[...] -= 0.01
    assert status("better", lower, wild) == HOLDS
    assert status("better", curve(0.49, noise=0.3, seed=5), wild) == OPEN


@pytest.mark.parametrize(("noise", "expected"), [(0.01, HOLDS), (0.2, FAILS), (0.05, OPEN)])
@pytest.mark.parametrize("at", [END, OVERALL])
def test_variability(noise: float, expected: str, at: str) -> None:
    a, b = curve(0.2, noise=noise), curve(0.9, noise=0.05)
    a.relative_loss[...] = np.roll(a.relative_loss, 1, axis=0)  # the same spread, other runs
    assert status("varies less", a, b, at) == expected


@pytest.mark.parametrize(
    ("first", "last", "closer", "apart"),
    [
        (0.3, 0.1, HOLDS, FAILS),
        (0.1, 0.3, FAILS, HOLDS),
        (-0.3, -0.1, HOLDS, FAILS),  # from below
        (-0.1, -0.3, FAILS, HOLDS),
        (0.1, -0.3, FAILS, HOLDS),  # across
        (0.2, 0.2, OPEN, OPEN),
    ],
)
def test_gaps_that_change(first: float, last: float, closer: str, apart: str) -> None:
    a, b = curve(0.5 + np.linspace(first, last, POINTS), seed=1), curve(0.5, seed=2)
    assert status("closer", a, b) == closer
    assert status("further apart", a, b) == apart


def test_gaps_of_two_panels() -> None:
    narrow = {"a": curve(0.6, seed=1), "b": curve(0.5, seed=2)}
    wide = {"a": curve(0.8, seed=3), "b": curve(0.5, seed=4)}
    wider = claim("wider gap", OVERALL, "there")
    assert decide(wider, {"here": wide, "there": narrow}).status == HOLDS
    assert decide(wider, {"here": narrow, "there": wide}).status == FAILS
    assert decide(wider, {"here": narrow, "there": narrow}).status == FAILS
    assert decide(wider, {"here": wide}).status == MISSING


def test_gaps_of_two_panels_are_compared_at_the_same_attributes() -> None:
    fall = np.linspace(0.4, 0.04, POINTS)
    short = {"a": curve(0.5 + fall, seed=1), "b": curve(0.5, seed=2)}
    # the same gap at the same attributes, but the curves go on to where it has closed
    longer = {
        name: Curve(**{**vars(each), "attributes": 2 * ATTRIBUTES})
        for name, each in {"a": curve(0.5 + fall, seed=3), "b": curve(0.5, seed=4)}.items()
    }
    wider = claim("wider gap", OVERALL, "there")
    assert decide(wider, {"here": longer, "there": short}).status == HOLDS
    assert decide(wider, {"here": short, "there": longer}).status == FAILS


def test_the_numbers_of_a_finding() -> None:
    a, b = curve(0.4, seed=1), curve(0.5, seed=2)
    panel = {"a": a, "b": b}
    (finding,) = decide(claim("better", HALF), {"here": panel}).findings
    per_run = a.relative_loss[:, 4] - b.relative_loss[:, 4]
    assert finding.attributes == 5_000
    assert finding.runs == RUNS
    assert finding.mean == pytest.approx(-0.1)
    half = 2.0226909 * per_run.std(ddof=1) / np.sqrt(RUNS)  # Student's 97.5 % at 39
    assert finding.high - finding.mean == pytest.approx(half, rel=1e-6)
    assert margin(panel) == pytest.approx(0.05 * (1 - min(a.mean.min(), b.mean.min())))


def test_only_runs_that_both_have_are_compared() -> None:
    a, b = curve(0.4, seed=1), curve(0.5, seed=2)
    fewer = Curve(**{**vars(a), "runs": a.runs[5:], "relative_loss": a.relative_loss[5:]})
    (finding,) = decide(claim("better"), {"here": {"a": fewer, "b": b}}).findings
    assert finding.runs == RUNS - 5
    assert finding.mean == pytest.approx((a.relative_loss - b.relative_loss)[5:, -1].mean())


def test_a_full_information_curve_that_ends_a_little_earlier_is_held_there() -> None:
    b = curve(0.5)
    early = Curve(**{**vars(b), "attributes": ATTRIBUTES - 300})
    assert status("similar", curve(0.5, seed=1), early, END) == HOLDS


def test_one_run_decides_nothing() -> None:
    a, b = curve(0.1, runs=1), curve(0.9, runs=1)
    assert status("better", a, b) == OPEN


def test_a_claim_needs_all_of_its_comparisons() -> None:
    a, b = curve(0.4, seed=1), curve(0.5, seed=2)
    better, worse = Comparison("better", "a", "b", END), Comparison("better", "b", "a", END)
    open_ = Comparison("better", "a", "c", END)
    panels = {"here": {"a": a, "b": b, "c": curve(0.401, seed=3)}}

    def together(*tests: Comparison) -> str:
        return decide(Claim("x", "here", "", tests), panels).status

    assert together(better, better) == HOLDS
    assert together(better, open_) == OPEN
    assert together(better, open_, worse) == FAILS


def test_what_has_not_been_computed_is_said_so() -> None:
    assert decide(claim("better"), {}).status == MISSING
    assert decide(claim("better"), {"here": {"a": curve(0.5)}}).status == MISSING


def test_unknown_kinds_are_refused() -> None:
    panel = {"a": curve(0.5), "b": curve(0.5)}
    with pytest.raises(ValueError, match="kind must be one of"):
        decide(claim("nicer"), {"here": panel})


def test_every_kind_is_used_by_some_claim() -> None:
    assert {test.kind for each in CLAIMS for test in each.tests} == set(KINDS)


def test_runs_on_the_same_data_set_are_not_independent() -> None:
    sets = np.repeat(np.arange(4), 10)
    a, b = curve(0.4, seed=1), curve(0.5, seed=2)
    a.relative_loss[...] += 0.1 * np.array([1, -1, 2, -2])[sets, None]  # what a data set shares
    nested = Curve(**{**vars(a), "data_sets": sets})
    (alone,) = decide(claim("better"), {"here": {"a": a, "b": b}}).findings
    (finding,) = decide(claim("better"), {"here": {"a": nested, "b": b}}).findings
    assert finding.mean == pytest.approx(alone.mean)
    means = (a.relative_loss - b.relative_loss)[:, -1].reshape(4, 10).mean(axis=1)
    half = 3.1824463 * means.std(ddof=1) / 2  # Student's 97.5 % at 3
    assert finding.high - finding.mean == pytest.approx(half, rel=1e-6)
    assert half > 2 * (alone.high - alone.mean)
    assert status("better", a, b) == HOLDS
    assert status("better", nested, b) == OPEN
    # and an algorithm does not vary because data sets differ
    wilder = Curve(**{**vars(curve(0.5, noise=0.05)), "data_sets": sets})
    assert status("varies less", wilder, nested) == FAILS
