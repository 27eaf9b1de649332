"""What a closer look says is what its small experiments show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import run
from aelr_core.experiments.result import Search
from aelr_core.experiments.search import APART
from aelr_core.paper import CLAIMS
from aelr_core.paper.closer import FOLDER, LOOKS, experiments, looks
from aelr_core.paper.reproduce import kept
from tests.paper.sentences import mentions

STORED = Path(__file__).parents[2] / "assets" / "results" / "paper"


def ends(name: str) -> np.ndarray:
    result = kept(STORED, f"{FOLDER}/{name}")
    assert result is not None
    (curve,) = result.curves.values()
    return curve.relative_loss[:, -1]


def search(name: str) -> Search:
    result = kept(STORED, f"{FOLDER}/{name}")
    assert result is not None
    (found,) = result.searches.values()
    return found


def test_every_look_is_stored_and_says_something() -> None:
    for name, spec in experiments().items():
        assert kept(STORED, name, spec) is not None, f"run paper --closer: {name}"
    said = looks(STORED)
    assert list(said) == [look.key for look in LOOKS]
    assert not any("{" in text for text in said.values())
    assert LOOKS[0].key in {claim.key for claim in CLAIMS}
    assert looks(STORED / "nowhere") == {}


def test_what_is_said_of_the_two_phased_algorithm_at_its_steepest() -> None:
    said = looks(STORED)["2d.two_phase"]
    median = {name: np.median(ends(f"2d-{name}")) for name in LOOKS[0].variants}
    assert mentions(said, f"AELR ends at {median['uniform']:.2f}", f"at {median['paper']:.2f}")
    # the two factors are no further apart than two candidates of the coarse search
    first = search("2d-paper").phase_one
    assert first is not None
    assert 1 / APART <= search("2d-uniform").chosen.multiplier / first.multiplier <= APART
    # a warm start puts something on attributes that are never drawn again
    assert median["cold"] < median["paper"]
    assert np.ptp(ends("2d-paper")) > np.ptp(ends("2d-uniform"))  # some have missed something


def test_with_a_factor_of_its_own_phase_one_does_no_harm_at_equal_moments() -> None:
    assert ends("2a-paper").max() < 0.01


@pytest.mark.long
def test_a_variant_is_computed_again() -> None:
    name = f"{FOLDER}/2a-paper"
    spec = experiments()[name]
    again, stored = run(spec), kept(STORED, name, spec)
    assert stored is not None
    for key, curve in stored.curves.items():
        np.testing.assert_allclose(again.curves[key].relative_loss, curve.relative_loss, rtol=1e-6)
