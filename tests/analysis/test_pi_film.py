"""The film of π: the engine's own, from equal shares towards that of known moments."""

import numpy as np
import pytest

from aelr_core.analysis.phase_one import PiFilm, film_examples, pi_film, step_cost
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.designs.estimates import inclusion_probabilities
from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.randomness import order, uniforms
from aelr_core.textbook import jaelr, jaerr

both = pytest.mark.parametrize("family", ["ridge", "lasso"])


def data(family: str, **options: object) -> Dataset:
    given = {"dim": 30, "alpha": -1.0, "examples": 400, "test_examples": 50}
    return load_dataset("synthetic", family=family, **given | options)


def a_film(rows: Dataset, budget: int = 4) -> PiFilm:
    assert rows.norm_bound is not None
    return pi_film(rows, budget=budget, B=rows.norm_bound, seed=1)


@both
@pytest.mark.parametrize("K", [4, 18])
def test_the_film_is_the_textbooks(family: str, K: int) -> None:
    rows = data(family, examples=60)
    film = a_film(rows, K)
    book = jaerr if family == "ridge" else jaelr
    U = uniforms(1, 0, 0, 60, uniforms_per_step(K))
    for M, found in ((None, film.adaptive), (rows.known_moments, film.known)):
        trace = book.trace(
            rows.X_train, rows.y_train, order(1, 0, rows.m, 60), U, K=K, B=rows.norm_bound, M=M
        )
        steps = [record for _, _, record in trace]
        for n, pi in zip(film.examples[1:], found[1:], strict=True):
            np.testing.assert_allclose(
                pi, inclusion_probabilities(steps[n - 1].block.design), rtol=1e-9
            )


@both
def test_it_starts_with_equal_shares_and_learns(family: str) -> None:
    film = a_film(data(family, alpha=-2.0, examples=1_000))
    np.testing.assert_allclose(film.adaptive[0], 4 / 30)
    np.testing.assert_allclose(film.adaptive.sum(axis=1), 4.0)
    assert film.apart.shape == film.examples.shape
    assert film.apart[-1] < 0.7 * film.apart[0]
    assert film.adaptive[-1, 0] > 4 * film.adaptive[-1, -1]


def test_a_film_of_everything_stands_still() -> None:
    film = a_film(data("ridge"), budget=30)
    np.testing.assert_allclose(film.adaptive[-1], 1.0)
    assert film.apart[-1] == 0


def test_the_last_frame_is_after_all_examples() -> None:
    for m in (1, 9, 10, 11, 999, 1_000, 11_552):
        grid = film_examples(m)
        assert (grid[0], grid[-1]) == (0, m)
        assert (np.diff(grid) > 0).all()


def test_a_film_that_would_take_long_ends_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = data("ridge")
    assert a_film(rows).examples[-1] == rows.m
    monkeypatch.setattr("aelr_core.analysis.phase_one.MOST_MICROSECONDS", 100 * step_cost(30, 4))
    assert a_film(rows).examples[-1] == 100
