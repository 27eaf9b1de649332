"""A guess about a hidden curve: set with sliders, drawn as it is set, compared with the run."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from aelr_core.analysis.series import View, series_of, target_of, values_at
from aelr_core.experiments import Curve, ExperimentSpec, Result

# What is guessed: the last error, after how many attributes the target is reached, or the errors
# after these shares of the attributes.
LEVEL, PLACE, CURVE = "level", "place", "curve"
SHARES = {0.2: "After a fifth", 0.5: "After half", 1.0: "At the end"}
HIGHEST, MIDDLE = 1.1, 0.5

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Guess:
    """What a student thinks: numbers of one kind."""

    kind: str
    values: tuple[float, ...]

    def points(self, result: Result) -> Points:
        """Return where it is drawn: attributes and test error."""
        if self.kind == PLACE:
            target = target_of(result, View())
            return () if target is None else ((self.values[0], target),)
        shares = SHARES if self.kind == CURVE else [1.0]
        end = attributes(result.spec)
        return tuple((share * end, y) for share, y in zip(shares, self.values, strict=True))

    def verdict(self, result: Result, curve: Curve) -> str:
        """Return the guess beside what the run gave, in a sentence."""
        if self.kind == PLACE:
            reached = series_of(curve, View(), target_of(result, View())).reach_x
            found = "it never gets there" if reached is None else f"it takes {reached:,.0f}"
            return f"You said {self.values[0]:,.0f} attributes; {found}."
        if self.kind == LEVEL:
            said, end = self.values[0], values_at(curve, [1.0])[0]
            return f"You said {said:.2f}; it ends at {end:.2f}, {abs(said - end):.2f} away."
        there = values_at(curve, [*SHARES])
        off = sum(abs(a - b) for a, b in zip(self.values, there, strict=True)) / len(there)
        drawn, found = (", ".join(f"{y:.2f}" for y in ys) for ys in (self.values, there))
        return f"You drew {drawn}; the curve has {found}. That is {off:.2f} away on average."


def attributes(spec: ExperimentSpec) -> int:
    """Return the number of attributes that a run sees."""
    return spec.examples * spec.budget


def collect(kind: str, spec: ExperimentSpec) -> None:
    """Draw the sliders of a guess."""
    if kind == PLACE:
        most = attributes(spec)
        step = max(1, most // 100)
        st.slider("Attributes it needs", step, most, most // 2, step, key=_key(kind, 0))
        return
    labels = [*SHARES.values()] if kind == CURVE else ["Test error at the end"]
    for n, (column, label) in enumerate(zip(st.columns(len(labels)), labels, strict=True)):
        column.slider(label, 0.0, HIGHEST, MIDDLE, 0.01, key=_key(kind, n))


def current(kind: str, spec: ExperimentSpec) -> Guess:
    """Return the guess as the sliders stand."""
    usual = attributes(spec) // 2 if kind == PLACE else MIDDLE
    many = len(SHARES) if kind == CURVE else 1
    given = (st.session_state.get(_key(kind, n), usual) for n in range(many))
    return Guess(kind, tuple(float(value) for value in given))


def _key(kind: str, n: int) -> str:
    return f"guess_{kind}_{n}"
