"""The paper's algorithm, line by line, with the numbers of one step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.norms import one_norm, two_norm
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.arguments import StepArguments
from pages.ui.microscope.scene import Frame

# Longer lists of numbers are cut.
MOST = 6
LONGEST_NAME = 24


@dataclass(frozen=True)
class Line:
    """A line of the paper's algorithm box: its number, its text in LaTeX, and what it gave."""

    number: str
    text: str
    gave: str


def listing(frame: Frame, given: StepArguments, names: tuple[str, ...]) -> list[Line]:
    """Return the lines of Algorithm 1 (ridge) or 3 (lasso) for one step."""
    step, q = frame.step, np.asarray(given["q"])
    names = tuple(short(name) for name in names)
    ridge = isinstance(step, gaerr.Step)
    one = 0 if ridge else 1  # Algorithm 3 computes w first, and so is one line ahead
    lines = [
        *([] if ridge else [_lasso_start(frame)]),
        Line(
            str(4 + one),
            r"pick $i_r$ with probability $q_{i_r}$, observe $x[i_r]$",
            f"i = {_words(names[i] for i in step.i)}; x[i] = {_numbers(step.x_i)}",
        ),
        Line(
            str(5 + one),
            r"$\tilde x_r \leftarrow x[i_r]\,e_{i_r}/q_{i_r}$",
            f"x[i]/q = {_numbers(step.x_i / q[step.i])}",
        ),
        Line(
            str(7 + one),
            r"$\tilde x \leftarrow \frac1{k_x}\sum_r \tilde x_r$",
            f"x̃ = {_sparse(step.x_tilde, step.i, names)}",
        ),
        _inner(frame, names, str(8 + one), ridge),
        Line(
            str(9 + one),
            r"$\tilde\varphi \leftarrow \frac1{k_\varphi}\sum_s \frac{w[j_s]}{p_{j_s}}x[j_s] - y$",
            f"φ̃ = {said(step.phi_tilde, 4)}, truly ⟨w, x⟩ − y = {said(frame.phi, 4)}",
        ),
        Line(
            str(10 + one),
            r"$\tilde g \leftarrow \tilde\varphi\,\tilde x$",
            f"g̃ = {_sparse(step.g_tilde, step.i, names)}",
        ),
    ]
    if isinstance(step, gaerr.Step):
        return [*lines, *_projection(step, given)]
    return [*lines, *_exponentiation(frame, step, given, names)]


def said(x: float, digits: int = 3) -> str:
    """Return a number with a proper minus, and no minus before 0.

    >>> said(-0.0), said(-1.7543, 4)
    ('0', '−1.754')
    """
    return f"{x + 0.0:.{digits}g}".replace("-", "−")


def short(name: str) -> str:
    """Return an attribute's name for a list of them.

    >>> short("pixel 5,4"), short("x3")
    ('(5,4)', 'x3')
    """
    if name.startswith("pixel "):
        return f"({name.removeprefix('pixel ')})"
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def sentence(frame: Frame, given: StepArguments) -> str:
    """Return what happened in this step, in plain words."""
    step = frame.step
    looked = f"looked at {frame.distinct} of {len(frame.x):,} attributes ({frame.spent} draws)"
    if step.p is None:
        inner = "knew ⟨w, x⟩ = 0 without looking, since w = 0"
    else:
        inner = f"took φ̃ = {said(step.phi_tilde)} for {said(frame.phi)}"
    if isinstance(step, gaerr.Step):
        end = (
            f"was projected back onto the ball ‖w‖₂ ≤ B = {said(given['B'])}"
            if step.projected
            else f"stayed inside the ball ‖w‖₂ ≤ B = {said(given['B'])}"
        )
    else:
        clipped = int((np.abs(step.g_tilde) > 1 / given["eta"]).sum())
        end = "changed by exponentiation" + (f", {clipped} coordinates clipped" if clipped else "")
    return f"Step {frame.t} {looked}, {inner}, and w {end}."


def _lasso_start(frame: Frame) -> Line:
    return Line(
        "3",
        r"$w \leftarrow (z^+ - z^-)\,B/(\|z^+\|_1 + \|z^-\|_1)$",
        f"‖w‖₁ = {said(float(one_norm(frame.step.w)), 4)}",
    )


def _inner(frame: Frame, names: tuple[str, ...], number: str, ridge: bool) -> Line:
    step = frame.step
    rule = r"w_j^2/\|w\|_2^2" if ridge else r"|w_j|/\|w\|_1"
    text = rf"choose $j_s$ with probability $p_j$ ($= {rule}$ in the paper), observe $x[j_s]$"
    if step.p is None:
        return Line(number, text, "w = 0: there is no p, ⟨w, x⟩ = 0, and the draws are spent")
    gave = (
        f"j = {_words(names[j] for j in step.j)}; x[j] = {_numbers(step.x_j)}; "
        f"p[j] = {_numbers(step.p[step.j])}"
    )
    return Line(number, text, gave)


def _projection(step: gaerr.Step, given: StepArguments) -> list[Line]:
    return [
        Line(
            "11",
            r"$v \leftarrow w - \eta\,\tilde g$",
            f"η = {said(given['eta'])}, ‖v‖₂ = {said(float(two_norm(step.v)), 4)}",
        ),
        Line(
            "12",
            r"$w_{t+1} \leftarrow v\,B/\max(\|v\|_2, B)$",
            f"B = {said(given['B'], 4)}, v times {said(step.scale, 4)}"
            + ("" if step.projected else ": inside the ball"),
        ),
    ]


def _exponentiation(
    frame: Frame, step: gaelr.Step, given: StepArguments, names: tuple[str, ...]
) -> list[Line]:
    before = frame.before
    assert isinstance(before, gaelr.State)
    moved = np.unique(step.i)
    with np.errstate(over="ignore"):
        plus, minus = np.exp(step.theta_next), np.exp(-step.theta_next)
    return [
        Line(
            "13",
            r"$\bar g[i] \leftarrow \mathrm{clip}(\tilde g[i], 1/\eta)$",
            f"1/η = {said(1 / given['eta'], 4)}; ḡ = {_sparse(step.g_clipped, step.i, names)}",
        ),
        Line(
            "14",
            r"$z^+[i] \leftarrow z^+[i]\,e^{-\eta\bar g[i]}$",
            f"z⁺ = {_sparse(before.z_plus, moved, names)} → {_numbers(plus[moved])}",
        ),
        Line(
            "15",
            r"$z^-[i] \leftarrow z^-[i]\,e^{+\eta\bar g[i]}$",
            f"z⁻ = {_sparse(before.z_minus, moved, names)} → {_numbers(minus[moved])}",
        ),
    ]


def _words(words: Iterable[str]) -> str:
    listed = list(words)
    more = f", … ({len(listed)} in all)" if len(listed) > MOST else ""
    return ", ".join(listed[:MOST]) + more


def _numbers(values: Floats) -> str:
    return _words(f"{said(value)}" for value in values)


def _sparse(values: Floats, at: Ints, names: tuple[str, ...]) -> str:
    """Return the drawn coordinates of a vector that is 0 elsewhere."""
    return _words(f"{names[i]}: {said(values[i])}" for i in np.unique(at))
