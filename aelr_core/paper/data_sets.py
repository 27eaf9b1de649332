"""Remarks on the data sets of a panel: whose parameters carry over, and how much the sets differ.

Parameters are searched on the first data set and used on all. If that set is easier than the
others, every curve is lower on it, whatever its parameters; so a curve is compared with the others
of its panel. Let f be its mean loss on the first set, g that on the others, at the same number of
attributes, and r the median of g/f over the curves of the panel. If its parameters carry over as
well as theirs, g is about r f. A remark is due where g exceeds both f and r f by more than the
panel's margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.experiments import Curve
from aelr_core.paper.verdicts import OVERALL, axis_of, places_on


@dataclass(frozen=True, eq=False)
class Split:
    """The mean losses of a curve at ten places: on the first data set and on the others, (10,)."""

    first: Floats
    others: Floats


def splits(curves: Mapping[str, Curve]) -> dict[str, Split]:
    """Return the curves of a panel with several data sets on the first and on the others."""
    places = places_on(OVERALL, axis_of(curves))

    def mean(curve: Curve, own: Floats) -> Floats:
        return np.asarray(
            np.interp(places, curve.attributes, curve.relative_loss[own].mean(axis=0))
        )

    return {
        name: Split(mean(c, c.data_sets == 0), mean(c, c.data_sets != 0))
        for name, c in curves.items()
        if c.data_sets is not None
    }


def does_not_carry_over(
    curves: Mapping[str, Curve], near: float, label: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the curves whose parameters, searched on the first data set, serve others less well.

    near : the panel's margin.
    """
    found = splits(curves)
    for name, excess in _excess(found).items():
        at = int(excess.argmax())
        if excess[at] <= near:
            continue
        split, ratio = found[name], _ratio(found)[at]
        attributes = places_on(OVERALL, axis_of(curves))[at]
        yield (
            f"{name}.elsewhere",
            name,
            f"The parameters of {label(name)} were searched on the first data set and serve the "
            f"others less well: at {attributes:,.0f} attributes its mean is "
            f"{split.first[at]:.2f} there and {split.others[at]:.2f} on the others. If it differed "
            f"between them as the other curves do, by a factor of {ratio:.2f}, it would be "
            f"{ratio * split.first[at]:.2f}.",
        )


def unlike_the_first(
    curves: Mapping[str, Curve], near: float, label: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield a remark if the first data set is easier, or harder, than the others for all curves.

    Curves whose parameters do not carry over are left out.
    """
    found = splits(curves)
    excess = _excess(found)
    fair = {name: split for name, split in found.items() if excess[name].max() <= near}
    gaps = np.array([(split.others - split.first).mean() for split in fair.values()])
    if (
        len(gaps) < 2
        or abs(np.median(gaps)) <= near
        or not (np.sign(gaps) == np.sign(gaps[0])).all()
    ):
        return
    ends = ", ".join(
        f"{label(name)}{'' if number else ' is'} at {split.first[-1]:.2f} and "
        f"{split.others[-1]:.2f}"
        for number, (name, split) in enumerate(fair.items())
    )
    yield (
        "data_sets",
        next(iter(fair)),
        "The first data set, on which parameters are searched, is "
        f"{'easier' if gaps[0] > 0 else 'harder'} than the others, whatever the algorithm. At the "
        f"end, on the first and on the others, {ends}.",
    )


def _excess(found: Mapping[str, Split]) -> dict[str, Floats]:
    """Return by how much each curve is higher on the others than it was and should be, (10,)."""
    ratio = np.maximum(_ratio(found), 1.0) if found else 1.0
    return {name: split.others - ratio * split.first for name, split in found.items()}


def _ratio(found: Mapping[str, Split]) -> Floats:
    """Return how many times higher losses are on the others than on the first, (10,)."""
    tiny = np.finfo(np.float64).tiny
    each = [split.others / np.maximum(split.first, tiny) for split in found.values()]
    return np.asarray(np.median(each, axis=0))
