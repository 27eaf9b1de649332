"""How often each attribute is looked at."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import Mode, style


def sampling_picture(distributions: Mapping[str, tuple[str, Floats]], *, mode: Mode) -> Picture:
    """Draw q_i against i, one line a distribution.

    Parameters
    ----------
    distributions : mapping from an algorithm's key to its words and its q, shape (d,)
        Probabilities of zero have no place on a logarithmic axis and leave a gap.
    mode : "light" or "dark"
    """
    traces = []
    ends = []
    for key, (words, q) in distributions.items():
        i = np.arange(1, len(q) + 1)
        traces.append(
            go.Scatter(
                x=i,
                y=np.where(q > 0, q, np.nan),
                name=words,
                uid=key,
                mode="lines",
                line=style(key).line(mode),
                hovertemplate="%{y:.3g}",
            )
        )
        ends.append(f"{words}: from {q[0]:.3g} for attribute 1 to {q[-1]:.3g} for the last")
    figure = framed(
        traces, x="Attribute i, the most frequent first", y="Probability of a draw, q<sub>i</sub>"
    )
    d = max(len(q) for _, q in distributions.values())
    alt = f"Probability of drawing each of {d} attributes. {'; '.join(ends)}."
    return Picture(figure, alt)
