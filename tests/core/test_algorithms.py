"""The registry: a battery that runs over every entry."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import aelr_core as ac
from aelr_core import theory
from aelr_core.algorithms import (
    ALGORITHMS,
    Question,
    adagrad_step_size,
    bound,
    bound_rows,
    by_word,
    in_legend,
    learner,
    of_family,
    step_size,
    words,
)
from aelr_core.engine.lanes import lanes
from aelr_core.letters import FAMILIES
from aelr_core.modes import MODES, Mode

OURS = ["jaerr", "adaptive_jaerr", "jaelr", "adaptive_jaelr"]
KEYS = [
    *("aerr", "ddaerr", "two_phase_ddaerr", "online_ridge", "offline_ridge"),
    *("aelr", "ddaelr", "two_phase_ddaelr", "online_lasso", "offline_lasso"),
]
M = np.array([0.5, 0.25, 0.125, 0.0625, 0.0])
ASK = {"d": 5, "m": 1000, "k": 4, "B": 2.0, "M": M, "m1": 100}
PROVED = [key for key, entry in ALGORITHMS.items() if entry.bounds]


def test_the_papers_ten_keys_in_its_order() -> None:
    assert [key for key in ALGORITHMS if key in KEYS] == KEYS
    assert ac.ALGORITHMS is ALGORITHMS
    usual = {key: entry for key, entry in ALGORITHMS.items() if not entry.on_request}
    assert [key for key, entry in usual.items() if entry.origin == "this project"] == OURS
    assert [key for key, entry in usual.items() if entry.joint] == OURS
    assert of_family("ridge")[2:6] == ["two_phase_ddaerr", *OURS[:2], "online_ridge"]


@pytest.mark.parametrize("family", FAMILIES)
def test_names_and_words_are_unique_within_a_family(family: str) -> None:
    entries = [ALGORITHMS[key] for key in of_family(family)]
    for what in ("key", "label", "short", "word", "name"):
        assert len({getattr(entry, what) for entry in entries}) == len(entries), what
    assert {entry.word for entry in entries} <= set(words())
    assert [entry.colour for entry in in_legend(family)] == sorted(e.colour for e in entries)


@pytest.mark.parametrize("key", list(ALGORITHMS))
def test_an_entry_says_everything_about_itself(key: str) -> None:
    entry = ALGORITHMS[key]
    assert entry.key == key
    assert entry.family in FAMILIES
    assert all((entry.label, entry.short, entry.word, entry.q, entry.p))
    assert entry.colour >= 0
    assert entry.takes_steps == (entry.role != "offline")
    assert entry.two_phased == (entry.role == "two_phase")
    assert entry.knows_moments == (entry.role in ("known", "joint"))
    assert not (entry.knows_moments and entry.learns_moments)
    assert entry.automatic(MODES["experiments"]) == entry.joint
    assert not entry.automatic(MODES["theory"])
    if (first := entry.phase_one) is not None:
        assert first.family == entry.family
        assert first.budgeted
        assert not first.knows_moments


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bound_has_a_source_a_formula_and_a_key_of_its_own(family: str) -> None:
    rows = bound_rows(family, MODES["theory"])
    assert len({row.key for row in rows}) == len(rows)
    groups = [row.bound.group for row in rows]
    assert groups == sorted(groups, key=["old", "new", "full"].index)
    for row in rows:
        assert all((row.bound.source, row.bound.formula, row.bound.words))
        assert (row.bound.g2 is None) == row.algorithm.two_phased
        assert row.bound.likely == (row.bound.regimes is not None)
    assert {row.algorithm.key for row in rows} == {k for k in of_family(family) if k in PROVED}


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
@pytest.mark.parametrize("key", [k for k, a in ALGORITHMS.items() if a.takes_steps])
def test_every_entry_makes_lanes_that_advance(key: str, mode: Mode) -> None:
    entry, rng = ALGORITHMS[key], np.random.default_rng(5)
    X, order = rng.uniform(-0.4, 0.4, (20, 5)), np.stack([rng.permutation(20) for _ in range(3)])
    three = lanes(eta=1.0, B=1.0, order=order, seed=5, run=np.arange(3))
    if entry.refusal(mode=mode, adagrad=False):
        return
    made = learner(key, X, X[:, 0], three, budget=4, mode=mode, M=(X * X).mean(axis=0))
    made.advance(8)
    assert made.t == 8
    made.advance()
    spent, distinct = made.attributes_seen
    assert made.t == made.steps == 20
    assert made.w_bar().shape == (3, 5)
    assert np.abs(made.w_bar()).max() > 0
    if entry.joint and mode.design == "poisson":
        assert (spent.mean() >= 20 * 3) & (spent.mean() <= 20 * 4.5)  # a budget in expectation
    else:
        assert (spent == 20 * (4 if entry.budgeted else 5)).all()
    assert (distinct <= spent).all()


@pytest.mark.parametrize("key", PROVED)
def test_step_sizes_are_positive_and_fall_with_m(key: str) -> None:
    sizes = [float(step_size(key, **(ASK | {"m": m}), A=M, epsilon=0.01)) for m in (200, 20_000)]
    assert sizes[0] > sizes[1] > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_bound_at_its_own_step_is_the_bound_and_no_other_step_is_better(family: str) -> None:
    ask = Question(family=family, d=5, m=50_000, k=4, B=2.0, M=M)
    for row in bound_rows(family, MODES["theory"]):
        if row.bound.g2 is not None:
            own = float(row.bound.at(ask))
            assert float(row.bound.at_step(ask, 1.0)) == pytest.approx(own, rel=1e-12)
            assert min(float(row.bound.at_step(ask, f)) for f in (0.5, 0.9, 1.1, 2.0)) > own


@pytest.mark.parametrize("family", FAMILIES)
def test_bounds_of_ours_are_only_about_mode_theory(family: str) -> None:
    entry = by_word("joint", family)
    (proved,) = entry.bounds
    assert (proved.origin, proved.offered, proved.in_expectation) == ("this project", False, True)
    assert entry.bounds_in(MODES["theory"]) == entry.bounds
    for mode in (MODES["experiments"], replace(MODES["theory"], split="even")):
        assert entry.bounds_in(mode) == ()
        assert all(not row.algorithm.joint for row in bound_rows(family, mode))
    assert all(not row.algorithm.joint for row in bound_rows(family))
    assert by_word("adaptive", family).bounds == ()


def test_the_rows_are_read_through_the_registry() -> None:
    assert step_size("aerr", **ASK) == theory.aerr_step_size(d=5, m=1000, k=4)
    assert bound("ddaelr", **ASK) == theory.ddaelr_bound(m=1000, k=4, B=2.0, M=M)
    common = {"m": 1000, "m1": 100, "k": 4, "epsilon": 0.02}
    known = theory.two_phase_ddaerr_known_half_norm_step_size(d=5, H=ac.half_norm(M), **common)
    assert step_size("two_phase_ddaerr", **ASK, epsilon=0.02) == known
    nothing = theory.two_phase_ddaerr_step_size(A=M / 2, **common)
    assert step_size("two_phase_ddaerr", **ASK, A=M / 2, epsilon=0.02) == nothing
    for kind in theory.KINDS:
        for flag in (True, False):
            value = bound("two_phase_ddaerr", **ASK, kind=kind, known_half_norm=flag)
            assert np.isfinite(value)
    smaller = bound("two_phase_ddaelr", **ASK, kind="smaller")
    pair = [bound("two_phase_ddaelr", **ASK, kind=kind) for kind in ("any_m1", "likely")]
    assert smaller == min(pair)


def test_delta_widens_epsilon() -> None:
    careful, careless = (bound("two_phase_ddaerr", **ASK, delta=delta) for delta in (0.01, 0.5))
    assert careful > careless
    assert bound("two_phase_ddaerr", **ASK) == bound("two_phase_ddaerr", **ASK, delta=0.1)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: step_size("offline_ridge", **ASK), "key must name an algorithm with a theorem"),
        (lambda: step_size("adaptive_jaerr", **ASK), "key must name an algorithm with a theorem"),
        (lambda: bound("offline_lasso", **ASK), "key must name an algorithm with a bound"),
        (lambda: bound("DDAERR", **ASK), "key must be one of"),
        (lambda: bound("ddaerr", **(ASK | {"M": None})), "M must be given"),
        (lambda: bound("two_phase_ddaerr", **(ASK | {"m1": None})), "m1 must be given"),
        (lambda: step_size("two_phase_ddaelr", **ASK), "A must be given"),
        (lambda: step_size("two_phase_ddaerr", **(ASK | {"M": None})), "A must be given"),
        (lambda: bound("two_phase_ddaerr", **ASK, kind="sure"), "kind must be one of"),
        (lambda: bound("aerr", **(ASK | {"k": 0})), "k must be"),
        (lambda: bound("aerr", **(ASK | {"B": 0})), "B must be"),
        (lambda: bound("aerr", **(ASK | {"m": 0})), "m must be"),
        (lambda: bound("aerr", **(ASK | {"d": 0})), "d must be"),
        (lambda: of_family("elastic"), "family must be one of"),
        (lambda: adagrad_step_size(d=4, B=-1), "B must be"),
        (lambda: adagrad_step_size(d=4, B=1e200), "B must have a finite square"),
    ],
)
def test_bad_questions_get_one_sentence(call: object, sentence: str) -> None:
    with pytest.raises(ValueError, match="^" + sentence) as caught:
        call()  # type: ignore[operator]
    assert str(caught.value).endswith(".")


def test_the_package_names_what_it_holds_and_loads_it_lazily() -> None:
    assert set(dir(ac)) >= {"step_size", "bound", "theory", "ALGORITHMS", "rho_ridge"}
    with pytest.raises(AttributeError, match="no attribute 'rho_elastic'"):
        _ = ac.rho_elastic
