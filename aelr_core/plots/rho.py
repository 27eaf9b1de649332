"""The improvement ratios ρ, against the decay of the moments and of data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.analysis.what_if import CURVE_ALPHAS, by_alpha
from aelr_core.checks import Floats
from aelr_core.datasets import DATASETS, bundled, facts_of
from aelr_core.experiments import ExperimentSpec
from aelr_core.letters import FAMILIES
from aelr_core.plots.frame import (
    HEIGHT,
    Figure,
    Picture,
    Trace,
    above_zero,
    axis,
    base_layout,
    log_axis,
    positive,
    scatter,
)
from aelr_core.plots.theme import FAMILY_STYLES, Look

WORDS = {"ridge": "ρ<sub>ridge</sub>", "lasso": "ρ<sub>lasso</sub>"}
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


def rho_of(spec: ExperimentSpec, facts: PriorFacts, *, look: Look, height: int = HEIGHT) -> Picture:
    """Draw ρ against α for as many attributes as an experiment has, its own, and of data sets."""
    ratios = {"ridge": facts.rho_ridge, "lasso": facts.rho_lasso}
    return ratios_picture(
        CURVE_ALPHAS,
        {family: by_alpha(facts.d, family) for family in FAMILIES},
        landmarks=landmarks(spec, ratios),
        alpha=facts.alpha,
        ratios=ratios,
        family=facts.family,
        look=look,
        height=height,
    )


def landmarks(spec: ExperimentSpec, ratios: Mapping[str, float]) -> tuple[Landmark, ...]:
    """Return the bundled data sets and a table, by falling ratio of the chosen family.

    ratios : the ratios by family of the data of the spec
    """
    marks = []
    for name in bundled():
        facts, chosen = facts_of(name), name == spec.data
        rho = ratios if chosen else {"ridge": facts.rho_ridge, "lasso": facts.rho_lasso}
        marks.append(Landmark(DATASETS[name].short, rho, chosen))
    if spec.entry.uploaded:
        marks.append(Landmark(spec.entry.short, ratios, chosen=True))
    return tuple(sorted(marks, key=lambda one: -one.rho[spec.family]))


def ratios_picture(
    alphas: Floats,
    curves: Mapping[str, Floats],
    *,
    landmarks: tuple[Landmark, ...] = (),
    alpha: float | None,
    ratios: Mapping[str, float],
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
    alpha, ratios : the visitor's α (None: the data are not synthetic), and ρ by family
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
                line=FAMILY_STYLES[name].line(look, thickness),
                hovertemplate="%{y:.3g}",
            )
        )
        if alpha is not None:
            traces.append(_marks(f"{name}-here", [alpha], [ratios[name]], name, look, LARGE))
    for name in curves:
        for chosen in (False, True):
            those = [one for one in landmarks if one.chosen is chosen]
            x, y = [one.name for one in those], [one.rho[name] for one in those]
            size = LARGE if chosen else SMALL
            if those:
                traces.append(_marks(f"{name}-data-{chosen}", x, y, name, look, size, "x2"))
    title = "Ratio, ρ" if look.projector else "Improvement ratio, ρ"  # large type is long
    values = [t["y"] for t in traces]
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "yaxis": axis("y", title, look) | log_axis(values, look) | _padded(values),
        "xaxis": axis("x", "Synthetic data: decay α", look)
        | {"domain": [0, SPLIT if landmarks else 1]},
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
    places = " and ".join(f"{rho:.3g} for {name}" for name, rho in ratios.items())
    where = f"At α = {alpha:g}" if alpha is not None else "For the chosen data"
    beside = f" On the right are {len(landmarks)} data sets." if landmarks else ""
    return Picture(
        Figure(traces, layout),
        f"Improvement ratio against the decay exponent: 1 at α = 0, and smaller for lower α. "
        f"{where} it is {places}.{beside}",
    )


def _padded(values: Sequence[object]) -> dict[str, object]:
    """Return the range of a logarithmic axis with some room beyond the values; {} if none is."""
    drawn = np.log10(above_zero(values))
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
        marker=FAMILY_STYLES[family].marker(look, size),
        hovertemplate="%{x}: %{y:.3g}",
    )
