"""What the table of choices says about the results, looked up in them or tried again."""

from __future__ import annotations

import pytest

from aelr_core.algorithms import StepRule
from aelr_core.modes import EXPERIMENTS
from aelr_core.paper import CHOICES, FAILS, HOLDS, PANELS
from aelr_core.paper.panels import names
from tests.paper.evidence import LOSS, STORED
from tests.paper.theory_steps import again, statuses

TOLD = {(choice.what, choice.figures): f"{choice.taken}: {choice.why}" for choice in CHOICES}
STEPS = TOLD["Step size of a shorter prefix", "all"]
PHASE_ONE = TOLD["Step size of phase one", "all"]


def test_how_much_has_been_learnt_from_simulated_data() -> None:
    told = TOLD["Examples, m", "1a to 1c, 2a to 2c"]
    ends = {f"{LOSS['1a'][role].end:.2f}" for role in ("uniform", "known")}
    assert ends == {"0.96"}
    assert "In 1a they have not: AERR and DDAERR end at 0.96" in told
    for key in ("1b", "1c", "2b", "2c"):
        assert max(LOSS[key][role].end for role in ("uniform", "known", "two_phase")) < 0.8


@pytest.mark.parametrize(("key", "algorithm"), [("5", "online_ridge"), ("6", "online_lasso")])
def test_online_curves_would_begin_above_the_zero_predictor(key: str, algorithm: str) -> None:
    assert "online ridge and online lasso on Covertype would begin above the zero" in STEPS
    assert float(again(key, (algorithm,), 1, 20)["online"].mean()) > 1
    assert LOSS[key]["online"].few < 1


def test_which_claims_the_theorys_steps_would_show() -> None:
    """A short real run; the differences are so large that few runs show them."""
    would = statuses("3", "8")
    stored = {v.claim.key: v.status for v in STORED.verdicts}
    gained = {key for key, status in would.items() if status == HOLDS != stored[key]}
    assert gained == {"3.few", "3.between", "8.uniform", "8.known"}
    assert "four more would hold on MNIST ridge" in STEPS
    assert would["8.two_phase"] == FAILS
    assert "still not that AdaGrad makes Two-Phased DDAERR worse" in STEPS


def test_and_which_on_the_other_real_data() -> None:
    would = statuses("4", runs=20)
    stored = {v.claim.key: v.status for v in STORED.verdicts}
    assert {key for key in would if would[key] == HOLDS != stored[key]} == {"4.online"}
    assert {key for key in would if would[key] == FAILS != stored[key]} == {"4.few"}
    assert "On MNIST lasso one more would hold (DDAELR comparable with online lasso)" in STEPS
    assert "one less (Two-Phased DDAELR similar to AELR at few attributes)" in STEPS
    assert statuses("5", runs=20)["5.few"] == FAILS
    assert "on Covertype DDAERR would be far from similar to online ridge" in STEPS


def test_phase_one_takes_over_the_factor_of_the_uniform_algorithm() -> None:
    assert "the factor found for AERR or AELR" in PHASE_ONE
    assert "a tenth of the examples, for which the theory's step is √10" in PHASE_ONE
    assert EXPERIMENTS.m1(10_000) == 1_000
    assert StepRule(multiplier=1.0).phase_one is None
    for each in STORED.panels.values():
        called = {role: key for key, role in names(each.result.spec).items()}
        before = "adaptive " if each.result.spec.adaptive else ""
        setting = each.result.curves[called[f"{before}two_phase"]].setting
        assert setting is not None
        uniform = each.result.searches[called[f"{before}uniform"]].chosen
        assert setting.phase_one == uniform.multiplier


def test_what_was_tried_in_passing() -> None:
    tried = {name for panel in PANELS.values() for name, _ in panel.experiments if "-" in name}
    assert tried == {"3-split", "4-split", "5-split", "6-split", "4-epsilon", "5-epsilon"}
    told = TOLD["What was tried in passing", "3 to 6"]
    assert "split (3 to 6) or its ε (4, 5)" in told
    assert {PANELS[key].spec.family for key in "45"} == {"ridge", "lasso"}
