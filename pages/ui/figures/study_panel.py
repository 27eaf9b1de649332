"""A panel of the study: the error of every algorithm against examples, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.results.study import Line
from pages.ui.figures.frame import Picture, Trace, band, framed, positive, scatter
from pages.ui.theme import Look, style

HEIGHT = 380
BAND = 0.16
# Errors that differ by more than this factor are on a logarithmic axis.
WIDE = 4.0
MOST_MARKS = 5
# A mended form looks like the plain one, but thinner, and has no band.
THIN = 0.5


def study_picture(lines: Sequence[Line], *, look: Look) -> Picture:
    """Draw the curves, each with the 95% interval of its mean."""
    means = np.concatenate([np.zeros(0), *(positive(line.mean) for line in lines)])
    means = means[np.isfinite(means)]
    wide = bool(means.size) and float(means.max()) > WIDE * float(means.min())
    figure = framed(
        [
            *(_band(line, look) for line in lines if not line.mended),
            *(_curve(line, look) for line in lines),
        ],
        x="Examples, n",
        y="Error (predicting 0 = 1)",
        y_log=wide,
        height=HEIGHT,
        look=look,
    )
    return Picture(figure, _alt(lines))


def _curve(line: Line, look: Look) -> Trace:
    own, uid = style(line.key), f"{line.key} mended" if line.mended else line.key
    few = len(line.examples) <= MOST_MARKS
    marked = {"mode": "lines+markers", "marker": own.marker(look, 8)}
    return scatter(
        x=line.examples,
        y=positive(line.mean),
        name=line.label,
        uid=uid,
        legendgroup=uid,
        line=own.line(look, THIN if line.mended else 1.0),
        hovertemplate="%{y:.3g}",
        **(marked if few else {"mode": "lines"}),
    )


def _band(line: Line, look: Look) -> Trace:
    low = np.maximum(line.mean - line.half, line.mean / 100)  # a logarithmic axis has no 0
    return band(
        line.examples,
        low,
        line.mean + line.half,
        colour=style(line.key).colour(look),
        opacity=BAND,
        uid=f"{line.key} band",
        group=line.key,
    )


def _alt(lines: Sequence[Line]) -> str:
    ends = sorted(
        (float(line.mean[-1]), line.label)
        for line in lines
        if len(line.mean) and np.isfinite(line.mean[-1])
    )
    listed = ", ".join(f"{words} {value:.3g}" for value, words in ends)
    return (
        f"Mean error of {len(lines)} algorithms against examples, with 95% intervals. At the "
        f"largest size, from lowest to highest: {listed or 'no numbers'}."
    )
