"""How often each attribute is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from pages.ui.figures.frame import HEIGHT, Picture, framed, scatter
from pages.ui.theme import Look, style

Order = Literal["sorted", "index"]
X_WORDS = {"sorted": "Attributes, the most drawn first", "index": "Attribute number, i"}


def sampling_picture(
    distributions: Mapping[str, tuple[str, Floats]],
    *,
    order: Order = "sorted",
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw q_i, one line a distribution; an estimate, which jumps about, as points.

    Parameters
    ----------
    distributions : mapping from an algorithm's key to its words and its q, shape (d,)
        Probabilities of zero have no place on a logarithmic axis and leave a gap.
    order : "sorted" by the first distribution, the same for all of them, or by "index"
    look : theme, and type and lines for a wall
    """
    first = next(iter(distributions.values()))[1]
    ranks = np.argsort(-first, kind="stable") if order == "sorted" else np.arange(len(first))
    i = np.arange(1, len(first) + 1)
    traces = []
    for key, (words, q) in distributions.items():
        estimated = ALGORITHMS[key].role == "two_phase"
        traces.append(
            scatter(
                x=i,
                y=np.where(q > 0, q, np.nan)[ranks],
                name=words,
                uid=key,
                mode="markers" if estimated else "lines",
                line=None if estimated else style(key).line(look),
                marker=style(key).marker(look, 8 if look.projector else 5) if estimated else None,
                hovertemplate="%{y:.3g}",
            )
        )
    figure = framed(
        traces,
        x=X_WORDS[order],
        y="Probability of a draw, q<sub>i</sub>",
        x_log=order == "sorted",
        x_more={"uirevision": f"{order} {len(first)}"},
        y_more={"uirevision": f"{len(first)}"},
        height=height,
        look=look,
    )
    return Picture(
        figure, f"Probability of drawing each of {len(first)} attributes. {_ends(distributions)}"
    )


def _ends(distributions: Mapping[str, tuple[str, Floats]]) -> str:
    said = [
        f"{words}: between {q.min():.3g} and {q.max():.3g}" for words, q in distributions.values()
    ]
    return "; ".join(said) + "."
