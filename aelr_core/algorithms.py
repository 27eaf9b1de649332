"""The registry: one entry per algorithm of the paper; everything else reads it.

Widgets, legends, colours, the command line, the experiments and the contract tests go through
`ALGORITHMS`. To add an algorithm, write its step (textbook and engine), its theorem, and one
entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks, theory
from aelr_core.checks import Floats
from aelr_core.norms import half_norm
from aelr_core.sampling import FAMILIES, epsilon_theory

ROLES = ("uniform", "known", "two_phase", "online", "offline")
DELTA = 0.1  # the paper leaves δ open


@dataclass(frozen=True)
class Question:
    """What is asked of a theorem: the keywords of `step_size` and `bound`."""

    d: int
    m: ArrayLike
    k: ArrayLike
    B: float
    M: ArrayLike | None
    A: ArrayLike | None
    m1: ArrayLike | None
    delta: float | None
    epsilon: ArrayLike | None
    family: str

    def moments(self) -> ArrayLike:
        """Return M, or say that it is needed."""
        if self.M is None:
            raise ValueError("M must be given: this algorithm knows the second moments.")
        return self.M

    def phase_one(self) -> ArrayLike:
        """Return m1, or say that it is needed."""
        if self.m1 is None:
            raise ValueError("m1 must be given: this algorithm has two phases.")
        return self.m1

    def width(self) -> ArrayLike:
        """Return ε: as given, else the theory's from delta (0.1 if None)."""
        if self.epsilon is not None:
            return self.epsilon
        delta = DELTA if self.delta is None else self.delta
        draws = checks.integer("k", self.k, at_least=1) + 1
        return epsilon_theory(self.d, draws, self.phase_one(), delta, self.family)


@dataclass(frozen=True)
class Algorithm:
    """One algorithm: what it is called, what it must know, how it samples, what is proved.

    Attributes
    ----------
    key, label : its name in code, and the paper's spelling.
    family : "ridge" or "lasso".
    role : "uniform", "known", "two_phase", "online" or "offline"; the families correspond.
    knows : what it must know in advance, in words.
    q, p : how i and j are drawn, in words.
    adaptive : whether AdaGrad steps are an option.
    step_size, bound : from a `Question` to numbers; None where there is no theorem.
    """

    key: str
    label: str
    family: str
    role: str
    knows: str
    q: str
    p: str
    adaptive: bool
    step_size: Callable[[Question], Floats] | None
    bound: Callable[[Question, str, bool], Floats] | None

    @property
    def budgeted(self) -> bool:
        """Whether it sees k + 1 attributes of an example (otherwise all d)."""
        return self.role in ("uniform", "known", "two_phase")


def _two_phase_ridge_step(ask: Question) -> Floats:
    common = {"m": ask.m, "m1": ask.phase_one(), "k": ask.k, "epsilon": ask.width()}
    if ask.A is not None:
        return theory.two_phase_ddaerr_step_size(A=ask.A, **common)
    if ask.M is not None:
        H = half_norm(ask.M)
        return theory.two_phase_ddaerr_known_half_norm_step_size(d=ask.d, H=H, **common)
    raise ValueError("A must be given (or M, if its half norm is known): see the two theorems.")


def _two_phase_ridge_bound(ask: Question, kind: str, known_half_norm: bool) -> Floats:
    m, m1, k, B, epsilon = ask.m, ask.phase_one(), ask.k, ask.B, ask.width()
    M = ask.moments()
    if known_half_norm:
        return theory.two_phase_ddaerr_known_half_norm_bound(
            d=ask.d, m=m, m1=m1, k=k, B=B, H=half_norm(M), epsilon=epsilon, kind=kind
        )
    return theory.two_phase_ddaerr_bound(m=m, m1=m1, k=k, B=B, M=M, epsilon=epsilon, kind=kind)


def _two_phase_lasso_step(ask: Question) -> Floats:
    if ask.A is None:
        raise ValueError("A must be given: the step size depends on the estimated moments.")
    return theory.two_phase_ddaelr_step_size(
        m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, A=ask.A, epsilon=ask.width()
    )


def _two_phase_lasso_bound(ask: Question, kind: str, known_half_norm: bool) -> Floats:
    return theory.two_phase_ddaelr_bound(
        m=ask.m, m1=ask.phase_one(), k=ask.k, B=ask.B, M=ask.moments(), epsilon=ask.width(),
        kind=kind,
    )  # fmt: skip


_PLAIN_RIDGE, _PLAIN_LASSO = "p_j ∝ w_j²", "p_j ∝ |w_j|"
_AWARE = "plain, or p_j ∝ |w_j|√M_j"

ALGORITHMS: dict[str, Algorithm] = {
    a.key: a
    for a in (
        Algorithm(
            "aerr", "AERR", "ridge", "uniform", "nothing", "uniform", _PLAIN_RIDGE, True,
            lambda ask: theory.aerr_step_size(d=ask.d, m=ask.m, k=ask.k),
            lambda ask, *_: theory.aerr_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
        ),
        Algorithm(
            "ddaerr", "DDAERR", "ridge", "known", "the second moments", "q_i ∝ √M_i", _AWARE, True,
            lambda ask: theory.ddaerr_step_size(m=ask.m, k=ask.k, M=ask.moments()),
            lambda ask, *_: theory.ddaerr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
        ),
        Algorithm(
            "two_phase_ddaerr", "Two-Phased DDAERR", "ridge", "two_phase",
            "nothing: phase one estimates the moments", "q_i ∝ √(A_i + 13ε/6)", _AWARE, True,
            _two_phase_ridge_step, _two_phase_ridge_bound,
        ),
        Algorithm(
            "online_ridge", "Online ridge", "ridge", "online", "every attribute", "all", "none",
            True,
            lambda ask: theory.online_ridge_step_size(m=ask.m),
            lambda ask, *_: theory.online_ridge_bound(m=ask.m, B=ask.B),
        ),
        Algorithm(
            "offline_ridge", "Offline ridge", "ridge", "offline", "every attribute", "all", "none",
            True, None, None,
        ),
        Algorithm(
            "aelr", "AELR", "lasso", "uniform", "nothing", "uniform", _PLAIN_LASSO, False,
            lambda ask: theory.aelr_step_size(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
            lambda ask, *_: theory.aelr_bound(d=ask.d, m=ask.m, k=ask.k, B=ask.B),
        ),
        Algorithm(
            "ddaelr", "DDAELR", "lasso", "known", "the second moments", "q_i ∝ M_i", _AWARE, False,
            lambda ask: theory.ddaelr_step_size(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
            lambda ask, *_: theory.ddaelr_bound(m=ask.m, k=ask.k, B=ask.B, M=ask.moments()),
        ),
        Algorithm(
            "two_phase_ddaelr", "Two-Phased DDAELR", "lasso", "two_phase",
            "nothing: phase one estimates the moments", "q_i ∝ A_i + 13ε/6", _AWARE, False,
            _two_phase_lasso_step, _two_phase_lasso_bound,
        ),
        Algorithm(
            "online_lasso", "Online lasso", "lasso", "online", "every attribute", "all", "none",
            False,
            lambda ask: theory.online_lasso_step_size(d=ask.d, m=ask.m, B=ask.B),
            lambda ask, *_: theory.online_lasso_bound(d=ask.d, m=ask.m, B=ask.B),
        ),
        Algorithm(
            "offline_lasso", "Offline lasso", "lasso", "offline", "every attribute", "all", "none",
            False, None, None,
        ),
    )
}  # fmt: skip


def of_family(family: str) -> list[str]:
    """Return the keys of a family's five algorithms.

    >>> of_family("lasso")
    ['aelr', 'ddaelr', 'two_phase_ddaelr', 'online_lasso', 'offline_lasso']
    """
    checks.choice("family", family, FAMILIES)
    return [key for key, a in ALGORITHMS.items() if a.family == family]


def algorithm(key: str) -> Algorithm:
    """Return the entry of this key, or say which keys there are."""
    return ALGORITHMS[checks.choice("key", key, ALGORITHMS)]


def step_size(
    key: str,
    *,
    d: int,
    m: ArrayLike,
    k: ArrayLike,
    B: float,
    M: ArrayLike | None = None,
    A: ArrayLike | None = None,
    m1: ArrayLike | None = None,
    delta: float | None = None,
    epsilon: ArrayLike | None = None,
) -> Floats:
    """Return the step size of an algorithm's theorem (the table of `aelr_core.theory`).

    Parameters
    ----------
    key : of `ALGORITHMS`.
    d, m, k, B : attributes, examples in all, draws for x_tilde, norm bound.
    M : (d,) second moments, where they are known.
    A : (..., d) estimated moments of a two-phased algorithm; with M instead of A, the theorem
        for a known half norm.
    m1 : examples of phase one.
    delta, epsilon : the two-phased algorithms' confidence; epsilon overrides the theory's.

    >>> round(float(step_size("ddaerr", d=2, m=100, k=2, B=1, M=[0.25, 0.25])), 6)
    0.08165
    """
    entry = algorithm(key)
    if entry.step_size is None:
        raise ValueError(f"key must name an algorithm that takes steps, but {key!r} does not.")
    d = checks.integer("d", d, at_least=1)
    return entry.step_size(Question(d, m, k, B, M, A, m1, delta, epsilon, entry.family))


def bound(
    key: str,
    *,
    d: int,
    m: ArrayLike,
    k: ArrayLike,
    B: float,
    M: ArrayLike | None = None,
    A: ArrayLike | None = None,
    m1: ArrayLike | None = None,
    delta: float | None = None,
    epsilon: ArrayLike | None = None,
    kind: str = "likely",
    known_half_norm: bool = False,
) -> Floats:
    """Return an algorithm's bound on the expected excess risk; keywords as for `step_size`.

    kind is "any_m1", "likely" or "smaller" (of the two) and concerns the two-phased algorithms
    only, known_half_norm the two-phased ridge algorithm only.

    >>> float(bound("aerr", d=500, m=4000, k=4, B=1))
    1.0
    """
    entry = algorithm(key)
    if entry.bound is None:
        raise ValueError(f"key must name an algorithm with a bound, but {key!r} has none.")
    d = checks.integer("d", d, at_least=1)
    checks.choice("kind", kind, theory.KINDS)
    ask = Question(d, m, k, B, M, A, m1, delta, epsilon, entry.family)
    return entry.bound(ask, kind, known_half_norm)


def adagrad_step_size(*, d: int, B: float) -> float:
    r"""Return :math:`B/\sqrt d`, the step from which AdaGrad is tuned **[ours]**.

    AdaGrad's steps are η g/√(Σg²): the first is ±η whatever the data, so η has the size of a
    coordinate of w, and B/√d is that of a w on the ball's surface with equal coordinates. The
    paper tunes it by cross-validation and proves nothing about it.
    """
    d = checks.integer("d", d, at_least=1)
    return float(checks.number("B", B, above=0) / np.sqrt(d))
