"""The page What if: ρ as curves and as a map, two settings compared, and where the draws go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from aelr_core.algorithms import algorithm
from aelr_core.checks import Floats, Ints
from aelr_core.plots.frame import (
    Picture,
    Trace,
    above_zero,
    bar,
    between,
    framed,
    letters,
    log_axis,
    mark_x,
    mark_y,
    one_two_five,
    positive,
    scatter,
)
from aelr_core.plots.theme import FAMILY_STYLES, Look, Style, Theme, style
from pages.ui.figures.images import BELOW, Named, coloured, film, image_film

HEIGHT, TWO_HEIGHT = 345, 330
ENDS = (-4.1, 0.1)  # of the axis of α
INK, MARKERS_SHOWN = 4, 9
# A and B, on every picture that has them, and before the names of their controls.
SETTINGS = {"A": Style(8, "solid", "circle"), "B": Style(1, "dash", "square")}
SHAPES = {"circle": "●", "square": "■"}


def marked_labels(theme: Theme, *, sidebar: bool) -> str:
    """Return the rules that put the marks of A and B before the names of their controls.

    sidebar : whether A is the sidebar's data, whose α is then A's
    """
    marked = {f"{letter.lower()}_source": (letter, "") for letter in SETTINGS}
    marked |= {"alpha": ("A", "A: ")} if sidebar else {}
    return "".join(
        f"<style>.st-key-{key} label p::before {{ content: '{SHAPES[SETTINGS[letter].symbol]} "
        f"{words}'; color: {SETTINGS[letter].colour(Look(theme))}; }}</style>"
        for key, (letter, words) in marked.items()
    )


# ---- ρ against the decay for several d, and as a map over both ----

# Colour and marker show the family, the dash shows d.
DASHES = ("solid", "dash", "dot")
DECADES, SHARES = (10, 100, 1_000, 10_000), (1e-4, 1e-3, 0.01, 0.1, 1)
STAR, CIRCLE = "star", "circle"
SIZES = {STAR: 17, CIRCLE: 10}
LARGE = 14  # the marks of A and B
# Names are placed so that they do not overlap: the size of the plot on a phone and on a desktop,
# in pixels, and that of a letter; half the size of a mark.
PLOTS, LETTER, DOT = ((168.0, 260.0), (330.0, 260.0)), (5.8, 14.0), 8
# A name stands on the first of these sides where it covers least.
SIDES = ("middle right", "middle left", "top center", "bottom center", "top right", "bottom left")
Box = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True)
class Point:
    """Data on the map, or one of the settings A and B, and the words shown on hover.

    `alpha` is that of power-law data with the same d and the same ρ in `family`.
    """

    name: str
    alpha: float
    d: int
    rho: float
    family: str
    words: str
    symbol: str = CIRCLE


def ratio_curves_picture(
    alphas: Floats,
    curves: Mapping[tuple[str, int], Floats],
    sides: Sequence[Point],
    *,
    look: Look,
) -> Picture:
    """Draw ρ against α, one line per family and d, and the settings A and B.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from (family, d) to ρ at `alphas`, shape (n,)
    sides : the settings, named "A" and "B", that lie on a curve
    look : theme, and size of type and lines
    """
    dims = sorted({d for _, d in curves})
    dashes = {d: DASHES[n % len(DASHES)] for n, d in enumerate(dims)}
    traces = []
    for (family, d), rho in curves.items():
        of_family = FAMILY_STYLES[family]
        traces.append(
            scatter(
                x=alphas,
                y=positive(rho),
                name=f"{family}, d = {d:,}",
                uid=f"{family} {d}",
                mode="lines+markers",
                line=of_family.line(look) | {"dash": dashes[d]},
                hovertemplate="α = %{x:.2f}<br>ρ = %{y:.3g}",
                marker=of_family.marker(look, 7) | {"maxdisplayed": MARKERS_SHOWN},
            )
        )
    traces.append(_marks("sides", sides, [point.rho for point in sides], look))
    figure = framed(
        traces,
        x="Decay exponent of the sizes, α",
        y="Noise left, ρ",
        log="y",
        x_more={"range": ENDS},
        y_more=_decades(SHARES, look),
        height=HEIGHT,
        look=look,
    )
    figure.layout.hovermode = "closest"
    ends = ", ".join(
        f"{rho[0]:.2g} for {family} with d = {d}" for (family, d), rho in curves.items() if len(rho)
    )
    at = f" At α = {alphas[0]:g} it is {ends}." if ends else ""
    return Picture(
        figure,
        f"Improvement ratio against the decay exponent: 1 at α = 0, and smaller for lower α and "
        f"for larger d.{at}{_where(sides)}",
    )


def ratio_map_picture(
    alphas: Floats,
    dims: Ints,
    rho: Floats,
    points: Sequence[Point],
    sides: Sequence[Point],
    *,
    family: str,
    look: Look,
) -> Picture:
    """Draw lines of equal ρ, and data where power-law data have their d and their ρ.

    Parameters
    ----------
    alphas : (n,) array
    dims : (r,) array
    rho : (r, n) array
    points : the data sets
    sides : the settings A and B
    family : "ridge" or "lasso", for the colour
    look : theme, and size of type and lines
    """
    known = positive(rho)
    least = float(np.floor(np.log10(np.nanmin(known)))) if np.isfinite(known).any() else -1.0
    decades = np.arange(least, 1)
    contour: Trace = {
        "type": "contour",
        "x": alphas,
        "y": dims,
        "z": np.log10(known),
        "uid": "map",
        "colorscale": [[0, FAMILY_STYLES[family].colour(look)], [1, look.backgrounds[1]]],
        "zmin": least,
        "zmax": 0,
        "contours": {"start": least, "end": 0, "size": 0.25},
        "line": {"width": 0.6, "color": look.palette[6]},
        "customdata": rho,
        "hovertemplate": "α = %{x:.2f}, d = %{y:,}<br>ρ = %{customdata:.3g}<extra></extra>",
        "colorbar": {
            "title": {"text": "ρ", "side": "top", "font": {"size": look.type_size}},
            "tickvals": decades,
            "thickness": 12,
            "outlinewidth": 0,
            "ticktext": [f"{10.0**t:g}" for t in decades],
            "tickfont": letters(look),
        },
    }
    everything = [*points, *sides]
    places = label_positions(everything)
    drawn = _marks("data", points, [p.d for p in points], look, places)
    side_marks = _marks("sides", sides, [p.d for p in sides], look, places[len(points) :])
    figure = framed(
        [contour, drawn, side_marks],
        x="Decay exponent α with the same ρ",
        y="Attributes, d",
        log="y",
        x_more={"showgrid": False},
        y_more={"showgrid": False, **_decades(DECADES, look)},
        height=HEIGHT,
        look=look,
    )
    figure.layout.hovermode, figure.layout.showlegend = "closest", False
    figure.layout.margin.t = 2.5 * look.type_size  # as much as the legend of the curves takes
    return Picture(
        figure,
        f"Map of the {family} improvement ratio over the decay exponent and the number of "
        f"attributes: it falls with lower α and with more attributes.{_where(everything)}",
    )


def _where(points: Sequence[Point]) -> str:
    places = "; ".join(
        f"{p.name}: d = {p.d}, ρ = {p.rho:.3g}, as for α = {p.alpha:.2f}" for p in points
    )
    return f" {places}." if places else ""


def _decades(decades: Sequence[float], look: Look) -> Trace:
    """Return the ticks of a logarithmic axis, written in full."""
    written = [f"{one:,g}" for one in decades]
    return {"tickvals": decades, "ticktext": written, "dtick": None, "tickfont": letters(look)}


def _marks(
    uid: str,
    points: Sequence[Point],
    y: Sequence[float],
    look: Look,
    places: Sequence[str] = (),
) -> Trace:
    """Return marks with their names: data sets in ink, A and B in their colours."""
    ink, styles = look.palette[INK], [SETTINGS.get(p.name) for p in points]
    colours = [one.colour(look) if one else ink for one in styles]
    return scatter(
        x=[p.alpha for p in points],
        y=y,
        uid=uid,
        mode="markers+text",
        showlegend=False,
        text=[f"<b>{p.name}</b>" if p.name in SETTINGS else p.name for p in points],
        textposition=list(places)[: len(points)] or "top center",
        textfont={"size": look.type_size, "color": colours},
        customdata=[p.words for p in points],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
        marker={
            "symbol": [
                one.symbol if one else p.symbol for one, p in zip(styles, points, strict=True)
            ],
            "size": [
                look.mark(LARGE) if one else SIZES[p.symbol]
                for one, p in zip(styles, points, strict=True)
            ],
            "color": colours,
            "opacity": 1,
            "line": {"color": look.backgrounds[0], "width": 1.5},
        },
    )


def label_positions(points: Sequence[Point]) -> list[str]:
    """Return the side of each point on which its name stands, so that all can be read.

    One after the other takes the side where its name covers least of the marks, of the names
    before it, and of what is outside the plot, on a phone and on a desktop.
    """
    chosen: list[str] = []
    for n, point in enumerate(points):
        cost = dict.fromkeys(SIDES, 0.0)
        for plot in PLOTS:
            others = [
                (x - DOT, y - DOT, x + DOT, y + DOT)
                for x, y in (_pixels(other, plot) for other in points if other is not point)
            ]
            others += [_name_box(points[at], side, plot) for at, side in enumerate(chosen[:n])]
            for side in SIDES:
                box = _name_box(point, side, plot)
                outside = _common(box, box) - _common(box, (0, 0, *plot))
                cost[side] += 2 * outside + sum(_common(box, other) for other in others)
        chosen.append(min(SIDES, key=cost.__getitem__))
    return chosen


def _name_box(point: Point, side: str, plot: tuple[float, float]) -> Box:
    """Return where a point's name lies on one side of it, in a plot of this size."""
    (x, y), w, h = _pixels(point, plot), len(point.name) * LETTER[0], LETTER[1]
    level, across = side.split()
    low = {"middle": y - h / 2, "top": y + DOT, "bottom": y - DOT - h}[level]
    gap = DOT if level == "middle" else 0
    left = {"left": x - gap - w, "center": x - w / 2, "right": x + gap}[across]
    return left, low, left + w, low + h


def _pixels(point: Point, plot: tuple[float, float]) -> tuple[float, float]:
    """Return a point's place in pixels: α from −4 to 0, d from 2 to 10,000 by its logarithm."""
    low, high = log10(2), log10(DECADES[-1])
    return (point.alpha + 4) / 4 * plot[0], (log10(point.d) - low) / (high - low) * plot[1]


def _common(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)


# ---- Two settings: what they need, and how they distribute their draws ----

TWO_POINTS = 500
SPREAD = 1e6


def needs_picture(sides: Mapping[str, Mapping[str, tuple[float, str]]], *, look: Look) -> Picture:
    """Draw the noise left and the attributes needed, in per cent of uniform sampling's, as bars.

    Parameters
    ----------
    sides : for "A" and "B", by row: the share, NaN without one, and words at the end of its bar
    look : theme, and size of type and lines
    """
    traces, most = [], 112.0
    for letter, needs in sides.items():
        shares = np.array([100 * share for share, _ in needs.values()])
        most = max(most, 1.2 * float(np.nanmax(shares, initial=0.0)))  # room for the words
        traces.append(
            bar(
                x=np.nan_to_num(shares),
                y=[*needs],
                name=letter,
                uid=letter,
                orientation="h",
                marker={"color": SETTINGS[letter].colour(look)},
                text=[f"{letter}: {words}" if words else "" for _, words in needs.values()],
                textposition=np.where(abs(shares - 90) < 15, "inside", "outside"),
                textfont=letters(look),
                insidetextfont={"color": look.backgrounds[0]},
                cliponaxis=False,
                hoverinfo="skip",
            )
        )
    figure = framed(
        traces,
        x="% of what uniform sampling has",
        y="",
        log="",
        x_more={"range": [0, most]},
        y_more={"type": "category", "autorange": "reversed", "ticklabelstandoff": 8},
        height=TWO_HEIGHT,
        look=look,
        barmode="group",
        bargap=0.25,
    )
    figure.layout.showlegend, figure.layout.hovermode = False, False
    mark_x(figure, 100, "", look=look)
    words = "; ".join(
        f"{letter}: {', '.join(f'{row} {w}' for row, (_, w) in needs.items() if w)}"
        for letter, needs in sides.items()
    ).replace("<br>", " ")
    return Picture(figure, f"What is left, where uniform sampling has 100%. {words}.")


def two_settings_picture(shares: Mapping[str, tuple[str, Floats]], *, look: Look) -> Picture:
    """Draw q_i·d against the attribute's rank, one line per setting.

    Parameters
    ----------
    shares : words and q·d, (d,), falling, for "A" and "B"
    look : theme, and size of type and lines
    """
    traces = []
    most = max((float(share[0]) for _, share in shares.values() if len(share)), default=1.0)
    for letter, (words, share) in shares.items():
        d = len(share)
        at = np.unique(np.linspace(0, max(d - 1, 0), TWO_POINTS).round().astype(int))[:d]
        drawn = np.where(share > most / SPREAD, share, np.nan)[at]
        traces.append(
            scatter(
                x=100 * (at + 1) / max(d, 1),
                y=drawn,
                name=f"{letter}: {words}",
                uid=letter,
                mode="lines",
                line=SETTINGS[letter].line(look),
                hovertemplate="%{y:.3g} ×",
            )
        )
    figure = framed(
        traces,
        x="Attributes, the most drawn first (%)",
        y="Draws, uniform = 1",
        log="y",
        y_more=one_two_five([trace["y"] for trace in traces], look),
        height=TWO_HEIGHT,
        look=look,
    )
    mark_y(figure, 1, "uniform", look=look)
    ends = "; ".join(
        f"{letter}, {words}: {share[0]:.3g} times the uniform share for the most drawn attribute"
        for letter, (words, share) in shares.items()
        if len(share)
    )
    return Picture(figure, f"Draws of each attribute over the uniform share. {ends}.")


# ---- A film of π while an algorithm learns the moments; it shows its start until it is played ----

FILM_HEIGHT, LINES_HEIGHT = 430, 280
# On a phone images are narrow, and a higher picture would have a gap below them.
IMAGES_HEIGHT, STILL_HEIGHT = 340, 225
AXIS = 40  # pixels of the axis below the picture
MOST_POINTS = 800


def pixel_film_picture(
    examples: Ints, films: Named, shape: tuple[int, int], *, look: Look
) -> Picture:
    """Draw each π as an image that changes, all on one scale of colours.

    Parameters
    ----------
    examples : (P,) after how many examples
    films : words and π, (P, d), by the algorithm's key
    shape : rows and columns of pixels
    """
    drawn = above_zero(pi for _, pi in films.values())
    figure = image_film(
        examples,
        films,
        shape,
        symbol="π",
        unit="examples",
        colours=coloured(float(drawn.max(initial=0.0)), "π<sub>i</sub>", look),
        look=look,
        at=0,
        height=IMAGES_HEIGHT,
    )
    return Picture(figure, _film_alt(examples, films))


def line_film_picture(
    examples: Ints, films: Named, by: Floats, *, x_log: bool, look: Look
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
                y=frames[0][place]["y"] if frames else np.full(len(at), np.nan),
                uid=key,
                name=films[key][0],
                legendrank=[*films].index(key),
                hovertemplate="%{y:.3g}",
                mode="markers" if points else "lines",
                line=None if points else style(key).line(look),
                marker=style(key).marker(look, 5) if points else None,
            )
        )
    drawn = above_zero(pi for _, pi in films.values())
    ends = [drawn.min() / 1.3, drawn.max() * 1.3] if drawn.size else [0.01, 1.0]
    figure = framed(
        traces,
        x="Attributes, the largest second moment first",
        y="Probability of a look, π<sub>i</sub>",
        log="x" * x_log + "y",
        y_more=log_axis([drawn], look) | {"range": [*np.log10(ends)]},
        height=FILM_HEIGHT,
        look=look,
    )
    figure.layout.margin.b += BELOW
    film(figure, examples, frames if traces else [], unit="examples", look=look, at=0, lower=AXIS)
    return Picture(figure, _film_alt(examples, films))


def _thinned(d: int, x_log: bool) -> Ints:
    """Return the places of the attributes that are drawn, from 1: all, if there are few."""
    if d <= MOST_POINTS:
        return np.arange(1, d + 1)
    spread = np.geomspace if x_log else np.linspace
    return np.unique(spread(1, d, MOST_POINTS).round().astype(np.int64))


def _film_alt(examples: Ints, films: Named) -> str:
    """Return between which numbers each π is at the start and at the end."""
    parts = [f"Film of {len(examples)} pictures: the probability of looking at each attribute"]
    for words, pi in films.values():
        if len(pi) and len(examples):
            ends = f"{between(pi[0])} at first, {between(pi[-1])} after {examples[-1]:,} examples"
            parts.append(f"{words}: {ends}")
    return "; ".join(parts) + "."
