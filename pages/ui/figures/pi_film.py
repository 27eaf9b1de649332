"""A film of π while an algorithm learns the moments: as images of pixels, or over the attributes.

A film shows its end until it is played.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.algorithms import algorithm
from aelr_core.checks import Floats, Ints
from pages.ui.figures.film import BELOW, film
from pages.ui.figures.frame import Picture, Trace, between, framed, log_axis, positive, scatter
from pages.ui.figures.images import coloured, tiles
from pages.ui.theme import Look, style

HEIGHT = 430
# On a phone images are narrow, and a higher picture would have a gap below them.
IMAGES_HEIGHT = 340
AXIS = 40  # pixels of the axis below the picture
MOST_POINTS = 800
Films = Mapping[str, tuple[str, Floats]]


def pixel_film_picture(
    examples: Ints, films: Films, shape: tuple[int, int], *, look: Look
) -> Picture:
    """Draw each π as an image that changes, all on one scale of colours.

    Parameters
    ----------
    examples : (P,) after how many examples
    films : words and π, (P, d), by the algorithm's key
    shape : rows and columns of pixels
    """
    last = {key: (words, pi[-1]) for key, (words, pi) in films.items() if len(pi)}
    figure = tiles(
        last,
        shape,
        across=max(len(last), 1),
        symbol="π",
        look=look,
        height=IMAGES_HEIGHT,
        each={"coloraxis": "coloraxis"},
        more_below=BELOW,
    )
    drawn = _all(films)
    figure.layout.coloraxis = coloured(float(drawn.max(initial=0.0)), "π<sub>i</sub>", look)
    frames: list[list[Trace]] = [
        [
            {"type": "heatmap", "z": pi[n].astype(np.float32).reshape(shape)}
            for _, pi in films.values()
        ]
        for n in range(len(examples))
    ]
    film(figure, examples, frames if last else [], unit="examples", look=look)
    return Picture(figure, _alt(examples, films))


def line_film_picture(
    examples: Ints, films: Films, by: Floats, *, x_log: bool, look: Look
) -> Picture:
    """Draw each π over the attributes: points where moments are learnt, else a line.

    Parameters
    ----------
    examples, films : as for `pixel_film_picture`
    by : (d,) array: attributes stand in falling order of it
    x_log : whether the x-axis is logarithmic
    """
    at = _thinned(len(by), x_log)
    ranks = np.argsort(-by, kind="stable")[at - 1]
    # points lie over the lines, whatever the order of the films
    order = sorted(films, key=lambda key: algorithm(key).learns_moments)
    frames: list[list[Trace]] = [
        [{"type": "scatter", "y": positive(films[key][1][n])[ranks]} for key in order]
        for n in range(len(examples))
    ]
    traces = []
    for place, key in enumerate(order):
        points = algorithm(key).learns_moments
        traces.append(
            scatter(
                x=at,
                y=frames[-1][place]["y"] if frames else np.full(len(at), np.nan),
                uid=key,
                name=films[key][0],
                legendrank=[*films].index(key),
                hovertemplate="%{y:.3g}",
                mode="markers" if points else "lines",
                line=None if points else style(key).line(look),
                marker=style(key).marker(look, 5) if points else None,
            )
        )
    drawn = _all(films)
    ends = [drawn.min() / 1.3, drawn.max() * 1.3] if drawn.size else [0.01, 1.0]
    figure = framed(
        traces,
        x="Attributes, the largest second moment first",
        y="Probability of a look, π<sub>i</sub>",
        x_log=x_log,
        y_more=log_axis([drawn], look) | {"range": [*np.log10(ends)]},
        height=HEIGHT,
        look=look,
    )
    figure.layout.margin.b += BELOW
    film(figure, examples, frames if traces else [], unit="examples", look=look, lower=AXIS)
    return Picture(figure, _alt(examples, films))


def _thinned(d: int, x_log: bool) -> Ints:
    """Return the places of the attributes that are drawn, from 1: all, if there are few."""
    if d <= MOST_POINTS:
        return np.arange(1, d + 1)
    spread = np.geomspace if x_log else np.linspace
    return np.unique(spread(1, d, MOST_POINTS).round().astype(np.int64))


def _all(films: Films) -> Floats:
    """Return all probabilities above 0, in one row."""
    found = np.concatenate([np.zeros(0), *(pi.ravel() for _, pi in films.values())])
    above: Floats = found[np.isfinite(found) & (found > 0)]
    return above


def _alt(examples: Ints, films: Films) -> str:
    """Return between which numbers each π is at the start and at the end."""
    said = [f"Film of {len(examples)} pictures: the probability of looking at each attribute"]
    for words, pi in films.values():
        if len(pi) and len(examples):
            ends = f"{between(pi[0])} at first, {between(pi[-1])} after {examples[-1]:,} examples"
            said.append(f"{words}: {ends}")
    return "; ".join(said) + "."
