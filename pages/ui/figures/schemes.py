"""Ways to draw attributes: how often each attribute is drawn, and how unequally."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x, scatter
from pages.ui.theme import STYLES, Look, Style

HEIGHT = 360
# The first, second and fourth look like the algorithms that use them.
LOOKS = {
    "uniform": STYLES["uniform"],
    "known": STYLES["known"],
    "other": Style(6, "longdash", "triangle-down"),
    "careful": STYLES["two_phase"],
    "zero": Style(8, "longdashdot", "cross"),
}
# An estimate jumps about, and has gaps: points, not a line.
POINTS = ("careful", "zero")
MOST_POINTS = 400
# Rarer than this part of the uniform share is off the picture.
LEAST = 1e-3


def schemes_picture(
    schemes: Mapping[str, tuple[str, Floats]],
    by: Floats,
    *,
    x_log: bool,
    look: Look,
) -> Picture:
    """Draw q_i of every scheme, attributes in the order of their true moments.

    Parameters
    ----------
    schemes : mapping from a key of `LOOKS` to words and q, shape (d,)
        A probability of 0 leaves a gap.
    by : (d,) array, the moments
    x_log : whether the first attributes are spread out
    look : theme, and type and lines for a wall
    """
    ranks = np.argsort(-by, kind="stable")
    i = np.arange(1, len(by) + 1)
    traces = []
    # Points lie under the lines, whatever the order of the legend.
    for key, (words, q) in sorted(schemes.items(), key=lambda scheme: scheme[0] not in POINTS):
        points = key in POINTS
        traces.append(
            scatter(
                x=i, y=np.where(q > 0, q, np.nan)[ranks], name=words, uid=key,
                legendrank=[*schemes].index(key),
                mode="markers" if points else "lines", hovertemplate="%{y:.3g}",
                line=None if points else LOOKS[key].line(look),
                marker=LOOKS[key].marker(look, 7 if look.projector else 4) if points else None,
            )
        )  # fmt: skip
    drawn = np.concatenate([q[q > 0] for _, q in schemes.values()])
    low = max(drawn.min(), LEAST / len(by))
    figure = framed(
        traces, x="Attributes, the largest second moment first",
        y="Probability of a draw, q<sub>i</sub>", x_log=x_log, height=HEIGHT, look=look,
        y_more={"range": np.log10([low / 1.5, drawn.max() * 1.5])},
    )  # fmt: skip
    said = "; ".join(
        f"{words}: between {q.min():.3g} and {q.max():.3g}" for words, q in schemes.values()
    )
    return Picture(figure, f"Probability of drawing each of {len(by)} attributes. {said}.")


def shares_picture(
    shares: Mapping[str, tuple[str, Floats]],
    *,
    top: float,
    look: Look,
) -> Picture:
    """Draw the share of the draws that the favourite attributes get.

    Parameters
    ----------
    shares : mapping from a key of `LOOKS` to words and the share of the n favourites, (d,)
    top : the fraction of attributes to mark
    look : theme, and type and lines for a wall
    """
    traces = []
    for key, (words, share) in shares.items():
        d = len(share)
        at = np.unique(np.linspace(0, d, MOST_POINTS).round().astype(int))
        line = LOOKS[key].line(look)
        traces.append(
            scatter(
                x=100 * at / d, y=100 * np.concatenate([[0.0], share])[at], name=words, uid=key,
                mode="lines", line=line, hovertemplate="%{y:.1f} %",
            )
        )  # fmt: skip
    figure = framed(
        traces, x="Attributes, each scheme's favourites first (%)", y="Share of the draws (%)",
        x_log=False, y_log=False, height=HEIGHT, look=look,
    )  # fmt: skip
    mark_x(figure, 100 * top, f"top {top:.0%}", log=False, look=look)
    said = "; ".join(
        f"{words}: {share[max(1, round(top * len(share))) - 1]:.0%}"
        for words, share in shares.values()
    )
    return Picture(figure, f"Share of the draws that the top {top:.0%} of attributes get. {said}.")
