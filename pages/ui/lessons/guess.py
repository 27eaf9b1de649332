"""A guess about a hidden curve: set by the student, drawn as it is set, compared with the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import streamlit as st

from aelr_core.analysis.learning import View, series_of, target_of, values_at
from aelr_core.experiments import Curve, ExperimentSpec, Result

# What is guessed: the last error, after how many attributes the target is reached, the rank among
# all curves at the end, or the errors after these shares of the attributes.
LEVEL, PLACE, ORDER, CURVE = "level", "place", "order", "curve"
SHARES = {0.2: "After a fifth", 0.5: "After half", 1.0: "At the end"}
HIGHEST, MIDDLE = 1.1, 0.5
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

Points = tuple[tuple[float, float], ...]
# Between the guesses of a class: no line goes from one to the next.
GAP = (math.nan, math.nan)
# By how much equal guesses of a class are moved apart, as a share of the width and of the height.
APART = 0.04


@dataclass(frozen=True)
class Guess:
    """What a student thinks: numbers of one kind."""

    kind: str
    values: tuple[float, ...]

    def points(self, result: Result, key: str) -> Points:
        """Return where it is drawn: attributes and test error; `key` is the hidden algorithm's."""
        if self.kind == PLACE:
            target = target_of(result, View())
            return () if target is None else ((self.values[0], target),)
        end = attributes(result.spec)
        if self.kind == ORDER:
            return ((end, _between(self.values[0], _other_ends(result, key))),)
        shares = SHARES if self.kind == CURVE else [1.0]
        return tuple((share * end, y) for share, y in zip(shares, self.values, strict=True))

    def verdict(self, result: Result, curve: Curve, whose: str = "You said") -> str:
        """Return the guess beside what the run gave, in a sentence."""
        if self.kind == PLACE:
            reached = series_of(curve, View(), target_of(result, View())).reach_x
            actual = "it never gets there" if reached is None else f"it takes {reached:,.0f}"
            return f"{whose} {self.values[0]:,.0f} attributes; {actual}."
        if self.kind == ORDER:
            mine = values_at(curve, [1.0])[0]
            others = _other_ends(result, curve.algorithm)
            rank = 1 + sum(end < mine for end in others)
            guessed, actual = ORDINALS[int(self.values[0]) - 1], ORDINALS[rank - 1]
            return f"{whose} {guessed}; it ends {actual} of {len(others) + 1}, at {mine:.2f}."
        if self.kind == LEVEL:
            value, end = self.values[0], values_at(curve, [1.0])[0]
            return f"{whose} {value:.2f}; it ends at {end:.2f}, {abs(value - end):.2f} away."
        there = values_at(curve, [*SHARES])
        off = sum(abs(a - b) for a, b in zip(self.values, there, strict=True)) / len(there)
        drawn, actual = (", ".join(f"{y:.2f}" for y in ys) for ys in (self.values, there))
        return f"{whose} {drawn}; the curve has {actual}. That is {off:.2f} away on average."


def middle(guesses: Sequence[Guess]) -> Guess:
    """Return the guess in the middle of many, number by number.

    >>> middle([Guess("curve", (0.1, 0.6)), Guess("curve", (0.3, 0.2)), Guess("curve", (0.2, 0.1))])
    Guess(kind='curve', values=(0.2, 0.2))
    """
    return Guess(
        guesses[0].kind, tuple(map(median, zip(*(g.values for g in guesses), strict=True)))
    )


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
                max(0.0, x + (min(aside, 0) if one.kind != PLACE else 0) * 2 * APART * width),
                y + (up * APART if one.kind in (PLACE, ORDER) else 0),
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
    return 0, HIGHEST, len(SHARES) if kind == CURVE else 1


def attributes(spec: ExperimentSpec) -> int:
    """Return the number of attributes that a run sees."""
    return spec.examples * spec.budget


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
    """Draw the control of a guess."""
    if kind == ORDER:
        many = len(spec.algorithms)
        st.segmented_control(
            "Place at the end, the lowest error first",
            range(1, many + 1),
            format_func=lambda rank: ORDINALS[rank - 1],
            default=_middle(spec),
            required=True,
            key=_key(kind, 0),
        )
        return
    if kind == PLACE:
        most = attributes(spec)
        step = max(1, most // 100)
        st.slider("Attributes it needs", step, most, most // 2, step, key=_key(kind, 0))
        return
    labels = [*SHARES.values()] if kind == CURVE else ["Test error at the end"]
    for n, (column, label) in enumerate(zip(st.columns(len(labels)), labels, strict=True)):
        column.slider(label, 0.0, HIGHEST, MIDDLE, 0.01, key=_key(kind, n))


def current(kind: str, spec: ExperimentSpec) -> Guess:
    """Return the guess as its control stands."""
    usual = {PLACE: attributes(spec) // 2, ORDER: _middle(spec)}.get(kind, MIDDLE)
    many = len(SHARES) if kind == CURVE else 1
    given = (st.session_state.get(_key(kind, n)) for n in range(many))
    return Guess(kind, tuple(float(usual if value is None else value) for value in given))


def _middle(spec: ExperimentSpec) -> int:
    return (len(spec.algorithms) + 1) // 2


def _key(kind: str, n: int) -> str:
    return f"guess_{kind}_{n}"
