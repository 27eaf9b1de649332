"""Verdicts that may rest on parameters that do not carry over; searches that missed a valley."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.experiments.readings import PRIMARY
from aelr_core.paper import HOLDS, OPEN
from aelr_core.paper.closer import OF_AERR, looks
from aelr_core.paper.look import FOLDER as CLOSER
from aelr_core.paper.missed_valleys import missed
from aelr_core.paper.reproduce import kept
from aelr_core.paper.searched_there import OTHERS, SEARCHED
from aelr_core.theory import aerr_step_size
from tests.paper.results import FOLDER, decided
from tests.paper.sentences import mentions


def test_a_verdict_may_rest_where_a_curve_does_not_carry_over_and_the_first_set_differs() -> None:
    remarked = {r.key for r in decided().boards[PRIMARY].remarks if r.key.endswith(".elsewhere")}
    for verdict in decided().boards[PRIMARY].verdicts:
        claim, alone = verdict.claim, decided().on_first(verdict.claim)
        compared = {
            f"{panel}.{name}.elsewhere"
            for test in claim.tests
            for panel in (claim.panel, test.other)
            for name in (test.a, test.b)
        }
        may = bool(compared & remarked) and alone.status != verdict.status
        assert (claim.key in decided().resting) == may
        assert may <= ("do not carry over" in verdict.note or "every data set" in verdict.note)


def test_a_search_on_every_data_set_undecides_the_two_phased_claim_of_2d() -> None:
    found, look = decided().resting["2d.two_phase"], SEARCHED["2d.two_phase"]
    gaps = [_stored_gap()]
    for n in OTHERS:
        ends = []
        for word in ("two-phased", "uniform"):
            result = kept(FOLDER, look.file(f"{word}-set-{n + 1}"))
            assert result is not None
            (curve,) = result.curves.values()
            ends.append(curve.relative_loss[:, -1])
        gaps.append(float((ends[0] - ends[1]).mean()))
    assert found.searched is not None
    (finding,) = found.searched.findings
    assert finding.mean == pytest.approx(np.mean(gaps))
    assert (found.verdict.status, finding.status) == (HOLDS, OPEN)
    assert decided().changed == {"2d.two_phase": OPEN}
    said = found.says
    assert said.startswith("With parameters searched on every data set the verdict at the end")
    assert mentions(said, "“not decided” instead of “holds”", f"{abs(finding.mean):.3f}", "AELR")


def _stored_gap() -> float:
    curves = decided().boards[PRIMARY].panels["2d"].curves
    first = [curves[name] for name in ("two_phase", "uniform")]
    a, b = (c.relative_loss[c.data_sets == 0, -1] for c in first)
    return float((a - b).mean())


def test_the_search_of_ddaerr_has_missed_the_valley_of_aerr() -> None:
    assert set(decided().missed) == {"1a"}
    one = decided().missed["1a"]
    searches = decided().boards[PRIMARY].panels["1a"].result.searches
    assert one.loss == searches["ddaerr"].chosen.loss > one.best == searches["aerr"].chosen.loss
    for key in ("1a.equal", "1b.gap"):  # whose gap is compared with that of 1a
        (verdict,) = (v for v in decided().boards[PRIMARY].verdicts if v.claim.key == key)
        assert one.says in verdict.note
    each = decided().boards[PRIMARY].panels["1b"]  # where they are two algorithms
    assert missed("1b", each.result, each.curves) is None


def test_with_what_was_chosen_for_aerr_ddaerr_is_as_good() -> None:
    taken = kept(FOLDER, f"{CLOSER}/1a-taken")
    assert taken is not None
    each = decided().boards[PRIMARY].panels["1a"]
    chosen, spec = each.result.searches["aerr"].chosen, taken.spec
    k = each.result.spec.budget - 2  # the draws for x, split evenly
    step = chosen.multiplier * float(aerr_step_size(d=taken.d, m=spec.examples, k=k))
    assert spec.step == pytest.approx(step, rel=1e-4)
    assert spec.norm_bound == OF_AERR["norm_bound"] == pytest.approx(chosen.B, rel=1e-4)
    ends = taken.curves["ddaerr"].relative_loss[:, -1]
    first = {
        name: curve.relative_loss[curve.data_sets == 0, -1].mean()
        for name, curve in each.curves.items()
    }
    assert abs(ends.mean() - first["uniform"]) < 0.02 < first["known"] - ends.mean()
    assert mentions(looks(FOLDER)["1a.equal"], "has missed", f"DDAERR ends at {ends.mean():.2f}")
