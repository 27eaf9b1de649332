"""What phase one knows as its examples grow, and what its errors cost."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.distributions import SCHEMES
from pages.ui.figures.frame import Picture, between, framed, mark_x, positive, scatter
from pages.ui.theme import Look, Style

NEVER, ZEROS, LOST = Style(2, "dot", "square"), Style(6, "dash", "diamond"), Style(8, "solid", "x")
Y_WORDS = {"ridge": "Second moment, E‖x̃‖²", "lasso": "Largest E[x̃<sub>i</sub>²]"}
X_WORDS = "Examples of phase one, m<sub>1</sub>"


def unseen_picture(
    m1: Ints,
    never: Floats,
    zeros: Floats,
    lost: Floats,
    *,
    chosen: int,
    look: Look,
) -> Picture:
    """Draw what phase one has not seen yet, in percent.

    Parameters
    ----------
    m1 : (P,) array
    never, zeros : (P,) shares of the attributes never drawn, and drawn but always 0
    lost : (P,) share of E‖x‖² that phase two never sees if ε = 0
    chosen : the m₁ to mark, one of `m1`
    look : theme, and size of type and lines
    """
    curves = {
        "never": ("never drawn", never, NEVER),
        "zeros": ("drawn, but 0 each time", zeros, ZEROS),
        "lost": ("E‖x‖² lost if ε = 0", lost, LOST),
    }
    traces = [
        scatter(
            x=m1,
            y=100 * share,
            name=words,
            uid=uid,
            mode="lines+markers",
            line=style.line(look),
            marker=style.marker(look, 6),
            hovertemplate="%{y:.3g} %",
        )
        for uid, (words, share, style) in curves.items()
    ]
    figure = framed(traces, x=X_WORDS, y="Attributes, or E‖x‖² (%)", y_log=False, look=look)
    mark_x(figure, chosen, "m₁", top=True, look=look)
    shares = "".join(
        f" At m₁ = {chosen} they are {never[at]:.0%} and {zeros[at]:.0%}; {lost[at]:.1%} of the "
        f"second moment is lost without a safety margin."
        for at in np.flatnonzero(m1 == chosen)
    )
    return Picture(
        figure,
        f"Shares of the attributes that phase one has never drawn, or drawn but 0 each time, "
        f"against its examples.{shares}",
    )


def estimate_picture(
    m1: Ints,
    sizes: Floats,
    perfect: tuple[Floats, Floats],
    *,
    uniform: float,
    known: float,
    family: str,
    chosen: int,
    look: Look,
) -> Picture:
    """Draw the size of x̃ in phase two with the theory's ε, with uniform and with known moments.

    Parameters
    ----------
    m1, sizes : (P,) arrays
    perfect : two (R,) arrays, m₁ far beyond the data, and the size if phase one makes no error
    uniform, known : the levels of uniform sampling and of known moments
    family : "ridge", where the size is E‖x̃‖², or "lasso", where it is the largest E[x̃_i²]
    chosen : the m₁ to mark, one of `m1`
    look : theme, and size of type and lines
    """
    ends = perfect[0][[0, -1]] if len(perfect[0]) else perfect[0]
    levels = {"uniform": ("uniform", uniform), "known": ("known moments", known)}
    traces = [
        scatter(
            x=ends,
            y=[level] * len(ends),
            name=words,
            uid=key,
            mode="lines",
            line=SCHEMES[key].line(look),
            hovertemplate="%{y:.3g}",
        )
        for key, (words, level) in levels.items()
    ]
    traces.append(
        scatter(
            x=perfect[0],
            y=positive(perfect[1]),
            name="ε alone, no error in A",
            uid="perfect",
            mode="lines",
            line=ZEROS.line(look),
            hovertemplate="%{y:.3g}",
        )
    )
    traces.append(
        scatter(
            x=m1,
            y=positive(sizes),
            name="two-phased, ε of the theory",
            uid="careful",
            mode="lines+markers",
            line=SCHEMES["careful"].line(look),
            marker=SCHEMES["careful"].marker(look, 6),
            hovertemplate="%{y:.3g}",
        )
    )
    figure = framed(traces, x=X_WORDS, y=Y_WORDS[family], look=look)
    mark_x(figure, chosen, "", look=look)
    return Picture(
        figure,
        f"Second moment of the estimate of x in phase two, {between(sizes)} for the examples of "
        f"phase one shown; uniform sampling {uniform:.3g}, known moments {known:.3g}.",
    )
