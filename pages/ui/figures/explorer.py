"""What was learnt: the predictors of several algorithms, as images or as bars, side by side.

Both are films over the attributes that were paid for, and show their end until they are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.plots.frame import PIECE, Picture, Trace, between, framed, letters, scatter
from aelr_core.plots.theme import NEUTRAL, Look, style
from pages.ui.figures.images import BELOW, Named, film, image_film, in_a_row
from pages.ui.prose import in_chart, one_line

IMAGES_HEIGHT = 330  # pixels of one row of images, with what is below it
IMAGE_ROW = 190  # and of each further row
BAR, GAP, FRAME = 5, 11, 80  # pixels: of a bar, between two attributes, around all of them
AXIS = 40
SAID, FAR = 3, 2.0


def learnt_images_picture(
    attributes: Ints, films: Named, shape: tuple[int, int], *, look: Look
) -> Picture:
    """Draw each predictor as an image, all on one scale: one colour above 0, another below.

    Parameters
    ----------
    attributes : (S,) attributes paid for
    films : words and w̄, (S, d), by the algorithm's key; NaN where there was none yet
    shape : rows and columns of pixels, d = rows × columns
    look : theme and type
    """
    last = {words: w[-1] for words, w in films.values() if len(w)}
    rows = max(-(-len(last) // in_a_row(len(last))), 1)
    # one long predictor must not make the others pale: half of them reach the full colour
    most = float(np.median([_largest([w]) for w in last.values()] or [1.0]))
    colours = {
        "colorscale": [[0, look.palette[2]], [0.5, look.backgrounds[1]], [1, look.palette[0]]],
        "cmin": -most,
        "cmax": most,
        "colorbar": {
            "title": {"text": "w̄<sub>i</sub>"},
            "thickness": 8,
            "nticks": 5,
            "xpad": 4,
            "tickfont": letters(look),
        },
    }
    figure = image_film(
        attributes,
        films,
        shape,
        symbol="w̄",
        unit="attributes",
        colours=colours,
        look=look,
        height=IMAGES_HEIGHT + (rows - 1) * IMAGE_ROW,
        lines=2,  # room between the rows
    )
    return Picture(
        figure,
        f"What was learnt, as images of {shape[0]} by {shape[1]} pixels, blue above 0, orange "
        f"below, after {len(attributes)} numbers of attributes. "
        + "; ".join(f"{words}: {between(w)}" for words, w in last.items())
        + ".",
    )


def learnt_bars_picture(
    attributes: Ints,
    films: Named,
    spreads: Mapping[str, Floats],
    names: Sequence[str],
    *,
    truth: Floats | None = None,
    look: Look,
) -> Picture:
    """Draw the weights of some attributes as bars, those of one attribute below each other.

    Parameters
    ----------
    attributes, look : as for `learnt_images_picture`
    films : words and w̄, (S, n), by the algorithm's key
    spreads : one standard deviation over runs, (S, n), by the algorithm's key
    names : of the n attributes, the first on top; a visitor's words, drawn as plain text
    truth : (n,) the best predictor, if it is known
    """
    places = np.arange(len(names))
    labels = [in_chart(name) for name in names]
    height = FRAME + BELOW + AXIS + len(names) * (BAR * len(films) + GAP)
    traces = [_bar(key, words, w, spreads[key], labels, look) for key, (words, w) in films.items()]
    most = 1.15 * bars_reach(films, spreads, truth)[0]
    if truth is not None:
        traces.append(_best(truth, places, labels, look.height(BAR * len(films)), look))
    figure = framed(
        traces,
        x="Weight, w̄<sub>i</sub>",
        y="Attribute",
        log="",
        x_more={"range": [-most, most], "zeroline": True, "zerolinecolor": look.palette[4]},
        y_more={
            "tickvals": places,
            "ticktext": labels,
            "range": [len(names) - 0.5, -0.5],
            "showgrid": False,
        },
        height=height,
        look=look,
    )
    figure.layout.hovermode, figure.layout.barmode = "closest", "group"
    figure.layout.legend.itemwidth = PIECE  # bars have no dashes to show
    figure.layout.bargap = GAP / (BAR * max(len(films), 1) + GAP)
    figure.layout.margin.b += BELOW
    frames: list[list[Trace]] = [
        [_now(w[n], spreads[key][n]) for key, (_, w) in films.items()]
        for n in range(len(attributes))
    ]
    film(figure, attributes, frames if traces else [], unit="attributes", look=look, lower=AXIS)
    return Picture(figure, _bars_alt(attributes, films, names, truth))


def _bar(
    key: str, words: str, w: Floats, spread: Floats, labels: Sequence[str], look: Look
) -> Trace:
    now = _now(w[-1], spread[-1]) if len(w) else _now(np.zeros(0), np.zeros(0))
    thin = look.line_width / 2.5
    bars = {"color": NEUTRAL, "thickness": thin, "width": 2, **now.pop("error_x")}  # type: ignore[dict-item]
    return {
        **now,
        "orientation": "h",
        "y": np.arange(len(labels)),
        "uid": key,
        "name": words,
        "customdata": labels,
        "marker": {"color": style(key).colour(look)},
        "error_x": bars,
        "hovertemplate": "%{customdata}: %{x:.3g} ± %{error_x.array:.2g}",
    }


def _now(w: Floats, spread: Floats) -> Trace:
    return {"type": "bar", "x": w, "error_x": {"type": "data", "array": spread}}


def _best(truth: Floats, places: Ints, labels: Sequence[str], length: int, look: Look) -> Trace:
    """Return a mark as high as the bars of an attribute, where the best predictor's weight is."""
    return scatter(
        x=truth,
        y=places,
        uid="truth",
        name="w*, the best",
        mode="markers",
        customdata=labels,
        marker={
            "symbol": "line-ns",
            "size": length,
            "color": look.palette[4],
            "line": {"width": look.line_width, "color": look.palette[4]},
        },
        hovertemplate="%{customdata}: %{x:.3g}",
    )


def bars_reach(
    films: Named, spreads: Mapping[str, Floats], truth: Floats | None = None
) -> tuple[float, bool]:
    """Return how far from 0 the picture of bars shows weights, and whether some go beyond it.

    One algorithm with huge weights must not make the others invisible: it shows up to `FAR` times
    as far as half of the algorithms go.
    """
    ends = [_largest([np.abs(w) + spreads[key]]) for key, (_, w) in films.items() if w.size]
    needed = _largest([np.zeros(0) if truth is None else truth, np.array(ends)])
    usual = float(np.median(ends)) if ends else 0.0
    shown = max(FAR * usual, 0.0 if truth is None else _largest([truth])) or needed
    return min(needed, shown), shown < needed


def _largest(values: Sequence[Floats]) -> float:
    """Return the largest absolute value, 1 if there is none above 0."""
    row = np.concatenate([np.zeros(1), *(np.abs(one).ravel() for one in values)])
    return float(np.nan_to_num(row).max()) or 1.0


def _bars_alt(attributes: Ints, films: Named, names: Sequence[str], truth: Floats | None) -> str:
    parts = [f"Weights of {len(names)} attributes after {len(attributes)} numbers of attributes"]
    lines = [(words, w[-1]) for words, w in films.values() if len(w)]
    for words, w in [*lines, *([] if truth is None else [("The best predictor", truth)])]:
        first = ", ".join(
            f"{one_line(name, 40)} {value:.3g}"
            for name, value in zip(names[:SAID], w, strict=False)
            if np.isfinite(value)
        )
        parts.append(f"{words}: {first or 'no numbers'}")
    return "; ".join(parts) + "."
