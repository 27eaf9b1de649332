"""Vectors of pixels as images, side by side, and pictures that change: films."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.plots.frame import HEIGHT, Figure, Picture, Trace, base_layout, between, letters
from aelr_core.plots.theme import NEUTRAL, TYPE, Look

GAP = 0.03
TITLE, LINE = 26, 18  # pixels above an image, and for each further line of its words
STEP_HEIGHT, PROJECTED_STEP, STEP_ACROSS = 385, 300, 3
MOST_ACROSS = 4
Named = Mapping[str, tuple[str, Floats]]


def pixels_picture(
    distributions: Named,
    shape: tuple[int, int],
    *,
    look: Look,
    height: int = HEIGHT,
    across: int | None = None,
) -> Picture:
    """Draw each sampling distribution as an image, all on one scale of colours.

    Parameters
    ----------
    distributions : words and q, (d,), by key
    shape : rows and columns of pixels, d = rows × columns
    look, height : theme and type; height in pixels
    across : how many stand in a row, if not as many as `in_a_row` says
    """
    peaks = sorted(float(np.nanmax(q, initial=0.0)) for _, q in distributions.values())
    # of several, one with a few high pixels must not turn the others pale
    most = max(peaks[:-1] if len(peaks) > 2 else peaks, default=0.0)
    figure = tiles(
        distributions,
        shape,
        across=across or in_a_row(len(distributions)),
        symbol="q",
        look=look,
        height=height,
        each={"coloraxis": "coloraxis"},
    )
    figure.layout.coloraxis = coloured(most, "q<sub>i</sub>", look)
    ends = "; ".join(f"{words}: {between(q)}" for words, q in distributions.values())
    return Picture(
        figure,
        f"Probability of drawing each of {shape[0]} by {shape[1]} pixels, as images. {ends}.",
    )


def step_images_picture(
    vectors: Named, shape: tuple[int, int], *, framed: Sequence[Ints], look: Look
) -> Picture:
    """Draw the vectors of a step as images: one colour above 0, one below.

    Each has its own scale, but both w share one: a weight that stays keeps its colour.

    Parameters
    ----------
    vectors : words and values, (d,), by key
    shape : rows and columns of pixels
    framed : for each row of images, the pixels, from 0, that are framed in its first
    look : theme and type
    """
    scale = [[0.0, look.palette[2]], [0.5, look.backgrounds[1]], [1.0, look.palette[0]]]
    figure = tiles(
        vectors,
        shape,
        across=STEP_ACROSS,
        symbol="",
        look=look,
        height=PROJECTED_STEP if look.projector else STEP_HEIGHT,
        each={"colorscale": scale, "showscale": False, "zmid": 0},
    )
    both = [trace for trace in figure.data if trace.uid in ("w", "w_next")]
    most = max((float(np.abs(trace.z).max()) for trace in both), default=0.0) or 1.0
    for trace in both:
        trace.update(zmin=-most, zmax=most)
    line = {"color": look.palette[4], "width": 0.6 * look.line_width}
    figure.layout.shapes = [
        {
            "type": "rect",
            "xref": f"x{n}",
            "yref": f"y{n}",
            "x0": pixel % shape[1] - 0.5,
            "x1": pixel % shape[1] + 0.5,
            "y0": pixel // shape[1] - 0.5,
            "y1": pixel // shape[1] + 0.5,
            "line": line,
        }
        for n, pixels in zip(("", f"{STEP_ACROSS + 1}"), framed, strict=False)
        for pixel in pixels.tolist()
    ]
    ends = "; ".join(f"{words}: {between(values)}" for words, values in vectors.values())
    return Picture(
        figure,
        f"Images of {shape[0]} by {shape[1]} pixels, blue above 0, orange below, {len(framed[0])} "
        f"pixels framed. {ends}.",
    )


def in_a_row(images: int) -> int:
    """Return how many images stand in a row: all, or half of them where they would be too small.

    >>> in_a_row(0), in_a_row(4), in_a_row(5), in_a_row(6)
    (1, 4, 3, 3)
    """
    return max(images, 1) if images <= MOST_ACROSS else -(-images // 2)


def coloured(most: float, title: str, look: Look) -> dict[str, object]:
    """Return a scale of colours for probabilities up to `most`."""
    return {
        "colorscale": [[0, look.backgrounds[1]], [1, look.palette[0]]],
        "cmin": 0,
        "cmax": most or 1.0,
        "colorbar": {
            "title": {"text": title},
            "thickness": 10,
            "nticks": 4,
            "tickfont": letters(look),
        },
    }


def tiles(
    vectors: Named,
    shape: tuple[int, int],
    *,
    across: int,
    symbol: str,
    look: Look,
    height: int,
    each: Trace,
    more_below: int = 0,
    lines: int = 1,
) -> Figure:
    """Return images in rows of `across`, each with its words above it, on up to `lines` lines.

    `more_below` leaves pixels free below them.
    """
    large = look.type_size / TYPE
    above = (TITLE + (lines - 1) * LINE) * large
    title = above / look.height(height)
    down = max(-(-len(vectors) // across), 1)
    width, pitch = (1 + GAP) / across, (1 + title) / down
    traces, annotations = [], []
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": above, "b": 8 + more_below},
    }
    for number, (key, (words, values)) in enumerate(vectors.items()):
        n = "" if number == 0 else str(number + 1)
        left, top = number % across * width, 1 - number // across * pitch
        # on a phone the images are small: what is left free must not part the rows
        toward = "bottom" if number // across < down - 1 else "top"
        traces.append(
            {
                "type": "heatmap",
                "z": np.asarray(values, dtype=float).reshape(shape),
                "uid": key,
                "name": words,
                "xaxis": f"x{n}",
                "yaxis": f"y{n}",
                "hovertemplate": f"row %{{y}}, column %{{x}}: {symbol or words} = %{{z:.3g}}"
                f"<extra>{words if symbol else ''}</extra>",
                **each,
            }
        )
        layout[f"xaxis{n}"] = {
            "domain": [left, left + width - GAP],
            "anchor": f"y{n}",
            "visible": False,
            "constrain": "domain",
        }
        layout[f"yaxis{n}"] = {
            "domain": [max(top - pitch + title, 0.0), top],
            "anchor": f"x{n}",
            "scaleanchor": f"x{n}",
            "visible": False,
            "autorange": "reversed",
            "constrain": "domain",
            "constraintoward": toward,
        }
        annotations.append(
            {
                "x": left + (width - GAP) / 2,
                "y": 1,
                "xref": "paper",
                "yref": f"y{n} domain",
                "xanchor": "center",
                "yanchor": "bottom",
                "text": words,
                "showarrow": False,
                "font": {"size": look.type_size},
            }
        )
    return Figure(traces, layout | {"annotations": annotations})


# ---- Films: frames, a slider that chooses one and a button that plays them ----
# The browser has all frames: nothing is asked of the server.

# Pixels below the picture: of the slider and, below it, the buttons.
SLIDER, BUTTONS = 78, 46
LARGE, SMALL_TYPE = 16, 14  # more with type that is larger
BELOW = SLIDER + BUTTONS + LARGE
FRAME_MS = 500


def film(
    figure: Figure,
    stops: Ints,
    frames: Sequence[Sequence[Trace]],
    *,
    unit: str,
    look: Look,
    at: int = -1,
    lower: int = 0,
) -> None:
    """Add frames to a figure that shows one of them, with a slider and a button below it.

    Parameters
    ----------
    stops : (S,) after how many of them each frame is
    frames : for each frame its traces, in the order of the figure's
    unit : what is counted: "examples" or "attributes"
    at : the frame that the figure shows; by default the last
    lower : pixels between the picture and the slider
    """
    names = [f"{n:,}" for n in stops]
    figure.frames = [
        {"name": name, "traces": [*range(len(data))], "data": [*data]}
        for name, data in zip(names, frames, strict=False)
    ]
    font = {"size": look.type_size}
    slider = SLIDER + (LARGE if look.type_size > SMALL_TYPE else 0)
    quiet = {"bgcolor": look.backgrounds[1], "bordercolor": NEUTRAL}
    figure.layout.updatemenus = [
        {
            "type": "buttons",
            "direction": "left",
            "showactive": False,
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "pad": {"t": lower + slider},
            **quiet,
            # Plotly lights a button up in a pale blue, on which only this colour can be read
            "font": {"size": look.type_size, "color": look.palette[0]},
            "buttons": [
                {"label": "Play", "method": "animate", "args": [None, _pace(FRAME_MS)]},
                {"label": "Pause", "method": "animate", "args": [[None], _pace(0)]},
            ],
        }
    ]
    figure.layout.sliders = [
        {
            "active": at % max(len(names), 1),
            "x": 0,
            "len": 1,
            "y": 0,
            "yanchor": "top",
            "font": font,
            "pad": {"t": lower, "l": 14, "r": 14},
            **quiet,
            "activebgcolor": look.palette[0],
            "tickcolor": NEUTRAL,
            "borderwidth": 1,
            "ticklen": 4,
            "currentvalue": {"prefix": "After ", "suffix": f" {unit}", "font": font, "offset": 8},
            "steps": [
                {"label": name, "method": "animate", "args": [[name], _pace(0)]} for name in names
            ],
        }
    ]


def image_film(
    stops: Ints,
    films: Named,
    shape: tuple[int, int],
    *,
    unit: str,
    colours: Mapping[str, object],
    look: Look,
    at: int = -1,
    **more: Any,
) -> Figure:
    """Return vectors of pixels as images that change, all on one scale of colours.

    Parameters
    ----------
    stops, unit, at : as for `film`
    films : words and vectors, (S, d), by key
    shape : rows and columns of pixels, d = rows × columns
    colours : the scale
    more : symbol, height and lines, as for `tiles`
    """
    shown = {key: (words, vectors[at]) for key, (words, vectors) in films.items() if len(vectors)}
    figure = tiles(
        shown,
        shape,
        across=in_a_row(len(shown)),
        look=look,
        each={"coloraxis": "coloraxis"},
        more_below=BELOW,
        **more,
    )
    figure.layout.coloraxis = colours
    frames: list[list[Trace]] = [
        [
            {"type": "heatmap", "z": vectors[n].astype(np.float32).reshape(shape)}
            for _, vectors in films.values()
        ]
        for n in range(len(stops))
    ]
    film(figure, stops, frames if shown else [], unit=unit, look=look, at=at)
    return figure


def _pace(ms: int) -> dict[str, object]:
    return {
        "frame": {"duration": ms, "redraw": True},
        "transition": {"duration": 0},
        "mode": "immediate",
        "fromcurrent": True,
    }
