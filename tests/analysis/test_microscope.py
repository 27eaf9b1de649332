"""A step under the microscope: the textbook's, and exact variances by enumerating every draw."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.analysis.one_step import (
    SCHEMES,
    STEPS,
    Scene,
    film,
    first_draws,
    scene,
    telling_example,
)
from aelr_core.analysis.repeated_step import QUANTITIES, exact_variances, repeat, telling_attribute
from aelr_core.datasets import load_dataset
from aelr_core.modes import EXPERIMENTS, THEORY, Mode
from aelr_core.textbook import gaelr, gaerr

FAMILIES = ["ridge", "lasso"]
seeds = st.integers(0, 2**32 - 1)


def a_scene(family: str, mode: Mode = EXPERIMENTS, **more: object) -> Scene:
    data = load_dataset(
        "synthetic", family=family, dim=12, alpha=-1.0, examples=200, test_examples=50
    )
    given = {"budget": 5, "B": data.norm_bound, "seed": 3, "example": telling_example(data)}
    return scene(data, mode=mode, **given | {"moving": False, "factor": 1.0} | more)


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_film_is_the_textbooks_run(family: str, moving: bool) -> None:
    place = a_scene(family, moving=moving)
    book = gaerr if family == "ridge" else gaelr
    for scheme in SCHEMES:
        frames = film(place, scheme)
        assert len(frames) == STEPS
        whole = book.run(place.X, place.y, place.rows, place.U, **place.given[scheme])
        assert frames[-1].w_bar == pytest.approx(whole.w_bar)
        assert sum(frame.spent for frame in frames) == whole.spent == STEPS * 5
        for one, following in pairwise(frames):
            np.testing.assert_allclose(following.step.w, one.step.w_next, atol=1e-12)
        assert len({frame.x.tobytes() for frame in frames}) > 1 or not moving


def test_the_step_suits_the_scene() -> None:
    """Used again and again, an example is predicted better and better."""
    for family in FAMILIES:
        frames = film(a_scene(family), "known")
        assert abs(frames[-1].phi) < abs(frames[0].phi)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_first_step_sees_something(family: str, seed: int) -> None:
    data = load_dataset(
        "synthetic", family=family, dim=12, alpha=-1.0, examples=200, test_examples=50, seed=seed
    )
    given = {"mode": EXPERIMENTS, "budget": 5, "seed": seed}
    example = telling_example(data, first_draws(data, **given))
    place = scene(data, B=data.norm_bound, example=example, moving=False, factor=1.0, **given)
    assert place.y[place.rows[0]] != 0
    for scheme in SCHEMES:
        first = film(place, scheme)[0].step
        assert first.x_tilde.any()
        assert (first.w_next != first.w).any()


def test_both_schemes_start_alike_and_differ_in_q() -> None:
    place = a_scene("ridge", THEORY)
    first = {scheme: film(place, scheme)[0] for scheme in SCHEMES}
    assert (first["known"].x == first["uniform"].x).all()
    assert place.given["known"]["M"] is None  # plain p in the theory's mode
    assert a_scene("ridge").given["known"]["M"] is not None
    assert a_scene("ridge").given["uniform"]["M"] is None


@settings(max_examples=15, deadline=None)
@given(seed=seeds, k_x=st.integers(1, 2), k_phi=st.integers(1, 2))
def test_exact_variances_by_every_possible_draw(seed: int, k_x: int, k_phi: int) -> None:
    rng = np.random.default_rng(seed)
    d = 3
    x, w, y = rng.normal(size=d), rng.normal(size=d), float(rng.normal())
    q, p = rng.dirichlet(np.ones(d)), rng.dirichlet(np.ones(d))
    found = dict.fromkeys(QUANTITIES, 0.0)
    phi = w @ x - y
    for drawn in product(range(d), repeat=k_x + k_phi):
        i, j = np.array(drawn[:k_x]), np.array(drawn[k_x:])
        chance = q[i].prod() * p[j].prod()
        x_tilde = np.bincount(i, x[i] / q[i], minlength=d) / k_x
        phi_tilde = np.mean(w[j] * x[j] / p[j]) - y
        found["x"] += chance * ((x_tilde - x) ** 2).sum()
        found["phi"] += chance * (phi_tilde - phi) ** 2
        found["g"] += chance * ((phi_tilde * x_tilde - phi * x) ** 2).sum()
    exact = exact_variances(x, y, w, q, p, k_x=k_x, k_phi=k_phi)
    for name, value in found.items():
        assert exact[name] == pytest.approx(value, rel=1e-8, abs=1e-10)


def test_without_a_predictor_phi_has_no_variance() -> None:
    x, q = np.array([1.0, 2.0]), np.array([0.5, 0.5])
    exact = exact_variances(x, 3.0, np.zeros(2), q, None, k_x=1, k_phi=1)
    assert exact["phi"] == 0
    assert exact["g"] == pytest.approx(9 * exact["x"])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_mean_of_repeats_converges_to_the_true_value(family: str) -> None:
    place = a_scene(family)
    frame = film(place, "known")[10]
    for scheme in SCHEMES:
        found = repeat(place, frame, scheme, attribute=telling_attribute(frame), n=400)
        for one in found.values():
            n = len(one.error)
            assert one.error.shape == one.sample.shape == (400,)
            # five standard errors of the mean, and of the mean of squares
            assert one.error[-1] <= 5 * np.sqrt(one.exact / n) + 1e-9
            assert one.measured == pytest.approx(one.exact, rel=0.5, abs=1e-6)
