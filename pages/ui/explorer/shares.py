"""How the looks are shared among the attributes, by algorithm: before a run, and at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import ALGORITHMS, by_word, in_legend
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats
from aelr_core.experiments import Curve
from pages.ui.explorer import words
from pages.ui.figures.distributions import AT_THE_END


def shares_of_looks(
    here: PriorFacts, keys: Sequence[str], curves: Mapping[str, Curve]
) -> dict[str, tuple[str, Floats]]:
    """Return names and shares, (d,), by key; a key with `AT_THE_END` is what a run ended with.

    Parameters
    ----------
    keys : the algorithms wanted; known moments and uniform sampling are there anyway
    curves : of a run with the same settings, by key
    """
    lines: dict[str, tuple[str, Floats]] = {}
    for entry in in_legend(here.family):
        curve = curves.get(entry.key)
        known = entry.knows_moments and not entry.joint
        q = here.q if known else entry.fixed_q(here.d, None)
        if curve is not None and curve.q is not None:
            q = curve.q  # what was drawn by, whatever the entry's lanes are
        if q is not None:
            lines[entry.key] = entry.legend_name, q
        elif entry.joint and entry.key in keys:
            if entry.knows_moments:
                lines[entry.key] = f"{entry.legend_name}, start", here.pi / here.budget
            if curve is not None and curve.pi is not None:
                end = f"{entry.legend_name}, end"
                lines[entry.key + AT_THE_END] = end, curve.pi / here.budget
    return lines


def about_sampling(here: PriorFacts, curves: Mapping[str, Curve], *, ours: bool) -> str:
    """Return the caption: what to see, or what a two-phased run of `curves` never draws."""
    phased = curves.get(by_word("two-phased", here.family).key)
    if phased is not None and phased.unsampled is not None and phased.unsampled.any():
        return words.unsampled(here, phased, ours=ours)
    return words.sampling(here, ours=ours)


def key_of(name: str) -> str:
    """Return the algorithm of a name in `shares_of_looks`."""
    return name.removesuffix(AT_THE_END)


def in_brief(name: str) -> str:
    """Return the title of an image: the short name and, for ours, whether a run has ended."""
    entry = ALGORITHMS[key_of(name)]
    when = "" if not entry.joint else ", end" if name.endswith(AT_THE_END) else ", start"
    return entry.short + when
