r"""Poisson sampling: every attribute by itself, with probability π_i.

It sees :math:`\sum_i π_i` attributes *in expectation*: the design of the theorems, not of an
algorithm with a hard budget. Pairs are independent, :math:`π_{ij} = π_i π_j`.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints


def draw(u: Floats, pi: Floats) -> Ints:
    """Return the attributes i with u_i < π_i, in increasing order.

    Parameters
    ----------
    u : (d,) uniforms in [0, 1).
    pi : (d,) inclusion probabilities.

    Examples
    --------
    >>> draw(np.array([0.1, 0.9, 0.3]), np.array([0.5, 0.5, 1.0]))
    array([0, 2])
    """
    return np.flatnonzero(u < pi)


def pair_probabilities(pi_S: Floats) -> Floats:
    """Return π_ij = π_i π_j, and π_i on the diagonal.

    Parameters
    ----------
    pi_S : (..., n) inclusion probabilities of n different attributes.

    Returns
    -------
    pi : (..., n, n) array
    """
    pi: Floats = pi_S[..., :, np.newaxis] * pi_S[..., np.newaxis, :]
    each = np.arange(pi_S.shape[-1])
    pi[..., each, each] = pi_S
    return pi
