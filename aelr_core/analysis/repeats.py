r"""One step repeated many times from the same state: means and variances, measured and exact.

Given the example x and the predictor w, with :math:`φ = ⟨w,x⟩ - y` and g = φx,

.. math:: E\|\tilde x - x\|^2 = \frac1{k_x}\Big(\sum_i \frac{x_i^2}{q_i} - \|x\|^2\Big), \qquad
          \mathrm{Var}\,\tilde φ = \frac1{k_φ}\Big(\sum_j \frac{w_j^2 x_j^2}{p_j}
          - ⟨w,x⟩^2\Big),

.. math:: E\|\tilde g - g\|^2 = E[\tilde φ^2]\,E\|\tilde x\|^2 - \|g\|^2,

since the draws of i and of j are independent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.frames import JointFrame, PaperFrame
from aelr_core.analysis.microscope import Scene
from aelr_core.checks import Floats
from aelr_core.moments import moment_ratios, x_tilde_second_moment
from aelr_core.randomness import uniforms
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.door import Door

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
        _, step = book.step(frame.before, Door(frame.x), frame.y, u, **given)
        x_tilde[r], phi_tilde[r] = step.x_tilde, step.phi_tilde
    exact = exact_variances(
        frame.x, frame.y, frame.step.w, np.asarray(given["q"]), step.p,
        k_x=given["k_x"], k_phi=given["k_phi"],
    )  # fmt: skip
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
