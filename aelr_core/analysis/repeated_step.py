r"""One step repeated many times from the same state: means and variances, measured and exact.

Given the example x and the predictor w, with :math:`φ = ⟨w,x⟩ - y` and g = φx,

.. math:: E\|\tilde x - x\|^2 = \frac1{k_x}\Big(\sum_i \frac{x_i^2}{q_i} - \|x\|^2\Big), \qquad
          \mathrm{Var}\,\tilde φ = \frac1{k_φ}\Big(\sum_j \frac{w_j^2 x_j^2}{p_j}
          - ⟨w,x⟩^2\Big),

.. math:: E\|\tilde g - g\|^2 = E[\tilde φ^2]\,E\|\tilde x\|^2 - \|g\|^2,

since the draws of i and of j are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.one_step import JointFrame, PaperFrame, Scene
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.designs.estimates import gradient_second_moments, has_exact_size, joint_gradient
from aelr_core.designs.hard_budget import Design, Sample, draw
from aelr_core.moments import moment_ratios, x_tilde_second_moment, x_tilde_second_moments
from aelr_core.randomness import uniforms
from aelr_core.sampling import inner_product_weights
from aelr_core.textbook import gaelr, gaerr, jaerr
from aelr_core.textbook.walk import Example

REPEATS = 1_000
QUANTITIES = ("x", "phi", "g")
KINDS = ("exact", "measured")
# Repeats use the uniforms of the run numbers from here on; the film uses those of run 0.
FIRST_RUN = 1


@dataclass(frozen=True, eq=False)
class Repeats:
    """Repeated estimates of one quantity.

    Attributes
    ----------
    error : (n,) distance from the true value of the mean of the first 1, 2, ..., n estimates.
    sample : (n,) the estimates: of phi, or of one attribute of x or g.
    truth : the true value of what `sample` estimates.
    measured, exact : the mean squared distance of one estimate from the true value; `exact` is
        NaN if there is no formula.
    """

    error: Floats
    sample: Floats
    truth: float
    measured: float
    exact: float


def repeat(
    place: Scene, frame: PaperFrame, scheme: str, *, attribute: int, n: int = REPEATS
) -> dict[str, Repeats]:
    """Repeat the frame's step n times by one scheme, each time with new draws.

    Every repeat starts from the frame's w; both schemes use the same uniforms.

    Parameters
    ----------
    attribute : the attribute of x and g whose estimates are kept as `sample`.
    """
    book = gaerr if place.family == "ridge" else gaelr
    given = place.given[scheme]
    U = uniforms(place.seed, FIRST_RUN + frame.t, 0, n, place.U.shape[1])
    x_tilde, phi_tilde = np.empty((n, place.d)), np.empty((n, 1))
    for r, u in enumerate(U):
        _, step = book.step(frame.before, Example(frame.x), frame.y, u, **given)
        x_tilde[r], phi_tilde[r] = step.x_tilde, step.phi_tilde
    exact = exact_variances(
        frame.x,
        frame.y,
        frame.step.w,
        np.asarray(given["q"]),
        step.p,
        k_x=given["k_x"],
        k_phi=given["k_phi"],
    )
    phi = np.array([frame.phi])
    return {
        "x": repeated(x_tilde, frame.x, exact["x"], attribute),
        "phi": repeated(phi_tilde, phi, exact["phi"], 0),
        "g": repeated(phi_tilde * x_tilde, frame.g, exact["g"], attribute),
    }


def exact_variances(
    x: Floats, y: float, w: Floats, q: Floats, p: Floats | None, *, k_x: int, k_phi: int
) -> dict[str, float]:
    """Return the mean squared distances of x̃, φ̃ and g̃ from the true values, for one example.

    x, w, q, p : (d,) arrays; p is None if w = 0, since then always φ̃ = −y.
    """
    inner, size = float(w @ x), float(x @ x)
    x_var = (float(moment_ratios(x**2, q).sum()) - size) / k_x
    phi_var = 0.0 if p is None else (float(moment_ratios((w * x) ** 2, p).sum()) - inner**2) / k_phi
    phi = inner - y
    g_var = (phi_var + phi**2) * (x_var + size) - phi**2 * size
    return {"x": x_var, "phi": phi_var, "g": g_var}


def telling_attribute(frame: PaperFrame | JointFrame) -> int:
    """Return the attribute with the largest absolute value."""
    return int(np.argmax(np.abs(frame.x)))


def average_size(place: Scene, scheme: str) -> float:
    """Return the size of x̃ over the data under a scheme: E‖x̃‖² (ridge), max M_i/q_i (lasso)."""
    q = place.q(scheme)
    if place.family == "ridge":
        return float(x_tilde_second_moment(place.M, q, place.given[scheme]["k_x"]))
    return float(moment_ratios(place.M, q).max())


def repeated(estimates: Floats, truth: Floats, exact: float, attribute: int) -> Repeats:
    """Return the means of estimates (n, d) of one quantity, whose true value is `truth` (d,).

    exact : the mean squared distance of one estimate from it; NaN if unknown.
    """
    n = np.arange(1, len(estimates) + 1)[:, np.newaxis]
    means = np.cumsum(estimates, axis=0) / n
    return Repeats(
        error=np.sqrt(((means - truth) ** 2).sum(axis=1)),
        sample=estimates[:, attribute].copy(),
        truth=float(truth[attribute]),
        measured=float(((estimates - truth) ** 2).sum(axis=1).mean()),
        exact=exact,
    )


# ---- How much g̃ scatters, two samples against one: a step repeated from the same w ----
# DDAERR and DDAELR draw for x̃ and for φ̃ separately; JAERR and JAELR draw once and use every pair.
# Both see k + 1 attributes of the same example x and start from the same predictor w. The exact
# second moment of the two samples, whose draws are independent, is
#
# .. math:: E[\tilde g_i^2] = E[\tilde φ^2]\,E[\tilde x_i^2], \qquad
#           E[\tilde x_i^2] = \frac1{k_x}\frac{x_i^2}{q_i} + \Big(1 - \frac1{k_x}\Big) x_i^2;
#
# that of one sample is in `aelr_core.designs.estimates`.

# The paper's algorithm that knows the same and has the same budget.
TWO_SAMPLES = "known"
# n d² K of `gradient_second_moments`: more takes longer than half a second.
MOST_WORK = 20_000_000
# Rows over which the size is averaged: at most these, and exactly only if so many are quick.
MOST_ROWS, LEAST_ROWS = 100, 20


@dataclass(frozen=True, eq=False)
class Scatter:
    """Repeated estimates of the gradient by one algorithm.

    Attributes
    ----------
    repeats : the estimates' means, and those of one attribute.
    along, across : (n,) each g̃ along the true gradient g, and its distance from that line.
    squares : (d,) the mean of g̃_i².
    exact : (d,) E[g̃_i²]; None if there is no formula, or if it would take too long.
    truth : ‖g‖.
    """

    repeats: Repeats
    along: Floats
    across: Floats
    squares: Floats
    exact: Floats | None
    truth: float

    @property
    def measured(self) -> float:
        """The mean of ‖g̃‖²."""
        return float(self.squares.sum())

    @property
    def size(self) -> float:
        """E‖g̃‖²: exact if it is known, else measured."""
        return self.measured if self.exact is None else float(self.exact.sum())

    @property
    def variance(self) -> float:
        """E‖g̃ − g‖²: exact if it is known, else measured."""
        return max(self.size - self.truth**2, 0.0)

    def sizes(self, kind: str) -> dict[str, float] | None:
        """Return three sizes of g̃, "exact" (None if unknown) or "measured"."""
        squares = self.exact if kind == "exact" else self.squares
        if squares is None:
            return None
        total = float(squares.sum())
        return {
            "square": total,
            "variance": max(total - self.truth**2, 0.0),
            "largest": float(squares.max()),
        }


@dataclass(frozen=True)
class Sizes:
    """E‖g̃‖² as a mean over some rows, at one w: by two samples (exact), and by one.

    `exact` says whether the latter is exact; otherwise it is measured by `REPEATS` samples.
    """

    two: float
    one: float
    rows: int
    exact: bool


def scatters(
    place: Scene, frame: JointFrame, *, attribute: int, n: int = REPEATS
) -> tuple[Scatter, Scatter]:
    """Repeat the frame's step n times by two samples, and by one; see `Scatter`.

    Parameters
    ----------
    frame : a step of a joint algorithm: both use its w and example, one sample its design.
    attribute : the attribute of g whose estimates are kept.
    """
    x, y, w = frame.x, np.array([frame.y]), frame.step.w
    design = frame.step.block.design
    known = has_exact_size(design) and _work(design, int(np.count_nonzero(x))) <= MOST_WORK
    one = gradient_second_moments(design, x[np.newaxis], y, w)[0] if known else None
    two = two_sample_moments(place, x[np.newaxis], y, w)[0]
    return (
        _scatter(frame, _two_samples(place, frame, n), two, attribute),
        _scatter(frame, _one_sample(place, frame, n), one, attribute),
    )


def sizes_over_rows(place: Scene, frame: JointFrame, dataset: Dataset) -> Sizes:
    """Return E‖g̃‖² at the frame's w and design, over the first training rows."""
    design, w = frame.step.block.design, frame.step.w
    rows = min(MOST_ROWS, dataset.m)
    quick = MOST_WORK // _work(design, place.d)
    exact = has_exact_size(design) and quick >= min(LEAST_ROWS, rows)
    rows = min(rows, quick) if exact else rows
    X, y = np.asarray(dataset.X_train[:rows], dtype=np.float64), dataset.y_train[:rows]
    if exact:
        one = float(gradient_second_moments(design, X, y, w).sum(axis=1).mean())
    else:
        one = float(np.mean([_size(X, y, w, sample) for sample in _samples(place, frame, REPEATS)]))
    return Sizes(float(two_sample_moments(place, X, y, w).sum(axis=1).mean()), one, rows, exact)


def common_limits(scatters: Sequence[Scatter]) -> tuple[float, float, float]:
    """Return the least and largest `along` and the largest `across`, with 0 and the truth."""
    along = np.concatenate([[0.0], *([one.truth, *one.along] for one in scatters)])
    across = np.concatenate([[0.0], *(one.across for one in scatters)])
    return float(along.min()), float(along.max()), float(across.max())


def two_sample_moments(place: Scene, X: Floats, y: Floats, w: Floats) -> Floats:
    """Return E[g̃_i²] of the paper's two samples for examples X (n, d), y (n,), exactly: (n, d)."""
    given = place.given[TWO_SAMPLES]
    q, k_x, k_phi = np.asarray(given["q"]), given["k_x"], given["k_phi"]
    weights = inner_product_weights(w, place.family, given.get("M"))
    p = weights / weights.sum() if weights.any() else None
    phi = X @ w - y
    noise = [
        exact_variances(x, label, w, q, p, k_x=k_x, k_phi=k_phi)["phi"]
        for x, label in zip(X, y, strict=True)
    ]
    moments: Floats = (phi**2 + noise)[:, np.newaxis] * x_tilde_second_moments(X**2, q, k_x)
    return moments


def _work(design: Design, rows: int) -> int:
    # one row for every value that is not 0
    return rows * len(design.pi) * design.K


def _two_samples(place: Scene, frame: JointFrame, n: int) -> Floats:
    """Return n estimates of the gradient by two samples, (n, d)."""
    given, d, before = place.given[TWO_SAMPLES], place.d, frame.before
    U = uniforms(place.seed, FIRST_RUN + frame.t, 0, n, place.U.shape[1])
    found = np.empty((n, d))
    for g_tilde, u in zip(found, U, strict=True):
        example = Example(frame.x)
        if isinstance(before, jaerr.State):
            _, ridge = gaerr.step(gaerr.init(d, w=before.w), example, frame.y, u, **given)
            g_tilde[:] = ridge.g_tilde
        else:
            _, lasso = gaelr.step(gaelr.init(d, theta=before.theta), example, frame.y, u, **given)
            g_tilde[:] = lasso.g_tilde
    return found


def _one_sample(place: Scene, frame: JointFrame, n: int) -> Floats:
    """Return n estimates of the gradient by one sample, (n, d)."""
    found = np.zeros((n, place.d))
    for g_tilde, sample in zip(found, _samples(place, frame, n), strict=True):
        x, w = Example(frame.x).look(sample.S), frame.step.w[sample.S]
        g_tilde[sample.S] = joint_gradient(x, w, frame.y, sample.P)
    return found


def _samples(place: Scene, frame: JointFrame, n: int) -> Iterator[Sample]:
    U = uniforms(place.seed, FIRST_RUN + frame.t, 0, n, place.joint_uniforms.shape[1])
    return (draw(frame.step.block.design, u) for u in U)


def _size(X: Floats, y: Floats, w: Floats, sample: Sample) -> float:
    """Return the mean of ‖g̃‖² over examples X (n, d), y (n,), all seen at the same S."""
    seen, P = X[:, sample.S], sample.P
    g = seen * (seen * w[sample.S] @ P - np.outer(y, np.diagonal(P)))
    return float((g**2).sum(axis=1).mean())


def _scatter(frame: JointFrame, g_tilde: Floats, exact: Floats | None, attribute: int) -> Scatter:
    size = float(np.sqrt(frame.g @ frame.g))
    along = g_tilde @ (frame.g / size if size > 0 else frame.g)
    length = np.einsum("ij,ij->i", g_tilde, g_tilde)
    variance = np.nan if exact is None else max(float(exact.sum()) - size**2, 0.0)
    return Scatter(
        repeats=repeated(g_tilde, frame.g, variance, attribute),
        along=along,
        across=np.sqrt(np.maximum(length - along**2, 0.0)),
        squares=np.asarray((g_tilde**2).mean(axis=0)),
        exact=exact,
        truth=size,
    )
