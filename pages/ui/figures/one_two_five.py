"""Ticks at 1, 2 and 5 of every decade, for a logarithmic axis whose decades alone are too few."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.ui.figures.frame import letters
from pages.ui.theme import Look

MOST_DECADES = 3.0


def one_two_five(values: Sequence[object], look: Look) -> dict[str, object]:
    """Return the ticks of an axis with these values; none where the decades are enough.

    >>> one_two_five([[3.0, 40.0]], Look("light"))["ticktext"]
    ['1', '2', '5', '10', '20', '50', '100', '200', '500']
    >>> one_two_five([[1.0, 1e9]], Look("light")), one_two_five([[]], Look("light"))
    ({}, {})
    """
    drawn = np.concatenate([np.zeros(0), *(np.asarray(v, dtype=float) for v in values)])
    drawn = drawn[np.isfinite(drawn) & (drawn > 0)]
    if not drawn.size:
        return {}
    low, high = np.log10([drawn.min(), drawn.max()])
    if high - low > MOST_DECADES:
        return {}
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    words = [f"{tick:,.12g}" for tick in ticks]
    return {"tickvals": ticks, "ticktext": words, "tickfont": letters(look)}
