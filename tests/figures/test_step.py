"""Pictures of one step, of its pairs and of its repeats."""

import numpy as np
import pytest

from aelr_core.analysis.one_step import SCHEMES, PaperFrame, Scene, film, scene, telling_example
from aelr_core.analysis.repeated_step import repeat
from aelr_core.datasets import load_dataset
from aelr_core.modes import EXPERIMENTS
from pages.ui.figures.images import step_images_picture
from pages.ui.figures.joint_step import READABLE, pairs_picture
from pages.ui.figures.repeats import convergence_picture, histogram_picture
from pages.ui.figures.scatter import LARGEST, SMALLEST, cloud_picture, coordinates_picture
from pages.ui.figures.step import against_picture, draws_picture
from pages.ui.theme import Look


@pytest.fixture(scope="module")
def shot() -> tuple[Scene, PaperFrame]:
    data = load_dataset("synthetic", dim=12, alpha=-1.0, examples=200, test_examples=50)
    place = scene(
        data,
        mode=EXPERIMENTS,
        budget=5,
        B=data.norm_bound,
        seed=3,
        example=telling_example(data),
        moving=False,
        factor=1.0,
    )
    return place, film(place, "known")[5]


def test_pictures_of_a_step(shot: tuple[Scene, PaperFrame]) -> None:
    place, frame = shot
    step, q = frame.step, np.asarray(place.given["known"]["q"])
    drawn = draws_picture(q, step.p, step.i, step.j, place.names, key="ddaerr", look=Look("light"))
    marks = next(t for t in drawn.figure.data if t.name == "drawn i")
    assert sorted(marks.x) == sorted(set(step.i + 1))
    assert max(marks.y) <= drawn.figure.layout.yaxis.range[1]
    # q and p have their own axes, so that a large p does not flatten q
    assert next(t for t in drawn.figure.data if t.uid == "p").yaxis == "y2"
    assert drawn.figure.layout.yaxis.range[1] < 1.5 * q.max()
    pair = against_picture(
        [("x", frame.x), ("x̃", step.x_tilde)],
        place.names,
        y="Value",
        key="ddaerr",
        look=Look("light"),
    )
    assert [t.name for t in pair.figure.data] == ["x", "x̃"]
    nothing = draws_picture(
        q, None, step.i, step.j[:0], place.names, key="ddaerr", look=Look("light")
    )
    assert [t.name for t in nothing.figure.data] == ["q, for x̃", "drawn i"]


def test_pictures_of_repeats(shot: tuple[Scene, PaperFrame]) -> None:
    place, frame = shot
    found = {
        place.keys[scheme]: (scheme, repeat(place, frame, scheme, attribute=0, n=50)["g"])
        for scheme in SCHEMES
    }
    near = convergence_picture(found, symbol="g̃", look=Look("light"))
    assert len(near.figure.data) == 4
    spread = histogram_picture(found, symbol="g[x1]", look=Look("light"))
    assert [int(np.sum(t.y)) for t in spread.figure.data] == [50, 50]
    assert spread.figure.layout.shapes[0].x0 == pytest.approx(float(frame.g[0]))


def test_a_sure_estimate_is_drawn_too(shot: tuple[Scene, PaperFrame]) -> None:
    place, _ = shot
    first = film(place, "known")[0]  # w = 0: φ̃ = −y without doubt
    found = {"ddaerr": ("known", repeat(place, first, "known", attribute=0, n=20)["phi"])}
    assert histogram_picture(found, symbol="φ", look=Look("dark")).figure.data[0].y.sum() == 20
    assert convergence_picture(found, symbol="φ̃", look=Look("dark")).figure.data


def test_images_keep_inside_the_figure() -> None:
    panels = {str(n): (f"panel {n}", np.linspace(-1, 1, 64) * n) for n in range(6)}
    figure = step_images_picture(panels, (8, 8), look=Look("light")).figure
    assert len(figure.data) == 6
    for number in range(1, 7):
        axis = figure.layout[f"yaxis{number if number > 1 else ''}"]
        assert 0 <= axis.domain[0] < axis.domain[1] <= 1


def test_words_above_images_have_room_for_large_type_and_rows_stay_together() -> None:
    panels = {str(n): (f"panel {n}", np.linspace(-1, 1, 64) * n) for n in range(6)}
    for look in (Look("light"), Look("light", projector=True)):
        layout = step_images_picture(panels, (8, 8), look=look).figure.layout
        drawn = layout.height - layout.margin.t - layout.margin.b
        between = (layout.yaxis.domain[0] - layout.yaxis4.domain[1]) * drawn
        assert between > 1.5 * look.type_size
        assert (layout.yaxis.constraintoward, layout.yaxis4.constraintoward) == ("bottom", "top")


# ---- The table of pairs of a joint step: numbers that can be read, and that add up ----

LIGHT = Look("light")


@pytest.mark.parametrize("n", [2, READABLE, READABLE + 1])
def test_few_numbers_are_never_shrunk(n: int) -> None:
    names = [f"x{i}" for i in range(n)]
    heat = pairs_picture(np.eye(n), np.ones(n), names, look=LIGHT).figure.data[0]
    assert heat.textfont.size == (LIGHT.type_size - 2 if n <= READABLE else None)


def test_numbers_end_at_the_third_digit_of_the_largest() -> None:
    table = np.array([[8.8312, -0.35812], [0.00312, -2.3]])
    heat = pairs_picture(table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert [[*row] for row in heat.text] == [["8.83", "−0.36"], ["0", "−2.3"]]
    tiny = pairs_picture(1e-4 * table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert tiny.text[0][0] == "0.000883"
    zero = pairs_picture(0 * table, np.ones(2), ["a", "b"], look=LIGHT).figure.data[0]
    assert zero.text[1][1] == "0"


# ---- Clouds of estimates, and their size by attribute ----


def test_the_area_of_a_dot_is_the_number_of_its_estimates() -> None:
    along = np.repeat([0.0, 1.0, 2.0], [900, 90, 10]) + 1e-12 * np.arange(1_000)
    picture = cloud_picture(
        along, np.zeros(1_000), truth=1.0, limits=(0.0, 2.0, 0.0), key="jaerr", look=LIGHT
    )
    dots = picture.figure.data[0]
    assert [*dots.customdata] == [900, 90, 10]
    large, small, least = dots.marker.size
    assert (large / small) ** 2 == pytest.approx(10)
    assert large == pytest.approx(LARGEST * np.sqrt(0.9))
    assert least == SMALLEST
    assert "1000 estimates of the gradient in 3 places" in picture.alt


@pytest.mark.parametrize(("d", "named"), [(20, True), (21, False), (64, False)])
def test_few_attributes_have_names_and_many_have_numbers(d: int, named: bool) -> None:
    sizes = {"ddaerr": ("two", np.arange(d, 0.0, -1.0))}
    axis = coordinates_picture(sizes, [f"x{i}" for i in range(d)], look=LIGHT).figure.layout.xaxis
    assert (axis.ticktext is not None) == named
    assert axis.tickvals is None or len(axis.tickvals) == d  # never without any
