"""Thinned Poisson draws of lanes with probabilities of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import thinned_poisson
from aelr_core.engine.joint.guide import Guide
from aelr_core.engine.joint.running import exponential_sums


def draw_together(u: Floats, pi: Floats, K: int) -> tuple[Ints, Ints]:
    """Return samples of lanes with probabilities of their own, (n, l, K), and N, (n, l).

    As `aelr_core.designs.thinned_poisson.draw`; a place that is not used holds d.

    Parameters
    ----------
    u : (l, n, width) uniforms.
    pi : (l, d + 1) inclusion probabilities, and one more number.
    """
    (lanes, n, width), d = u.shape, pi.shape[1] - 1
    line = np.zeros(pi.shape)  # where each attribute begins, and the end
    exponential_sums(pi[:, :d], out=line[:, 1:])
    total = line[:, -1]
    most = float(total.max())
    needed = min(width, int(most + 3.0 * np.sqrt(most)) + 4)  # one sample in a thousand needs more
    points, by_sample = np.empty((lanes, n, needed)), (lanes * n, needed)
    exponential_sums(u.reshape(-1, width)[:, :needed], out=points.reshape(by_sample))
    drawn = Guide(line).last_at_most(points)  # places in the flat line
    first = points < total[:, None, None]
    new = np.ones(by_sample, dtype=bool)  # another place than the point before
    np.not_equal(drawn.reshape(-1)[1:], drawn.reshape(-1)[:-1], out=new.reshape(-1)[1:])
    new[:, 0] = True
    first &= new.reshape(first.shape)
    N = np.add.reduce(first.view(np.uint8), axis=2, dtype=np.int16).astype(np.int64)
    if len(large := np.flatnonzero(N > K)):
        every = first.reshape(by_sample)
        too_many = points.reshape(by_sample)[large], drawn.reshape(by_sample)[large]
        every[large] = _thinned(every[large], *too_many, line, pi, K)
    S = np.full((lanes, n, K), d, dtype=np.int64)
    sizes = np.minimum(N, K)
    used = np.arange(K) < sizes[:, :, None]
    place = drawn.reshape(-1).take(np.flatnonzero(first))
    S[used] = place - np.repeat(np.arange(lanes) * (d + 1), sizes.sum(axis=1))
    for one, when in zip(*np.nonzero(points[:, :, -1] < total[:, None]), strict=True):
        sample, N[one, when] = thinned_poisson.draw(u[one, when], pi[one, :d], K)
        S[one, when] = d
        S[one, when, : len(sample)] = sample
    return S.transpose(1, 0, 2), N.T


def _thinned(
    first: NDArray[np.bool_],
    points: Floats,
    drawn: Ints,
    line: Floats,
    pi: Floats,
    K: int,
) -> NDArray[np.bool_]:
    """Return, of the first points of too large samples, the K with the smallest uniforms.

    first, points, drawn : (samples, needed)
    """
    uniform = line.take(drawn, mode="clip")  # beyond the end nothing is `first`
    uniform -= points
    np.expm1(uniform, out=uniform)
    uniform /= pi.take(drawn, mode="clip")
    np.negative(uniform, out=uniform)
    uniform[~first] = np.inf
    smallest: NDArray[np.bool_] = uniform <= np.partition(uniform, K - 1, axis=1)[:, K - 1 : K]
    return smallest & first
