"""Sampling distributions: how often each attribute is drawn, and how unequally."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.checks import Floats
from aelr_core.letters import FAMILIES
from pages.ui.figures.frame import HEIGHT, Picture, between, framed, mark_x, positive, scatter
from pages.ui.theme import Look, Style, style


def _used_by(word: str) -> Style:
    """Return the style of the algorithms with this word, which is the same in both families."""
    return style(by_word(word, FAMILIES[0]).key)


# A scheme that an algorithm uses is drawn in that algorithm's style.
SCHEMES = {
    "uniform": _used_by("uniform"),
    "known": _used_by("known"),
    "other": Style(6, "longdash", "triangle-down"),
    "careful": _used_by("two-phased"),
    "zero": Style(9, "longdashdot", "cross"),
}
ESTIMATES = ("careful", "zero")
# A key with this ending: the same algorithm at the end of a run.
AT_THE_END = "-at-the-end"
MOST_POINTS = 400
Named = Mapping[str, tuple[str, Floats]]


def distributions_picture(
    distributions: Named,
    by: Floats | None,
    *,
    x: str,
    y: str = "Probability of a draw, q<sub>i</sub>",
    x_log: bool,
    least: float = 0.0,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw q_i, one line per distribution; what a run has learnt, which is irregular, as points.

    Parameters
    ----------
    distributions : words and q, (d,), by the key of an algorithm or of `SCHEMES`
        A probability of 0 has no place on a logarithmic axis and leaves a gap. A key that ends in
        `AT_THE_END` is drawn as points.
    by : (d,) array: attributes stand in falling order of it; None: in the order of the data
    x, y : titles of the axes
    x_log : whether it is logarithmic
    least : a share of the uniform probability; smaller ones are outside the picture
    look, height : theme, and size of type and lines; height in pixels
    """
    d = max((len(q) for _, q in distributions.values()), default=0)
    ranks = np.arange(d) if by is None else np.argsort(-by, kind="stable")
    traces = []
    # points lie under the lines, whatever the order of the legend
    for key, (words, q) in sorted(distributions.items(), key=lambda one: not _estimated(one[0])):
        points = _estimated(key)
        traces.append(
            scatter(
                x=np.arange(1, d + 1),
                y=positive(q)[ranks],
                name=words,
                uid=key,
                legendrank=[*distributions].index(key),
                hovertemplate="%{y:.3g}",
                mode="markers" if points else "lines",
                line=None if points else _style(key).line(look),
                marker=_style(key).marker(look, 5) if points else None,
            )
        )
    figure = framed(
        traces,
        x=x,
        y=y,
        x_log=x_log,
        # a zoom belongs to the axes on which it was made
        x_more={"uirevision": f"{x} {d}"},
        y_more={"uirevision": f"{d}", **_cut(distributions, least / max(d, 1))},
        height=height,
        look=look,
    )
    ends = "; ".join(f"{words}: {between(q)}" for words, q in distributions.values())
    return Picture(figure, f"{y.partition(',')[0]}, for each of {d} attributes. {ends}.")


def shares_picture(shares: Named, *, top: float, look: Look, height: int = HEIGHT) -> Picture:
    """Draw the share of the draws that the n most drawn attributes get, against n.

    Parameters
    ----------
    shares : words and the share of the n most drawn attributes, (d,), by a key of `SCHEMES`
    top : the fraction of attributes to mark
    look, height : theme, and size of type and lines; height in pixels
    """
    traces = []
    for key, (words, share) in shares.items():
        d = len(share)
        at = np.unique(np.linspace(0, d, MOST_POINTS).round().astype(int))
        traces.append(
            scatter(
                x=100 * at / max(d, 1),
                y=100 * np.concatenate([[0.0], share])[at],
                name=words,
                uid=key,
                mode="lines",
                line=_style(key).line(look),
                hovertemplate="%{y:.1f} %",
            )
        )
    figure = framed(
        traces,
        x="Attributes, each scheme's most drawn first (%)",
        y="Share of the draws (%)",
        x_log=False,
        y_log=False,
        height=height,
        look=look,
    )
    mark_x(figure, 100 * top, f"top {top:.0%}", log=False, look=look)
    said = "; ".join(
        f"{words}: {share[max(1, round(top * len(share))) - 1]:.0%}"
        for words, share in shares.values()
        if len(share) and top > 0
    )
    return Picture(figure, f"Share of the draws that the top {top:.0%} of attributes get. {said}.")


def _style(key: str) -> Style:
    return SCHEMES[key] if key in SCHEMES else style(key.removesuffix(AT_THE_END))


def _estimated(key: str) -> bool:
    two_phased = key in ALGORITHMS and ALGORITHMS[key].two_phased
    return two_phased or key in ESTIMATES or key.endswith(AT_THE_END)


def _cut(distributions: Named, least: float) -> dict[str, object]:
    """Return the range of the y-axis that ends at `least`, if anything is below it."""
    drawn = np.concatenate([np.zeros(0), *(q for _, q in distributions.values())])
    drawn = drawn[np.isfinite(drawn) & (drawn > 0)]
    if not drawn.size or drawn.min() >= least:
        return {}
    return {"range": [*np.log10([least / 1.5, drawn.max() * 1.5])]}
