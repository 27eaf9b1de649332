"""What stands below the learning curves: the attributes that algorithms need for an error."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import Series, View
from pages.ui.explorer.words import UNITS
from pages.ui.numerals import fewer, listed


def needed(
    series: Sequence[Series],
    target: float | None,
    view: View,
    *,
    other: bool = False,
    alike: bool = False,
) -> str:
    """Return the attributes needed to reach the target, the cheapest algorithm first.

    Choosing by size and uniform sampling come last where they are compared.

    other : whether the run had other settings than the current ones
    alike : whether attributes are alike; a difference is then one of chance and of step sizes, and
        no saving
    """
    if target is None:
        return "One line per algorithm, with the spread of its runs."
    there = sorted(
        (one.reach.attributes, str(one.reach).replace("at most", "≤"), one.key)
        for one in series
        if one.reach is not None and one.reach.kept
    )
    reaches = [(ALGORITHMS[one.key].short, one.reach) for one in series if one.reach is not None]
    missing = [name for name, reach in reaches if reach.attributes is None]
    lost = [name for name, reach in reaches if reach.lost]
    again = ""
    if lost:
        one = len(lost) == 1
        again = f" {listed(lost)} {'reaches it, but ends' if one else 'reach it, but end'} above."
    if not there:
        if lost:
            return f"No algorithm ends at {UNITS[view.value]} {target:.3g} or below.{again}"
        return f"No algorithm reaches {UNITS[view.value]} {target:.3g}."
    # those that see full rows are there to compare with; the table has them too
    own = [one for one in there if ALGORITHMS[one[2]].budgeted] or there
    numbers = {key: f"{ALGORITHMS[key].does} {number}" for _, number, key in own}
    said = ", ".join(_compared(numbers, _gain(series, view), alike=alike))
    never = ""
    if missing:
        never = f" {listed(missing)} never {'reaches' if len(missing) == 1 else 'reach'} it."
    what = "Other run, attributes" if other else "Attributes measured"  # for two lines in all
    return f"{what} for {UNITS[view.value]} {target:.3g}: {said}.{never}{again}"


def _compared(numbers: dict[str, str], gain: str, *, alike: bool) -> list[str]:
    """Return the phrases; those of choosing by size and of uniform sampling last, with the gain."""
    keys = {ALGORITHMS[key].word: key for key in numbers}
    pair = [keys[word] for word in ("known", "uniform") if word in keys]
    if not (gain or alike) or len(pair) < 2:
        return [*numbers.values()]
    known, uniform = (numbers[key] for key in pair)
    others = [phrase for key, phrase in numbers.items() if key not in pair]
    if alike:
        return [*others, f"{known}, {uniform} (gap by chance)"]
    return [*others, f"{known}, **{gain}** than {uniform}"]


def _gain(series: Sequence[Series], view: View) -> str:
    """Return how many times fewer attributes choosing by size needs, where uniform sampling ends.

    It is "" where there is nothing to compare.
    """
    by_word = {ALGORITHMS[one.key].word: one.reach for one in series}
    known, uniform = by_word.get("known"), by_word.get("uniform")
    if view.target is not None or known is None or uniform is None:
        return ""
    if not known.kept or not known.attributes or not uniform.attributes:
        return ""
    often = fewer(known.attributes / uniform.attributes)
    if often == "none":
        return ""
    least = "at least " if known.at_most else ""
    return f"{least}{often}"
