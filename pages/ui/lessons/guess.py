"""A guess about a hidden curve: set by the student, drawn as it is set, compared with the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import streamlit as st

from aelr_core.algorithms import by_word
from aelr_core.analysis.learning import View, series_of, target_of, values_at
from aelr_core.experiments import Curve, ExperimentSpec, Result

# What is guessed: the last error, after how many attributes the target is reached, the rank among
# all curves at the end, or whether it ends nearer to Uniform or to Chosen by size.
LEVEL, PLACE, ORDER, NEARER = "level", "place", "order", "nearer"
SIDES = ("Uniform", "half-way", "Chosen by size")
HIGHEST, MIDDLE = 1.1, 0.5
HALF_WAY = (1 / 3, 2 / 3)  # of the way from one side to the other
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

Points = tuple[tuple[float, float], ...]
# Between the guesses of a class: no line goes from one to the next.
GAP = (math.nan, math.nan)
# By how much equal guesses of a class are moved apart, as a share of the width and of the height.
APART = 0.03


@dataclass(frozen=True)
class Guess:
    """What a student thinks: numbers of one kind."""

    kind: str
    values: tuple[float, ...]

    def points(self, result: Result, key: str) -> Points:
        """Return where it is drawn: attributes and test error; `key` is the hidden algorithm's."""
        if self.kind == PLACE:
            target = target_of(result, View())
            return () if target is None else ((self.value, target),)
        end = attributes(result.spec)
        if self.kind == ORDER:
            return ((end, _between(self.value, _other_ends(result, key))),)
        if self.kind == NEARER:
            ends = _sides(result)
            share = (self.value - 1) / (len(SIDES) - 1)
            return ((end, ends[0] + share * (ends[1] - ends[0])),) if ends else ()
        return ((end, self.value),)

    @property
    def value(self) -> float:
        """The number."""
        return self.values[0]

    def words(self) -> str:
        """Return the guess in words."""
        if self.kind in (ORDER, NEARER):
            return (ORDINALS if self.kind == ORDER else SIDES)[int(self.value) - 1]
        return f"{self.value:,.0f} tests" if self.kind == PLACE else f"{self.value:.2f}"


def outcome(kind: str, result: Result, curve: Curve) -> str:
    """Return what the run gave, as the end of a sentence."""
    end = values_at(curve, [1.0])[0]
    if kind == PLACE:
        reached = series_of(curve, View(), target_of(result, View())).reach_x
        return "it never gets there" if reached is None else f"it takes {reached:,.0f} tests"
    if kind == ORDER:
        others = _other_ends(result, curve.algorithm)
        rank = 1 + sum(other < end for other in others)
        return f"it ends {ORDINALS[rank - 1]} of {len(others) + 1}, at {end:.2f}"
    if kind == NEARER and (ends := _sides(result)):
        share = (end - ends[0]) / ((ends[1] - ends[0]) or 1.0)
        side = 1 if HALF_WAY[0] <= share <= HALF_WAY[1] else 0 if share < HALF_WAY[0] else 2
        where = "about half-way" if side == 1 else f"nearer to {SIDES[side]}"
        return f"it ends {where}: {end:.2f}, between {ends[0]:.2f} and {ends[1]:.2f}"
    return f"it ends at {end:.2f}"


def middle(guesses: Sequence[Guess]) -> Guess:
    """Return the guess in the middle of many.

    >>> middle([Guess("level", (0.1,)), Guess("level", (0.3,)), Guess("level", (0.2,))])
    Guess(kind='level', values=(0.2,))
    """
    return Guess(guesses[0].kind, (median(one.value for one in guesses),))


def pooled(guesses: Sequence[Guess], result: Result, key: str) -> Points:
    """Return where the guesses of a class are drawn; equal ones are moved apart a little."""
    width = attributes(result.spec)
    points: list[tuple[float, float]] = []
    for n, one in enumerate(guesses):
        aside, up = (n * step % 1 - 0.5 for step in (0.618034, 0.754878))
        if n:
            points.append(GAP)
        points += [
            (
                x + (aside * APART * width if one.kind != PLACE else 0),
                y + (up * APART if one.kind != LEVEL else 0),
            )
            for x, y in one.points(result, key)
        ]
    return tuple(points)


def limits(kind: str, spec: ExperimentSpec) -> tuple[float, float, int]:
    """Return the smallest and the largest number that a guess may have, and how many numbers."""
    if kind == ORDER:
        return 1, len(spec.algorithms), 1
    if kind == PLACE:
        return 0, attributes(spec), 1
    if kind == NEARER:
        return 1, len(SIDES), 1
    return 0, HIGHEST, 1


def attributes(spec: ExperimentSpec) -> int:
    """Return the number of attributes that a run sees."""
    return spec.examples * spec.budget


def _sides(result: Result) -> tuple[float, ...]:
    """Return where Uniform and Chosen by size end; () if one of them is not there."""
    keys = (by_word(word, result.spec.family).key for word in ("uniform", "known"))
    curves = [result.curves[key] for key in keys if key in result.curves]
    there = len(curves) == 2 and all(len(one.attributes) for one in curves)
    return tuple(values_at(one, [1.0])[0] for one in curves) if there else ()


def _other_ends(result: Result, key: str) -> list[float]:
    """Return where the curves of the other algorithms end, the lowest first."""
    others = (one for name, one in result.curves.items() if name != key)
    return sorted(values_at(one, [1.0])[0] for one in others if len(one.attributes))


def _between(rank: float, ends: list[float]) -> float:
    """Return an error of this rank among others.

    >>> [round(_between(rank, [0.2, 0.4]), 3) for rank in (1, 2, 3)], _between(2, [])
    ([0.1, 0.3, 0.44], 0.5)
    """
    if not ends:
        return MIDDLE
    at = min(int(rank), len(ends) + 1) - 1
    below, above = [0.0, *ends][at], [*ends, 1.2 * ends[-1]][at]
    return (below + above) / 2


def collect(kind: str, spec: ExperimentSpec) -> None:
    """Draw the control of a guess; it stands at no guess until it is touched."""
    if kind in (ORDER, NEARER):
        words = ORDINALS[: len(spec.algorithms)] if kind == ORDER else SIDES
        st.segmented_control(
            "Place at the end, the lowest error first" if kind == ORDER else "It will end near",
            range(1, len(words) + 1),
            format_func=lambda number: words[number - 1],
            key=_key(kind),
        )
    elif kind == PLACE:
        most = attributes(spec)
        st.slider("Tests it needs", 0, most, 0, max(1, most // 100), key=_key(kind))
    else:
        st.slider("Test error at the end", 0.0, HIGHEST, 0.0, 0.01, key=_key(kind))


def current(kind: str) -> Guess | None:
    """Return the guess as its control stands; None until it is touched."""
    given = st.session_state.get(_key(kind))
    return Guess(kind, (float(given),)) if given else None


def _key(kind: str) -> str:
    return f"guess_{kind}"
