"""Repeated estimates of two numbers as a cloud around the true ones."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, scatter, see_through
from pages.ui.theme import Look, style

HEIGHT = 380


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
        scatter(
            x=middle[:1],
            y=middle[1:],
            uid="truth",
            name="the truth",
            mode="markers",
            marker={
                "color": look.palette[4],
                "symbol": "x",
                "size": look.mark(15),
                "line": {"color": look.backgrounds[0], "width": 1.5},
            },
            hovertemplate="the truth: %{x:.2f}, %{y:.2f}<extra></extra>",
        ),
    ]
    ranges = [
        {"range": [at - reach, at + reach]} if np.isfinite([at, reach]).all() else {}
        for at in middle
    ]
    figure = framed(
        traces,
        x=x,
        y=y,
        x_log=False,
        y_log=False,
        x_more=ranges[0],
        y_more=ranges[1],
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest")
    same = len(first) == len(second)
    away = np.hypot(first - middle[0], second - middle[1]) if same else np.zeros(0)
    near = f"{away.mean():.3g}" if away.size and np.isfinite(away).all() else "unknown"
    return Picture(
        figure,
        f"{len(points)} attempts as dots around the truth, a cross. Their mean distance from it "
        f"is {near}.",
    )
