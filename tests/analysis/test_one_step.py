"""One step: the textbook's, its pairs, and exact scatter by enumerating every draw."""

from itertools import pairwise, product

import numpy as np
import pytest

from aelr_core.analysis import one_step
from aelr_core.analysis.one_step import (
    JOINT,
    SCHEMES,
    STEPS,
    Scene,
    chances,
    film,
    first_draws,
    pairs,
    partner,
    scatters,
    scene,
    telling_example,
    two_sample_moments,
)
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.modes import EXPERIMENTS, THEORY, Mode
from aelr_core.textbook import gaelr, gaerr, jaelr, jaerr

FAMILIES = ["ridge", "lasso"]
both = pytest.mark.parametrize("family", FAMILIES)
every = pytest.mark.parametrize("word", [*SCHEMES, *JOINT])


def data(family: str, **options: object) -> Dataset:
    given = {"dim": 12, "alpha": -1.0, "examples": 200, "test_examples": 50}
    return load_dataset("synthetic", family=family, **given | options)


def a_scene(rows: Dataset, mode: Mode = EXPERIMENTS, **more: object) -> Scene:
    given = {"budget": 5, "B": rows.norm_bound, "seed": 3, "example": telling_example(rows)}
    return scene(rows, mode=mode, **given | {"moving": True, "factor": 1.0} | more)


@both
@every
@pytest.mark.parametrize("budget", [2, 12])
def test_the_film_is_the_textbooks_run(family: str, word: str, budget: int) -> None:
    place = a_scene(data(family), budget=budget)
    frames = film(place, word)
    assert len(frames) == STEPS
    if word in JOINT:
        ours = jaerr if family == "ridge" else jaelr
        U, rules = place.joint_uniforms, place.joint[word]
        whole = ours.run(place.X, place.y, place.rows, U, **rules)
    else:
        book = gaerr if family == "ridge" else gaelr
        whole = book.run(place.X, place.y, place.rows, place.U, **place.given[word])
        assert whole.spent == STEPS * budget
    assert sum(frame.spent for frame in frames) == whole.spent <= STEPS * budget
    for one, following in pairwise(frames):
        np.testing.assert_allclose(following.step.w, one.step.w_next, atol=1e-12)
    assert len({frame.x.tobytes() for frame in frames}) > 1


def test_the_step_suits_the_scene() -> None:
    """Used again and again, an example is predicted better and better."""
    for family in FAMILIES:
        frames = film(a_scene(data(family), moving=False), "known")
        assert len({frame.x.tobytes() for frame in frames}) == 1
        assert abs(frames[-1].phi) < abs(frames[0].phi)


@pytest.mark.parametrize("seed", range(3))
@both
def test_the_first_step_sees_something(family: str, seed: int) -> None:
    rows = data(family, seed=seed)
    draws = first_draws(rows, mode=EXPERIMENTS, budget=5, seed=seed)
    place = a_scene(rows, example=telling_example(rows, draws), seed=seed)
    assert place.y[place.rows[0]] != 0
    for word in SCHEMES:
        first = film(place, word)[0]
        assert first.known.any()
        assert (first.step.w_next != first.step.w).any()


def test_both_schemes_start_alike_and_differ_in_q() -> None:
    rows = data("ridge")
    place = a_scene(rows, THEORY)
    first = [film(place, word)[0] for word in SCHEMES]
    assert (first[0].x == first[1].x).all()
    assert place.given["known"]["M"] is None  # plain p in the theory's mode
    assert a_scene(rows).given["known"]["M"] is not None
    assert a_scene(rows).given["uniform"]["M"] is None


@both
@every
def test_what_a_step_knows_is_where_it_looked(family: str, word: str) -> None:
    place = a_scene(data(family))
    for frame in film(place, word):
        i, j = frame.drawn
        assert {*np.flatnonzero(frame.known)} == {*i[frame.x[i] != 0]}
        assert {*np.flatnonzero(frame.step.g_tilde)} <= {*i}
        assert len({*i} | {*j}) == frame.distinct <= 5
        for p, drawn in chances(place, frame, word).values():
            assert (p[drawn] > 0).all()
            assert p.sum() == pytest.approx(5 if word in JOINT else 1)


@both
def test_one_sample_uses_every_pair_of_its_attributes(family: str) -> None:
    place = a_scene(data(family))
    for two, one in zip(film(place, "known")[1:], film(place, "joint")[1:], strict=True):
        seen, (of_two, of_one) = pairs([two, one])
        assert of_one.sum() == 25
        assert np.trace(of_one) == 5
        assert of_two.sum() <= 6  # an even split: three draws and two
        assert {*seen} == {*two.drawn[0], *two.drawn[1], *one.drawn[0]}


@both
@pytest.mark.parametrize("word", ["uniform", "known", *JOINT])
def test_exact_and_measured_scatter_agree(family: str, word: str) -> None:
    rows = data(family)
    place = a_scene(rows)
    found = scatters(place, film(place, word)[25], partner(word), rows, n=600)
    for one in found.values():
        assert one.exact is not None
        assert one.measured == pytest.approx(one.exact, rel=0.4)
        distance = (one.along - one.truth) ** 2 + one.across**2
        assert distance.mean() == pytest.approx(one.measured)
        # five standard errors of the mean
        assert one.error_of_mean <= 5 * np.sqrt(one.exact / 600) + 1e-9
        assert (one.rows, np.isfinite(one.size)) == (100, True)


@both
@pytest.mark.parametrize("zero", [False, True])
def test_two_samples_by_every_possible_draw(family: str, zero: bool) -> None:
    rows = data(family, dim=3)
    place = a_scene(rows, budget=4)
    rng = np.random.default_rng(1)
    x, w, y = rng.normal(size=3), (not zero) * rng.normal(size=3), 0.7
    given = place.given["known"]
    q, k_x, k_phi = np.asarray(given["q"]), given["k_x"], given["k_phi"]
    p = np.abs(w) * np.sqrt(place.M) if not zero else np.ones(3)
    p /= p.sum()
    expected = np.zeros(3)
    for drawn in product(range(3), repeat=4):
        i, j = np.array(drawn[:k_x]), np.array(drawn[k_x:])
        x_tilde = np.bincount(i, x[i] / q[i], minlength=3) / k_x
        phi_tilde = np.mean(w[j] * x[j] / p[j]) - y
        expected += q[i].prod() * p[j].prod() * (phi_tilde * x_tilde) ** 2
    (found,) = two_sample_moments(place, "known", x[None], np.array([y]), w)
    assert (k_x, k_phi) == (2, 2)
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_one_sample_scatters_less_on_decaying_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = data("ridge", alpha=-2.0, dim=50)
    place = a_scene(rows)
    found = scatters(place, film(place, "joint")[-1], partner("joint"), rows, n=20)
    assert found["joint"].size < 0.5 * found["known"].size
    monkeypatch.setattr(one_step, "MOST_WORK", 0)  # as if it took too long
    quick = scatters(place, film(place, "joint")[-1], partner("joint"), rows, n=20)
    assert quick["joint"].exact is None
    assert quick["joint"].variance == quick["joint"].measured == found["joint"].measured
    assert np.isnan(quick["joint"].size)


def test_one_sample_scatters_more_where_all_attributes_are_alike() -> None:
    """α = 0, lasso: every x is 1. The paper's φ̃ then has no variance, the joint one has."""
    rows = data("lasso", alpha=0.0)
    place = a_scene(rows, factor=10.0)
    found = scatters(place, film(place, "joint")[-1], partner("joint"), rows, n=20)
    assert found["joint"].variance > found["known"].variance


def test_a_large_budget_has_its_own_uniforms_and_no_formula() -> None:
    rows = data("ridge", dim=60)
    place = a_scene(rows, budget=20)
    frames = film(place, "joint")
    assert max(frame.spent for frame in frames) <= 20
    assert place.joint_uniforms.shape[1] > 20
    found = scatters(place, frames[5], partner("joint"), rows, n=50)
    assert found["joint"].exact is None
    assert found["known"].exact is not None
