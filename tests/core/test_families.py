"""The record of a family agrees with the functions, and its facts stand nowhere else."""

import re
from pathlib import Path

import numpy as np
import pytest

from aelr_core.families import family_facts
from aelr_core.letters import FAMILIES
from aelr_core.moments import moment_ratios
from aelr_core.sampling import sampling_distribution
from aelr_core.theory import effective_dimension

M = np.array([0.5, 0.25, 0.01])
PAGES = Path(__file__).parents[2] / "pages"
OVER = {"ridge": np.sum, "lasso": np.max}
# Facts that a module of the app must take from the record.
ONLY_THERE = re.compile(r"\(equation 4\)|Lemma 4\.3|Lemma 3\.7|Lemma 4\.8|GAERR\"|‖M‖₁\"\}|H_NAMES")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_record_agrees_with_the_functions(family: str) -> None:
    own = family_facts(family)
    assert own.key == family
    assert own.norm(M) == effective_dimension(M, family)
    least = OVER[family](moment_ratios(M, sampling_distribution(M, family)))
    assert own.norm(M) == pytest.approx(least)
    assert own.rho(np.ones(4)) == pytest.approx(1)
    assert own.least_latex.endswith(own.H_latex)
    assert own.rule_latex in own.q_latex


def test_no_page_repeats_the_facts() -> None:
    found = {
        str(file.relative_to(PAGES))
        for file in PAGES.rglob("*.py")
        if ONLY_THERE.search(file.read_text(encoding="utf-8"))
    }
    assert not found
