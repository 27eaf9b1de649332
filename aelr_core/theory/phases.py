"""The two kinds of bound that both two-phased algorithms have.

Both rest on equation 15: with probability >= 1 − δ, M_i/2 − 5ε/3 ≤ A_i ≤ 2M_i + 7ε/6 for all i.
Its proof takes the draws of phase one as independent and puts the mean number of draws of an
attribute for the number itself. That is harmless for k+1 up to about d; with k+1 several times
d, most draws repeat an attribute of the same example, and equation 15 can fail.
"""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats

ANY_M1_NOTE = (
    "The paper says that this bound holds with probability 1 over the first phase, but its proof "
    "uses inequalities (its equation 15) that are sure only for ε ≥ 1, and a small "
    "counter-example exists; so it is labelled the paper's bound for any m₁."
)

LIKELY_NOTE = (
    "Holds with probability at least 1 − δ over the first phase, for k of at most about d; the "
    "expectation is over the second phase."
)


def of_kind(kind: str, any_m1: Floats, likely: Floats) -> Floats:
    """Return the bound of this kind: "any_m1", "likely", or the "smaller" of the two.

    The smaller one holds with probability >= 1 − δ: on the event of equation 15 both do.
    """
    if kind == "smaller":
        smaller: Floats = np.minimum(any_m1, likely)
        return smaller
    chosen = any_m1 if kind == "any_m1" else likely
    # Both kinds have one shape, whichever arguments a formula happens to use.
    shape = np.broadcast_shapes(np.shape(any_m1), np.shape(likely))
    return np.broadcast_to(chosen, shape).copy()[()]
