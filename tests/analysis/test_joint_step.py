"""A joint step under the microscope: the textbook's, its pairs, and how much it scatters."""

from itertools import pairwise, product

import numpy as np
import pytest

from aelr_core.analysis import repeated_step
from aelr_core.analysis.one_step import (
    JOINT,
    STEPS,
    Scene,
    design_of,
    joint_film,
    pairs,
    scene,
    seen,
    telling_example,
)
from aelr_core.analysis.repeated_step import scatters, sizes_over_rows, two_sample_moments
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.modes import EXPERIMENTS
from aelr_core.textbook import jaelr, jaerr

FAMILIES = ["ridge", "lasso"]
both = pytest.mark.parametrize("family", FAMILIES)


def data(family: str, **options: object) -> Dataset:
    given = {"dim": 12, "alpha": -1.0, "examples": 200, "test_examples": 50}
    return load_dataset("synthetic", family=family, **given | options)


def a_scene(rows: Dataset, **more: object) -> Scene:
    given = {"budget": 5, "B": rows.norm_bound, "seed": 3, "example": telling_example(rows)}
    return scene(rows, mode=EXPERIMENTS, **given | {"moving": True, "factor": 1.0} | more)


@both
@pytest.mark.parametrize("word", JOINT)
@pytest.mark.parametrize("budget", [2, 12])
def test_the_film_is_the_textbooks_run(family: str, word: str, budget: int) -> None:
    place = a_scene(data(family), budget=budget)
    film = joint_film(place, word)
    assert len(film) == STEPS
    book = jaerr if family == "ridge" else jaelr
    whole = book.run(place.X, place.y, place.rows, place.joint_uniforms, **place.joint[word])
    np.testing.assert_array_equal(film[-1].w_bar, whole.w_bar)
    assert sum(frame.spent for frame in film) == whole.spent <= STEPS * budget
    for one, following in pairwise(film):
        np.testing.assert_array_equal(following.step.w, one.step.w_next)


@both
@pytest.mark.parametrize("word", JOINT)
def test_the_pairs_add_up_to_the_gradient(family: str, word: str) -> None:
    for frame in joint_film(a_scene(data(family)), word):
        S = frame.step.sample.S
        assert len(S) == 5
        np.testing.assert_array_equal(np.flatnonzero(seen(frame)), S[frame.x[S] != 0])
        expected = np.zeros(12)
        expected[S] = frame.x[S] * pairs(frame).sum(axis=1)
        np.testing.assert_allclose(frame.step.g_tilde, expected, rtol=1e-12, atol=1e-15)
        assert design_of(frame).sum() == pytest.approx(5)


def test_a_large_budget_has_its_own_uniforms() -> None:
    place = a_scene(data("ridge", dim=60), budget=20)
    film = joint_film(place, "joint")
    assert max(frame.spent for frame in film) <= 20
    assert place.joint_uniforms.shape[1] > 20
    two, one = scatters(place, film[5], attribute=0, n=50)
    assert one.exact is None
    assert one.size == one.measured
    assert two.exact is not None
    assert not sizes_over_rows(place, film[5], data("ridge", dim=60)).exact


@both
@pytest.mark.parametrize("word", JOINT)
def test_exact_and_measured_sizes_agree(family: str, word: str) -> None:
    place = a_scene(data(family))
    frame = joint_film(place, word)[25]
    for one in scatters(place, frame, attribute=2, n=600):
        assert one.exact is not None
        assert one.measured == pytest.approx(one.size, rel=0.3)
        length = one.along**2 + one.across**2
        assert length.mean() == pytest.approx(one.measured)
        assert one.repeats.measured == pytest.approx(one.repeats.exact, rel=0.4)
        # five standard errors of the mean
        assert one.repeats.error[-1] <= 5 * np.sqrt(one.repeats.exact / 600) + 1e-9


def test_two_samples_by_every_possible_draw() -> None:
    rows = data("ridge", dim=3)
    place = a_scene(rows, budget=4)
    rng = np.random.default_rng(1)
    x, w, y = rng.normal(size=3), rng.normal(size=3), 0.7
    given = place.given["known"]
    q, k_x, k_phi = np.asarray(given["q"]), given["k_x"], given["k_phi"]
    p = np.abs(w) * np.sqrt(place.M)
    p /= p.sum()
    expected = np.zeros(3)
    for drawn in product(range(3), repeat=4):
        i, j = np.array(drawn[:k_x]), np.array(drawn[k_x:])
        x_tilde = np.bincount(i, x[i] / q[i], minlength=3) / k_x
        phi_tilde = np.mean(w[j] * x[j] / p[j]) - y
        expected += q[i].prod() * p[j].prod() * (phi_tilde * x_tilde) ** 2
    (found,) = two_sample_moments(place, x[None], np.array([y]), w)
    assert (k_x, k_phi) == (2, 2)
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_one_sample_scatters_less_on_decaying_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = data("ridge", alpha=-2.0, dim=50)
    place = a_scene(rows)
    frame = joint_film(place, "joint")[-1]
    found = sizes_over_rows(place, frame, rows)
    assert (found.rows, found.exact) == (100, True)
    assert found.one < 0.5 * found.two
    monkeypatch.setattr(repeated_step, "MOST_WORK", 0)  # as if it took too long
    measured = sizes_over_rows(place, frame, rows)
    assert (measured.rows, measured.exact) == (100, False)
    assert measured.two == found.two
    assert measured.one == pytest.approx(found.one, rel=0.2)


def test_one_sample_scatters_more_where_all_attributes_are_alike() -> None:
    """α = 0, lasso: every x is 1. The paper's φ̃ then has no variance, the joint one has."""
    rows = data("lasso", alpha=0.0)
    place = a_scene(rows, factor=10.0)
    two, one = scatters(place, joint_film(place, "joint")[-1], attribute=0, n=20)
    assert one.size > two.size
