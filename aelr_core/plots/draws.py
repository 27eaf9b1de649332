"""Where the draws go: how often each attribute is drawn, before a run and as it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aelr_core.algorithms import ALGORITHMS, by_word, in_legend
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats
from aelr_core.experiments import Curve
from aelr_core.letters import FAMILIES
from aelr_core.plots.frame import (
    HEIGHT,
    Picture,
    above_zero,
    between,
    framed,
    letters,
    positive,
    scatter,
)
from aelr_core.plots.theme import Look, Style, style

Named = Mapping[str, tuple[str, Floats]]
# A scheme that an algorithm uses is drawn in that algorithm's style, the same in both families.
SCHEMES = {
    "uniform": style(by_word("uniform", FAMILIES[0]).key),
    "known": style(by_word("known", FAMILIES[0]).key),
    "other": Style(6, "longdash", "triangle-down"),
    "careful": style(by_word("two-phased", FAMILIES[0]).key),
    "zero": Style(9, "longdashdot", "cross"),
}
ESTIMATES = ("careful", "zero")
# A key with this ending: the same algorithm at the end of a run.
AT_THE_END = "-at-the-end"
PROBABILITY, SHARE = "Probability of a draw, q<sub>i</sub>", "Share of the draws"


def shares_of_looks(
    facts: PriorFacts, keys: Sequence[str], curves: Mapping[str, Curve]
) -> dict[str, tuple[str, Floats]]:
    """Return names and shares, (d,), by key; a key with `AT_THE_END` is what a run ended with.

    For the paper's algorithms that is q; for ours, π divided by k + 1.

    Parameters
    ----------
    keys : the algorithms wanted; known moments and uniform sampling are there anyway
    curves : of a run with the same settings, by key
    """
    lines: dict[str, tuple[str, Floats]] = {}
    for entry in in_legend(facts.family):
        curve = curves.get(entry.key)
        known = entry.knows_moments and not entry.joint
        q = facts.q if known else entry.fixed_q(facts.d, None)
        if curve is not None and curve.q is not None:
            q = curve.q  # what was drawn by, whatever the entry's lanes are
        if q is not None:
            lines[entry.key] = entry.legend_name, q
        elif entry.joint and entry.key in keys:
            if entry.knows_moments:
                lines[entry.key] = f"{entry.legend_name}, start", facts.pi / facts.budget
            if curve is not None and curve.pi is not None:
                end = f"{entry.legend_name}, end"
                lines[entry.key + AT_THE_END] = end, curve.pi / facts.budget
    return lines


def algorithm_of(name: str) -> str:
    """Return the algorithm of a name in `shares_of_looks`."""
    return name.removesuffix(AT_THE_END)


def draws_of(
    shares: Named,
    facts: PriorFacts,
    *,
    by_number: bool = False,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw the `shares_of_looks`, the most drawn first or, `by_number`, in the data's order."""
    picture = distributions_picture(
        shares,
        None if by_number else facts.q,
        x="Attribute number, i" if by_number else "Attributes, most drawn first",
        y=SHARE,
        x_log=not by_number,
        look=look,
        height=height,
    )
    across, up = picture.figure.layout.xaxis, picture.figure.layout.yaxis
    across.tickformat, up.tickformat = ",", "~%"
    across.tickfont = up.tickfont = letters(look)
    if up.tickvals is not None:
        up.ticktext = [f"{100 * share:.12g}%" for share in up.tickvals]
    return picture


def distributions_picture(
    distributions: Named,
    by: Floats | None,
    *,
    x: str,
    y: str = PROBABILITY,
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
        its_style, points = SCHEMES.get(key) or style(algorithm_of(key)), _estimated(key)
        traces.append(
            scatter(
                x=np.arange(1, d + 1),
                y=positive(q)[ranks],
                name=words,
                uid=key,
                legendrank=[*distributions].index(key),
                hovertemplate="%{y:.3g}",
                mode="markers" if points else "lines",
                line=None if points else its_style.line(look),
                marker=its_style.marker(look, 5) if points else None,
            )
        )
    figure = framed(
        traces,
        x=x,
        y=y,
        log="x" * x_log + "y",
        # a zoom belongs to the axes on which it was made
        x_more={"uirevision": f"{x} {d}"},
        y_more={"uirevision": f"{d}", **_cut(distributions, least / max(d, 1))},
        height=height,
        look=look,
    )
    ends = "; ".join(f"{words}: {between(q)}" for words, q in distributions.values())
    return Picture(figure, f"{y.partition(',')[0]}, for each of {d} attributes. {ends}.")


def _estimated(key: str) -> bool:
    two_phased = key in ALGORITHMS and ALGORITHMS[key].two_phased
    return two_phased or key in ESTIMATES or key.endswith(AT_THE_END)


def _cut(distributions: Named, least: float) -> dict[str, object]:
    """Return the range of the y-axis, which may end at `least`.

    Always stated: Plotly would keep what it has found for a single level when others are added.
    """
    drawn = above_zero(q for _, q in distributions.values())
    if not drawn.size:
        return {}
    return {"range": [*np.log10([max(least, drawn.min()) / 1.5, drawn.max() * 1.5])]}
