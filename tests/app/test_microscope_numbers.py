"""The microscope's numbers: the textbook's, and exact variances by enumerating every draw."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.datasets import load_dataset
from aelr_core.modes import EXPERIMENTS, THEORY, Mode
from aelr_core.textbook import gaelr, gaerr
from pages.ui import theme
from pages.ui.figures.step_bars import against_picture, draws_picture
from pages.ui.figures.step_images import images_picture
from pages.ui.figures.step_repeats import convergence_picture, histogram_picture
from pages.ui.microscope import words
from pages.ui.microscope.listing import listing, sentence
from pages.ui.microscope.look import step_pictures, telling_example
from pages.ui.microscope.repeats import QUANTITIES, exact_variances, repeat, telling_attribute
from pages.ui.microscope.scene import SCHEMES, STEPS, Frame, Scene, film, first_draws, scene
from pages.ui.theme import Look

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
    """Met again and again, an example is predicted better and better."""
    for family in FAMILIES:
        frames = film(a_scene(family), "known")
        assert abs(frames[-1].phi) < abs(frames[0].phi)


@pytest.mark.parametrize("seed", range(8))
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
def test_repeats_come_to_the_truth(family: str) -> None:
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


@pytest.mark.parametrize("family", FAMILIES)
def test_the_listing_is_the_papers_and_its_numbers_the_steps(family: str) -> None:
    place = a_scene(family)
    for frame in film(place, "known")[::7]:
        lines = listing(frame, place.given["known"], place.names)
        numbers = [line.number for line in lines]
        paper = "4 5 7 8 9 10 11 12" if family == "ridge" else "3 5 6 8 9 10 11 13 14 15"
        assert numbers == paper.split()
        assert all(line.gave for line in lines)
        assert sentence(frame, place.given["known"]).startswith(f"Step {frame.t} looked at")
        drawn = lines[numbers.index("4" if family == "ridge" else "5")].gave
        assert all(f"x{i + 1}" in drawn for i in frame.step.i)
        assert words.lines(frame, place, "known").count("\n- ") == len(lines) - 1


def test_a_large_step_is_projected() -> None:
    frames = film(a_scene("ridge", factor=30.0), "known")
    place = a_scene("ridge", factor=30.0)
    projected = [
        frame
        for frame in frames
        if "projected back onto the ball" in sentence(frame, place.given["known"])
    ]
    assert projected
    shown = step_pictures(projected[0], place, "known", look=Look("light"))
    names = [trace.name for trace in shown["step_w"][1].figure.data]
    assert names == ["w before", "w after", "v, before the projection"]
    clipped = film(a_scene("lasso", factor=30.0), "uniform")
    given = a_scene("lasso", factor=30.0).given["uniform"]
    assert any("clipped" in sentence(frame, given) for frame in clipped)


def test_long_lists_are_cut() -> None:
    data = load_dataset("digits-3v5", family="ridge", scaling="maxabs")
    place = scene(data, mode=THEORY, budget=40, B=1.0, seed=0, example=0, moving=False, factor=1.0)
    lines = listing(film(place, "uniform")[0], place.given["uniform"], place.names)
    assert "(39 in all)" in lines[0].gave
    assert "pixel" not in lines[0].gave


# ---- Pictures -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shot() -> tuple[Scene, Frame]:
    place = a_scene("ridge")
    return place, film(place, "known")[5]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_pictures_of_a_step(shot: tuple[Scene, Frame], shade: theme.Theme) -> None:
    place, frame = shot
    step, q = frame.step, np.asarray(place.given["known"]["q"])
    drawn = draws_picture(q, step.p, step.i, step.j, place.names, role="known", look=Look(shade))
    marks = next(t for t in drawn.figure.data if t.name == "drawn i")
    assert sorted(marks.x) == sorted(set(step.i + 1))
    assert max(marks.y) <= drawn.figure.layout.yaxis.range[1]
    pair = against_picture(
        [("x", frame.x), ("x̃", step.x_tilde)],
        place.names,
        y="Value",
        role="known",
        look=Look(shade),
    )
    assert [t.name for t in pair.figure.data] == ["x", "x̃"]
    for picture in (drawn, pair):
        for trace in picture.figure.data:
            assert trace.marker.color in (*theme.PALETTE[shade], theme.NEUTRAL)
        assert picture.figure.layout.xaxis.title.text
        assert picture.figure.layout.yaxis.title.text
        assert len(picture.alt) > 60
    nothing = draws_picture(
        q, None, step.i, step.j[:0], place.names, role="known", look=Look(shade)
    )
    assert [t.name for t in nothing.figure.data] == ["q, for x̃", "drawn i"]


def test_pictures_of_repeats(shot: tuple[Scene, Frame]) -> None:
    place, frame = shot
    found = {
        scheme: (scheme, repeat(place, frame, scheme, attribute=0, n=50)["g"]) for scheme in SCHEMES
    }
    near = convergence_picture(found, symbol="g̃", look=Look("light"))
    assert len(near.figure.data) == 4
    spread = histogram_picture(found, symbol="g[x1]", look=Look("light"))
    assert [int(np.sum(t.y)) for t in spread.figure.data] == [50, 50]
    assert spread.figure.layout.shapes[0].x0 == pytest.approx(float(frame.g[0]))


def test_a_sure_estimate_is_drawn_too(shot: tuple[Scene, Frame]) -> None:
    place, _ = shot
    first = film(place, "known")[0]  # w = 0: φ̃ = −y without doubt
    found = {"known": ("known", repeat(place, first, "known", attribute=0, n=20)["phi"])}
    assert histogram_picture(found, symbol="φ", look=Look("dark")).figure.data[0].y.sum() == 20
    assert convergence_picture(found, symbol="φ̃", look=Look("dark")).figure.data


def test_images_keep_inside_the_figure() -> None:
    panels = {str(n): (f"panel {n}", np.linspace(-1, 1, 64) * n) for n in range(6)}
    figure = images_picture(panels, (8, 8), look=Look("light")).figure
    assert len(figure.data) == 6
    for number in range(1, 7):
        axis = figure.layout[f"yaxis{number if number > 1 else ''}"]
        assert 0 <= axis.domain[0] < axis.domain[1] <= 1
