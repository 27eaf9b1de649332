"""The page Story: one volunteer's tests, what draws find, clouds of attempts, last errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.plots.frame import (
    Figure,
    Picture,
    Trace,
    bar,
    base_layout,
    framed,
    level,
    scatter,
    see_through,
)
from aelr_core.plots.theme import GRID, NEUTRAL, Look, style
from pages.ui.figures.one_step import cross

HEIGHT = 380
ACROSS = 10
FEW = 6
TILES, SCORE = (0.25, 1.0), (0.0, 0.2)  # the heights that tiles and bars share
# Kinds of tiles, which are also their places on the scale of colours.
COVERED, QUIET, FOUND, RUN_QUIET, RUN_FOUND = range(5)
WORDS = ("not run", "not run: negative", "not run: positive", "run: negative", "run: positive")
SIGNS = ("", "−", "+", "−", "+")
FULL = (FOUND, RUN_FOUND)  # in a full colour


def tests_picture(
    values: Floats,
    run: Sequence[int],
    score: Mapping[str, tuple[str, float]],
    *,
    lifted: bool,
    look: Look,
) -> Picture:
    """Draw each test as a tile that can be picked, and below what such picks find as bars.

    Parameters
    ----------
    values : (d,) the results; not 0 is positive
    run : the tests that were run, from 0
    score : words and how many positive results are found, by algorithm; "" is the reader
    lifted : whether the results of the other tests are shown too
    """
    d = len(values)
    kinds = np.full(d, COVERED)
    if lifted:
        kinds[:] = np.where(values != 0, FOUND, QUIET)
    run = [n for n in run if n < d]
    kinds[run] = np.where(values[run] != 0, RUN_FOUND, RUN_QUIET)
    shape = (-(-d // ACROSS), ACROSS)
    z, numbers, words = np.full(shape, np.nan), np.zeros(shape), np.full(shape, "", dtype=object)
    z.flat[:d], numbers.flat[:d] = kinds, np.arange(1, d + 1)
    words.flat[:d] = [f"test {n + 1}, {WORDS[kind]}" for n, kind in enumerate(kinds)]
    blue, dark = look.palette[0], look.palette[6]
    steps = (GRID, see_through(dark, 0.12), dark, see_through(blue, 0.35), blue)
    scale = [
        [edge, colour]
        for kind, colour in enumerate(steps)
        for edge in (kind / len(steps), (kind + 1) / len(steps))
    ]
    tiles = {
        "type": "heatmap",
        "z": z,
        "uid": "tests",
        "customdata": numbers,
        "text": words,
        "xgap": 3,
        "ygap": 3,
        "hovertemplate": "%{text}<extra></extra>",
        "showscale": False,
        "colorscale": scale,
        "zmin": -0.5,
        "zmax": len(steps) - 0.5,
    }
    most = max((value for _, value in score.values() if np.isfinite(value)), default=1.0) or 1.0
    layout = base_layout(height=HEIGHT, look=look) | {
        "hovermode": "closest",
        "dragmode": False,
        "showlegend": False,
        "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
        "xaxis": {"visible": False, "constrain": "domain", "fixedrange": True},
        "yaxis": {
            "visible": False,
            "autorange": "reversed",
            "scaleanchor": "x",
            "constrain": "domain",
            "constraintoward": "top",
            "domain": TILES,
            "fixedrange": True,
        },
        "xaxis2": {"visible": False, "anchor": "y2", "fixedrange": True, "range": [0, 1.8 * most]},
        "yaxis2": {
            "visible": False,
            "anchor": "x2",
            "domain": SCORE,
            "autorange": "reversed",
            "fixedrange": True,
        },
    }
    positive = int((values[run] != 0).sum())
    counted = "; ".join(f"{name}: {value:.2f}" for name, value in score.values())
    return Picture(
        Figure([tiles, _signs(kinds, look), _score(score, look)], layout),
        f"{d} tests of one volunteer as tiles. {len(run)} were run and {positive} of them are "
        f"positive; {'all' if lifted else 'none'} of the others are shown. Positive results per "
        f"volunteer, on average: {counted.replace('nan', 'unknown')}.",
    )


def _score(score: Mapping[str, tuple[str, float]], look: Look) -> Trace:
    return bar(
        x=[value for _, value in score.values()],
        y=[name for name, _ in score.values()],
        xaxis="x2",
        yaxis="y2",
        uid="score",
        orientation="h",
        marker={"color": [style(key).colour(look) if key else look.palette[4] for key in score]},
        text=[f"{name}: {value:.2f}" for name, value in score.values()],
        textposition="outside",
        textfont={"size": look.type_size},
        cliponaxis=False,
        hovertemplate="%{y}: %{x:.2f} positive results per volunteer<extra></extra>",
    )


def _signs(kinds: Ints, look: Look) -> Trace:
    """Return the signs on the tiles, and the numbers of those that are covered.

    No colour can be read on full and on pale tiles alike.
    """
    inks = {COVERED: look.muted} | dict.fromkeys(FULL, look.backgrounds[0])
    return scatter(
        x=np.arange(len(kinds)) % ACROSS,
        y=np.arange(len(kinds)) // ACROSS,
        uid="signs",
        mode="text",
        text=[f"<b>{SIGNS[kind]}</b>" if kind else f"{n}" for n, kind in enumerate(kinds, start=1)],
        textfont={
            "size": [look.type_size + 2 if kind else look.type_size - 2 for kind in kinds],
            "color": [inks.get(kind, look.palette[4]) for kind in kinds],
        },
        hoverinfo="skip",
        marker={"color": look.palette[4]},
    )


# ---- What draws have found: how often each attribute was drawn, and how often it was not 0 ----


def found_picture(drawn: Ints, positive: Ints, *, key: str, look: Look) -> Picture:
    """Draw a bar per test: positive results in the algorithm's colour, negative ones in grey.

    Parameters
    ----------
    drawn, positive : (d,) how often each test was run, and how often it was positive
    key : of the algorithm that draws so
    """
    at = np.arange(1, len(drawn) + 1)
    traces = [
        bar(
            x=at,
            y=values,
            name=words,
            uid=words,
            marker={"color": colour},
            hovertemplate=f"test %{{x}}: %{{y}} {words}<extra></extra>",
        )
        for words, values, colour in (
            ("positive", positive, style(key).colour(look)),
            ("negative", drawn - positive, NEUTRAL),
        )
    ]
    whole = {"dtick": 1} if drawn.max(initial=0) <= FEW else {}  # half a test cannot be run
    figure = framed(
        traces, x="Test number", y="Times run", log="", y_more=whole, height=HEIGHT, look=look
    )
    figure.update_layout(hovermode="closest", barmode="stack", bargap=0.1)
    return Picture(
        figure,
        f"How often each of {len(at)} tests was run: {drawn.sum():,} times in total, of which "
        f"{positive.sum():,} were positive, nearly all of them among the first tests.",
    )


def found_rings(figure: Figure, at: Ints, shares: Floats, *, key: str, look: Look) -> None:
    """Draw tests that stand out once more, larger and in rings, above all lines."""
    traces = [
        scatter(
            x=at,
            y=shares,
            uid=f"{key}-{shape}",
            mode="markers",
            marker={**style(key).marker(look, size), "symbol": shape},
            showlegend=False,
            hoverinfo="skip",
        )
        for shape, size in (("star", 11), ("circle-open", 20))
    ]
    figure.add_traces(traces)


# ---- The mean of more and more estimates of single results ----


def averages_picture(
    means: Floats, names: Sequence[str], *, truth: float, most: float, key: str, look: Look
) -> Picture:
    """Draw the mean of the first n estimates of each result, over n.

    Parameters
    ----------
    means : (results, n) of the first estimate, of the first two, and so on
    names : of the results
    truth : what each of them is
    most : the highest mean that there will be, so that the axis does not move
    key : of the algorithm that makes the estimates, for its colour
    """
    n = means.shape[-1]
    at = np.unique(np.geomspace(1, max(n, 1), 400).round().astype(int))[: max(n, 0)]
    colour, dashes = style(key).colour(look), ("solid", "dash", "dot")
    traces = [
        scatter(
            x=at,
            y=mean[at - 1],
            name=name,
            uid=name,
            mode="lines" if n > 1 else "markers",
            line={"color": colour, "dash": dashes[row % 3], "width": look.mark(2), "shape": "hv"},
            marker={"color": colour, "size": look.mark(9)},
            hovertemplate="%{y:.2f}",
        )
        for row, (name, mean) in enumerate(zip(names, means, strict=False))
    ]
    figure = framed(
        traces,
        x="Estimates averaged",
        y="Mean of the estimates",
        log="",
        x_more={"type": "log", "range": [-0.05, 4.05], "tickvals": [1, 10, 100, 1_000, 10_000]},
        y_more={"range": [-0.05 * most, 1.1 * most]} if np.isfinite(most) else {},
        height=HEIGHT,
        look=look,
    )
    level(figure, truth, "the truth")
    now = ", ".join(f"{mean[-1]:.2f}" for mean in means if n)
    return Picture(
        figure,
        f"The mean of up to {n:,} estimates of {len(traces)} results, each {truth:g} in truth: "
        f"{now.replace('nan', 'unknown')} at the end.",
    )


# ---- Repeated estimates of two numbers as a cloud around the true ones ----


def attempts_picture(
    estimates: Floats, truth: Floats, *, reach: float, x: str, y: str, key: str, look: Look
) -> Picture:
    """Draw a dot for each estimate and a cross for the truth.

    Parameters
    ----------
    estimates : (n, 2)
    truth : (2,)
    reach : how far the axes go on each side of the truth: the same for clouds to be compared
    x, y : titles of the axes
    key : of the algorithm, for its colour
    """
    middle = [float(truth[n]) if len(truth) > n else 0.0 for n in range(2)]
    points = estimates.reshape(len(estimates), -1)
    first, second = (
        points[:, n] if points.shape[1] > n else points[:, :0].ravel() for n in range(2)
    )
    traces = [
        scatter(
            x=first,
            y=second,
            uid="attempts",
            name="one attempt",
            mode="markers",
            marker={"color": see_through(style(key).colour(look), 0.45), "size": look.mark(7)},
            hovertemplate="%{x:.2f}, %{y:.2f}<extra></extra>",
        ),
        cross(middle[:1], middle[1:], "the truth", "the truth: %{x:.2f}, %{y:.2f}", 15, look),
    ]
    ranges = [
        {"range": [at - reach, at + reach]} if np.isfinite([at, reach]).all() else {}
        for at in middle
    ]
    figure = framed(
        traces,
        x=x,
        y=y,
        log="",
        x_more=ranges[0],
        y_more=ranges[1],
        height=HEIGHT,
        look=look,
        hovermode="closest",
    )
    same = len(first) == len(second)
    away = np.hypot(first - middle[0], second - middle[1]) if same else np.zeros(0)
    near = f"{away.mean():.3g}" if away.size and np.isfinite(away).all() else "unknown"
    return Picture(
        figure,
        f"{len(points)} attempts as dots around the truth, a cross. Their mean distance from it "
        f"is {near}.",
    )


# ---- Where algorithms end: their last test errors as bars, the lowest first ----


def final_errors_picture(ends: Mapping[str, tuple[str, float]], *, look: Look) -> Picture:
    """Draw a bar for each algorithm, the lowest on top.

    Parameters
    ----------
    ends : the algorithm's words and its last error, by key
    """
    ranked = sorted(ends, key=lambda key: -np.nan_to_num(ends[key][1], nan=np.inf))
    traces = [
        bar(
            x=[ends[key][1] for key in ranked],
            y=[ends[key][0] for key in ranked],
            uid="ends",
            orientation="h",
            marker={"color": [style(key).colour(look) for key in ranked]},
            text=[f"{ends[key][1]:.3f}" for key in ranked],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )
    ]
    # the same axis wherever errors are below 1, so that bars are seen to shrink
    largest = max((end for _, end in ends.values() if np.isfinite(end)), default=0.0)
    figure = framed(
        traces,
        x="Test error (1 = always guessing 0), lower is better",
        y="",
        log="",
        x_more={"range": [0, 1.15 * max(largest, 1.0)]},
        y_more={"type": "category", "showgrid": False},
        height=HEIGHT,
        look=look,
        hovermode="closest",
        showlegend=False,
        bargap=0.35,
    )
    text = "; ".join(f"{ends[key][0]}: {ends[key][1]:.3f}" for key in reversed(ranked))
    text = text.replace("nan", "unknown")
    return Picture(figure, f"Test errors of {len(ends)} learners at the end, lowest first: {text}.")
