"""A step repeated many times: the mean converges to the true value, the estimates vary."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.analysis.repeated_step import Repeats
from pages.ui.figures.frame import Picture, framed, mark_x, positive, scatter
from pages.ui.figures.step import bar
from pages.ui.theme import Look, style

HEIGHT = 300
BINS = 40
MOST_POINTS = 200


def convergence_picture(
    repeats: Mapping[str, tuple[str, Repeats]], *, symbol: str, look: Look
) -> Picture:
    """Draw the distance of the mean from the true value, and √(variance/n).

    Parameters
    ----------
    repeats : words and numbers by the algorithm's key
    symbol : of the quantity, such as x̃
    """
    traces, ends = [], []
    for key, (words, one) in repeats.items():
        n = np.arange(1, len(one.error) + 1)
        some = np.unique(np.geomspace(1, max(len(n), 1), MOST_POINTS).round()).astype(int) - 1
        some = some[: len(n)]
        own = style(key)
        error = positive(one.error)
        traces += [
            scatter(
                x=n[some],
                y=error[some],
                name=words,
                uid=key,
                legendgroup=key,
                mode="lines",
                line={**own.line(look), "dash": "solid"},
                hovertemplate="%{y:.3g}",
            ),
            scatter(
                x=n[some],
                y=np.sqrt(one.exact / n[some]) if one.exact > 0 else n[some] * np.nan,
                name=f"{words}: √(variance/n)",
                uid=f"{key} expected",
                legendgroup=key,
                mode="lines",
                line={**own.line(look, 0.5), "dash": "dash"},
                hovertemplate="expected %{y:.3g}",
            ),
        ]
        if len(n):
            ends.append(f"{words}: from {one.error[0]:.3g} to {one.error[-1]:.3g}")
    figure = framed(
        traces, x="Repeats, n", y=f"Error of the mean of {symbol}", height=HEIGHT, look=look
    )
    return Picture(
        figure,
        f"Distance of the mean of {symbol} from the true value over repeats; it falls like 1/√n. "
        f"{'; '.join(ends)}.",
    )


def histogram_picture(
    repeats: Mapping[str, tuple[str, Repeats]], *, symbol: str, look: Look
) -> Picture:
    """Draw how often each value of an estimate occurred, and the true value.

    Parameters
    ----------
    repeats : words and numbers by the algorithm's key
    symbol : of the number that is estimated
    """
    samples = np.concatenate([np.zeros(0), *(one.sample for _, one in repeats.values())])
    samples = samples[np.isfinite(samples)]
    low, high = (float(samples.min()), float(samples.max())) if samples.size else (0.0, 0.0)
    edges = np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])
    traces = []
    for key, (words, one) in repeats.items():
        counts, _ = np.histogram(one.sample, edges)
        traces.append(
            bar(
                x=(edges[1:] + edges[:-1]) / 2,
                y=counts,
                name=words,
                uid=key,
                marker={"color": style(key).colour(look)},
                hovertemplate="%{y} times",
            )
        )
    figure = framed(
        traces,
        x=f"Estimate of {symbol}",
        y="Number of repeats",
        x_log=False,
        y_log=False,
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(barmode="group", bargap=0.05)
    truth = next((one.truth for _, one in repeats.values()), np.nan)
    mark_x(figure, truth, "true value", log=False, top=True, look=look)
    means = "; ".join(
        f"{words}: {one.sample.mean():.3g}" for words, one in repeats.values() if len(one.sample)
    )
    return Picture(
        figure,
        f"Histogram of the estimates of {symbol}. The true value is {truth:.3g}; the "
        f"means are {means}.",
    )
