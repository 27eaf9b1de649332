"""Claims that hold under no reading are looked at; the numbers in what is said are computed."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import Curve
from aelr_core.experiments.readings import ONE_STEP, READINGS
from aelr_core.paper import (
    CLAIMS,
    FAILS,
    HOLDS,
    OPEN,
    Claim,
    Comparison,
    Finding,
    Verdict,
)
from aelr_core.paper.closer import looks
from aelr_core.paper.matrix import FIRST, NONE, SOME
from aelr_core.paper.nearest import LOOKED_AT, holds_elsewhere, how_far, miss
from aelr_core.paper.piece_by_piece import by_data_set, by_place, with_margin
from aelr_core.paper.reasons import REASONS, PanelFacts
from aelr_core.paper.shared_runs import MEASURED, MISSED, Moved, Shared, on_shared_runs
from aelr_core.paper.verdicts import margin
from tests.paper.results import FOLDER, SMALL, decided
from tests.paper.sentences import mentions
from tests.paper.test_reasons import NUMBER

# A few runs of one panel under every reading.


def test_every_claim_that_holds_under_none_is_looked_at() -> None:
    under_none = {claim.key for claim in CLAIMS if decided().standing(claim) == NONE}
    assert set(decided().looks) == under_none | set(looks(FOLDER))
    for key in under_none:
        conclusion, _, then = decided().looks[key].partition(". ")
        assert then.startswith("It comes closest under “")
        assert " ".join(LOOKED_AT[key].split()).startswith(f"{conclusion}. ")
    assert set(LOOKED_AT) >= under_none
    for claim in CLAIMS:  # and nothing is said of one that holds somewhere
        held = any(verdict.status == HOLDS for verdict in decided().verdicts(claim).values())
        assert not (held and claim.key in LOOKED_AT)
    assert not any(re.search(r"[{}]| [+]?-\d", said) for said in decided().looks.values())


@pytest.mark.parametrize("key", LOOKED_AT)
def test_no_number_is_written_by_hand(key: str) -> None:
    words = re.sub(r"\{[^{}]*\}|“[^”]*”", "", LOOKED_AT[key])  # fields, names of readings
    assert NUMBER.findall(words) == []
    each = decided().boards[ONE_STEP].panels[key.partition(".")[0]]
    facts = dict.fromkeys(READINGS, PanelFacts(each.result, each.curves))
    assert "{" not in LOOKED_AT[key].format_map(facts)  # every field has a value


def test_the_closest_reading_is_named_with_what_is_off_there() -> None:
    ((key, said),) = decided(SMALL).looks.items()
    (claim,) = (claim for claim in CLAIMS if claim.key == key)
    missed = {r: max(map(miss, v.findings)) for r, v in decided(SMALL).verdicts(claim).items()}
    assert mentions(said, "under “one step”", "m = 300", "Two-Phased DDAELR − AELR")
    assert min(missed, key=lambda reading: missed[reading]) == "one-step"


def test_a_claim_that_holds_elsewhere_says_where_and_what_that_is_about() -> None:
    for found in (decided(SMALL), decided()):
        for claim in CLAIMS:
            for key, verdict in found.verdicts(claim).items():
                written = key == ONE_STEP and claim.key in REASONS
                if written or verdict.status not in (FAILS, OPEN):
                    continue
                where = [r for r, v in found.verdicts(claim).items() if held(v)]
                shared = {r: found.shared(claim, key, r) for r in where}
                assert verdict.reason.endswith(holds_elsewhere(shared))
                assert all(f"“{READINGS[r].label}”" in verdict.reason for r in where)


def test_the_same_runs_tell_what_a_difference_is_about() -> None:
    def said(here: str, there: str, m: int = 9, moved: Moved | None = None, **more: bool) -> str:
        return holds_elsewhere({"own": Shared(7, here, there, 9, m, moved, **more)})

    assert mentions(said(FAILS, HOLDS), "“own”", "7 runs", "so this depends on the reading.")
    assert mentions(said(FAILS, HOLDS, 8), "on the reading or on m (9 here, 8 there)")
    assert mentions(said(OPEN, OPEN), "decided under neither", "only in what else was measured")
    assert mentions(said(OPEN, OPEN, rests=True), "only on other data sets", "do not carry over")
    assert mentions(said(FAILS, HOLDS, missed=True), "a search has missed a better valley")
    assert mentions(said(OPEN, HOLDS), "too few to tell")
    by = Moved(0.2, 0.1, 0.3)
    assert mentions(said(OPEN, HOLDS, 9, by), "+0.200 (+0.100 to +0.300)", "so this depends on")
    assert mentions(said(OPEN, OPEN, 9, by), "too few to tell")
    causes = {key: cause for cause, keys in decided().causes.items() for key in keys}
    some = {claim.key for claim in CLAIMS if decided().standing(claim) in (FIRST, SOME)}
    assert set(causes) == some
    assert {key for key, cause in causes.items() if cause == MISSED} == {"1a.equal"}
    for claim in CLAIMS:  # what is said of a pair is what the claim is counted by
        assert causes.get(claim.key) == next(iter(decided().against_primary(claim)), None)
        rests = claim.key in decided().resting
        assert not (rests and causes.get(claim.key) == MEASURED)


def test_runs_are_compared_one_by_one() -> None:
    claim = Claim("1d.x", "1d", "It is so.", (Comparison("better", "known", "uniform", "end"),))
    luck = np.array([[-0.5], [0.1], [0.3], [-0.2]]) * np.ones(10)

    def curves(known: np.ndarray) -> dict[str, dict[str, Curve]]:
        return {"1d": {"known": made_up(known), "uniform": made_up(np.full((4, 10), 0.5))}}

    # every run is a little better here, but luck decides which ones are good
    here, there = curves(0.5 + luck + 0.011), curves(0.5 + luck)
    there["1d"]["known"].relative_loss[0] += 0.001
    shared = on_shared_runs(claim, here, there)
    assert (shared.runs, shared.here, shared.there) == (4, OPEN, OPEN)
    assert shared.moved is not None
    assert 0.01 < shared.moved.mean < 0.012
    assert on_shared_runs(claim, here, here).moved is None


def test_a_claim_piece_by_piece() -> None:
    claim = Claim("1d.x", "1d", "It is so.", (Comparison("better", "known", "uniform", "end"),))
    x, sets = np.arange(1, 11) * 10, np.array([0, 0, 1, 1])
    jitter = np.array([[0.001], [-0.001]] * 2)
    # ahead at the last three places, on both data sets
    ahead = np.where(x > 70, -0.1, 0.1) + jitter * np.ones(10) - 0.0005 * sets[:, None]
    panels = {"1d": {"known": made_up(0.5 + ahead), "uniform": made_up(np.full((4, 10), 0.5))}}
    panels["1d"] = {n: replace(c, data_sets=sets) for n, c in panels["1d"].items()}
    assert mentions(by_place(claim, panels), "holds at 3 of ten places (from 80 to 100 attributes)")
    assert mentions(by_data_set(claim, panels), "it holds on all 2 data sets", "2 runs")
    panels["1d"]["known"].relative_loss[2:] += 0.3 * jitter[2:] * 1000
    said = by_data_set(claim, panels)
    assert mentions(said, "it holds on 1 of 2 data sets", "and is not decided on 1")
    every = replace(claim, tests=(replace(claim.tests[0], kind="closer"),))
    assert by_place(every, panels) == ""
    found = Finding(Comparison("similar", "a", "b", "few"), 5.0, 0.02, 0.01, 0.03, -0.02, 0.02, 9)
    assert "at least 7.5 %" in with_margin(Verdict(claim, (found,)), 0.02)
    far = replace(found, test=Comparison("considerably better", "a", "b", "few"), high=-0.01)
    assert "at most 2.5 %" in with_margin(Verdict(claim, (far,)), 0.02)
    assert with_margin(Verdict(claim, (replace(far, high=0.01),)), 0.02) == ""


def made_up(loss: np.ndarray) -> Curve:
    """Return runs at ten prefixes, from 10 to 100 attributes; loss : (R, 10)."""
    x = np.arange(1, 11) * 10
    return Curve("aerr", np.arange(len(loss)), x, x, 0 * loss, loss, None, None, None, None, None)


def held(verdict: Verdict) -> bool:
    return verdict.status == HOLDS


@pytest.mark.parametrize("folder", [SMALL, FOLDER], ids=["small", "stored"])
def test_whatever_does_not_hold_says_by_how_much(folder: Path) -> None:
    found = decided(folder)
    for board in found.boards.values():
        for verdict in board.verdicts:
            if verdict.status not in (FAILS, OPEN):
                assert not verdict.reason
                continue
            near = margin(board.panels[verdict.claim.panel].curves)
            said = how_far(verdict, near)
            assert verdict.reason.startswith(said)
            assert said.startswith("It fails" if verdict.status == FAILS else "It is not decided")
            times = re.search(r"([\d.]+) times the margin", said)
            worst = max(miss(f) for f in verdict.findings if f.status == verdict.status)
            assert times is None or 0 <= float(times[1]) <= worst / near + 0.05


def test_by_how_much_in_words() -> None:
    def found(low: float, mean: float, high: float, at: str = "end") -> Finding:
        return Finding(Comparison("better", "a", "b", at), 500.0, mean, low, high, -inf, 0.0, 9)

    claim = Claim("1a.equal", "1a", "It is so.", ())
    holds, fails = found(-0.3, -0.2, -0.1), found(0.01, 0.05, 0.09)
    open_ = found(-0.01, 0.0, 0.004)
    assert how_far(Verdict(claim, (holds,)), 0.04) == ""
    assert how_far(Verdict(claim, (holds, fails, open_)), 0.04) == (
        "It fails by 0.050 at 500 attributes, 1.2 times the margin."
    )
    assert how_far(Verdict(claim, (open_, found(-1.0, -0.1, 0.0123))), 0.04) == (
        "It is not decided: the interval at 500 attributes reaches 0.0123 too far, 0.3 times the "
        "margin (the worst of 2 comparisons)."
    )
    assert "exactly at the end" in how_far(Verdict(claim, (found(0.0, 0.0, 0.0),)), 0.04)
    assert "less than 0.0001" in how_far(Verdict(claim, (found(1e-6, 2e-6, 3e-6),)), 0.04)
    assert "a single run" in how_far(Verdict(claim, (found(-inf, 0.1, inf),)), 0.04)
