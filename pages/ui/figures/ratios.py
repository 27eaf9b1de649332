"""The improvement ratios: along the decay of the moments, and of the data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import HEIGHT, Picture, Trace, axis, base_layout, log_axis, scatter
from pages.ui.theme import FAMILIES, Look

WORDS = {"ridge": "ρ<sub>ridge</sub>", "lasso": "ρ<sub>lasso</sub>"}
SMALL, LARGE = 8, 15  # pixels
SPLIT = 0.56  # of the width for the curves, the rest for the data sets


@dataclass(frozen=True)
class Landmark:
    """A data set among the others: a short name, its ratios by family, whether it is chosen."""

    name: str
    rho: Mapping[str, float]
    chosen: bool = False


def ratios_picture(
    alphas: Floats,
    curves: Mapping[str, Floats],
    *,
    landmarks: tuple[Landmark, ...] = (),
    alpha: float | None,
    here: Mapping[str, float],
    family: str,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw ρ against α for both families, the data sets beside it, and where the visitor stands.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from family to ρ at `alphas`, shape (n,)
    landmarks : the data sets, on the same scale of ρ
    alpha, here : the visitor's α (None: the data are not simulated), and ρ by family
    family : the chosen one, drawn thicker
    look : theme, and type and lines for a wall
    """
    traces = []
    for name, rho in curves.items():
        thickness = 1.2 if name == family else 0.7
        traces.append(
            scatter(
                x=alphas, y=rho, name=WORDS[name], uid=name, mode="lines", legendgroup=name,
                line=FAMILIES[name].line(look, thickness), hovertemplate="%{y:.3g}",
            )
        )  # fmt: skip
        if alpha is not None:
            traces.append(_marks(f"{name}-here", [alpha], [here[name]], name, look, LARGE))
    for name in curves:
        for chosen in (False, True):
            those = [one for one in landmarks if one.chosen is chosen]
            x, y = [one.name for one in those], [one.rho[name] for one in those]
            size = LARGE if chosen else SMALL
            if those:
                traces.append(_marks(f"{name}-data-{chosen}", x, y, name, look, size, "x2"))
    y_axis = axis("y", "Improvement ratio, ρ", look) | log_axis([t["y"] for t in traces])
    x_axis = axis("x", "Simulated: decay α", look)
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "yaxis": y_axis,
        "xaxis": x_axis | {"domain": [0, SPLIT if landmarks else 1]},
    }
    if landmarks:
        layout["xaxis2"] = axis("x", "", look) | {
            "domain": [SPLIT + 0.05, 1],
            "anchor": "y",
            "type": "category",
            "categoryarray": [one.name for one in landmarks],
            "tickangle": -55,
            "range": [-0.6, len(landmarks) - 0.4],
        }
    figure = go.Figure(traces, layout)
    return Picture(figure, _alt(alpha, here, landmarks))


def _marks(
    uid: str,
    x: list[float] | list[str],
    y: list[float],
    family: str,
    look: Look,
    size: float,
    on: str = "x",
) -> Trace:
    return scatter(
        x=x, y=y, uid=uid, xaxis=on, mode="markers", legendgroup=family, showlegend=False,
        marker=FAMILIES[family].marker(look, size), name=WORDS[family],
        hovertemplate="%{x}: %{y:.3g}",
    )  # fmt: skip


def _alt(alpha: float | None, here: Mapping[str, float], landmarks: tuple[Landmark, ...]) -> str:
    places = " and ".join(f"{rho:.3g} for {name}" for name, rho in here.items())
    where = f"At α = {alpha:g}" if alpha is not None else "For the chosen data"
    beside = f" Beside the curves {len(landmarks)} data sets." if landmarks else ""
    return (
        f"Improvement ratio against the decay exponent: 1 at α = 0 and falling with α. "
        f"{where} it is {places}.{beside}"
    )
