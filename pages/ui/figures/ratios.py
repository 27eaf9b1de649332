"""The improvement ratios ρ: against the decay of the moments, of data sets, and under scaling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.families import family_facts
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import (
    HEIGHT,
    Picture,
    Trace,
    axis,
    base_layout,
    between,
    framed,
    log_axis,
    mark_x,
    positive,
    scatter,
)
from pages.ui.theme import FAMILIES, Look

WORDS = {"ridge": "ρ<sub>ridge</sub>", "lasso": "ρ<sub>lasso</sub>"}
# Colour and marker show the family, the dash shows d.
DASHES = ("solid", "dash", "dot")
MARKERS_SHOWN = 9
GREY = 6
CURVES_HEIGHT = 380
SMALL, LARGE = 8, 15  # pixels
# Of the y-axis, above and below what is drawn: its lowest number must not touch those of α.
PADDING = 0.14
SPLIT = 0.56  # of the width for the curves, the rest for the data sets


@dataclass(frozen=True)
class Landmark:
    """A data set: a short name, its ratios by family, and whether it is the chosen one."""

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
    """Draw ρ against α for both families, the data sets beside it, and the visitor's own data.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from family to ρ at `alphas`, shape (n,)
    landmarks : the data sets, on the same scale of ρ
    alpha, here : the visitor's α (None: the data are not synthetic), and ρ by family
    family : the chosen one, drawn thicker
    look : theme, and size of type and lines
    """
    traces = []
    for name, rho in curves.items():
        thickness = 1.2 if name == family else 0.7
        traces.append(
            scatter(
                x=alphas,
                y=positive(rho),
                name=WORDS[name],
                uid=name,
                mode="lines",
                legendgroup=name,
                line=FAMILIES[name].line(look, thickness),
                hovertemplate="%{y:.3g}",
            )
        )
        if alpha is not None:
            traces.append(_marks(f"{name}-here", [alpha], [here[name]], name, look, LARGE))
    for name in curves:
        for chosen in (False, True):
            those = [one for one in landmarks if one.chosen is chosen]
            x, y = [one.name for one in those], [one.rho[name] for one in those]
            size = LARGE if chosen else SMALL
            if those:
                traces.append(_marks(f"{name}-data-{chosen}", x, y, name, look, size, "x2"))
    title = "Ratio, ρ" if look.projector else "Improvement ratio, ρ"  # large type is long
    values = [t["y"] for t in traces]
    y_axis = axis("y", title, look) | log_axis(values, look) | _padded(values)
    x_axis = axis("x", "Synthetic data: decay α", look)
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
    figure = Figure(traces, layout)
    return Picture(figure, _alt(alpha, here, landmarks))


def ratio_curves_picture(
    alphas: Floats,
    curves: Mapping[tuple[str, int], Floats],
    *,
    here: float | None,
    look: Look,
) -> Picture:
    """Draw ρ against α, one line per family and d.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from (family, d) to ρ at `alphas`, shape (n,); at most three different d
    here : the α to mark, if any
    look : theme, and size of type and lines
    """
    dims = sorted({d for _, d in curves})
    traces = []
    for (family, d), rho in curves.items():
        own = FAMILIES[family]
        line = own.line(look) | {"dash": DASHES[dims.index(d) % len(DASHES)]}
        traces.append(
            scatter(
                x=alphas,
                y=positive(rho),
                name=f"{WORDS[family]}, d = {d:,}",
                uid=f"{family} {d}",
                mode="lines+markers",
                line=line,
                hovertemplate="%{y:.3g}",
                marker=own.marker(look, 7) | {"maxdisplayed": MARKERS_SHOWN},
            )
        )
    figure = framed(
        traces,
        x="Decay exponent of the moments, α",
        y="Improvement ratio, ρ",
        x_log=False,
        height=CURVES_HEIGHT,
        look=look,
    )
    if here is not None:
        mark_x(figure, here, "the sidebar's α", log=False, look=look)
    ends = ", ".join(
        f"{rho[0]:.2g} for {family} with d = {d}" for (family, d), rho in curves.items() if len(rho)
    )
    at = f" At α = {alphas[0]:g} it is {ends}." if ends else ""
    return Picture(
        figure,
        f"Improvement ratio against the decay exponent: 1 at α = 0, and smaller for lower α and "
        f"for larger d.{at}",
    )


def scale_free_picture(
    factors: Floats,
    rho: Floats,
    H: Floats,
    *,
    family: str,
    look: Look,
) -> Picture:
    """Draw ρ and H against the factor c of all rows.

    Parameters
    ----------
    factors, rho, H : (n,) arrays
    family : "ridge" or "lasso"
    look : theme, and size of type and lines
    """
    grey = {"color": look.palette[GREY], "dash": "dot", "width": look.line_width}
    traces = [
        scatter(
            x=factors,
            y=positive(values),
            name=name,
            uid=uid,
            mode="lines",
            line=line,
            hovertemplate="%{y:.3g}",
        )
        for uid, name, values, line in (
            ("rho", WORDS[family], rho, FAMILIES[family].line(look)),
            ("H", f"H = {family_facts(family).H_html}", H, grey),
        )
    ]
    figure = framed(traces, x="Factor of all rows, c", y="ρ and H", look=look)
    mark_x(figure, 1, "in the unit ball", look=look)
    return Picture(
        figure,
        f"When all rows are multiplied by c, the {family} ratio ρ stays {between(rho)}, while H "
        f"grows like c²: {between(H)}.",
    )


def _padded(values: Sequence[object]) -> dict[str, object]:
    """Return the range of a logarithmic axis with some room beyond the values; {} if none is."""
    drawn = np.concatenate([np.zeros(0), *(np.asarray(v, dtype=float) for v in values)])
    drawn = np.log10(drawn[drawn > 0])
    if not drawn.size:
        return {}
    low, high = float(drawn.min()), float(drawn.max())
    room = PADDING * (high - low) or PADDING
    return {"range": [low - room, high + room]}


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
        x=x,
        y=positive(np.array(y)),
        uid=uid,
        xaxis=on,
        mode="markers",
        legendgroup=family,
        showlegend=False,
        name=WORDS[family],
        marker=FAMILIES[family].marker(look, size),
        hovertemplate="%{x}: %{y:.3g}",
    )


def _alt(alpha: float | None, here: Mapping[str, float], landmarks: tuple[Landmark, ...]) -> str:
    places = " and ".join(f"{rho:.3g} for {name}" for name, rho in here.items())
    where = f"At α = {alpha:g}" if alpha is not None else "For the chosen data"
    beside = f" On the right are {len(landmarks)} data sets." if landmarks else ""
    return (
        f"Improvement ratio against the decay exponent: 1 at α = 0, and smaller for lower α. "
        f"{where} it is {places}.{beside}"
    )
