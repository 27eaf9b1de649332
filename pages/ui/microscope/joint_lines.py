"""The lines of a joint algorithm with the numbers of one step."""

from __future__ import annotations

from aelr_core.algorithms import algorithm
from aelr_core.analysis.one_step import JointFrame, Scene, is_new_block, looks, pair_probabilities
from aelr_core.norms import one_norm, two_norm
from aelr_core.textbook import jaelr, jaerr
from pages.ui.microscope.joint_words import SCORES
from pages.ui.microscope.lines import Line, in_a_list, numbers, short, some, sparse
from pages.ui.numerals import signed

STEP_SIZE = {
    "ridge": r"$\eta \leftarrow \frac{1/2}{A\sqrt{1 + t/d}}$",
    "lasso": r"$\eta \leftarrow \frac{0.7}{B\,A\sqrt{1 + t/d}}$",
}


def lines(frame: JointFrame, place: Scene, word: str) -> str:
    """Return the algorithm's lines with the numbers of this step, as Markdown."""
    return in_a_list(listing(frame, place, word))


def listing(frame: JointFrame, place: Scene, word: str) -> list[Line]:
    """Return the lines of a joint algorithm for one step."""
    learns = algorithm(place.keys[word]).learns_moments
    names = tuple(short(name) for name in place.names)
    found = [
        *_sample(frame, place, names),
        (STEP_SIZE[place.family], f"η = {signed(frame.step.eta)}"),
        *_update(frame.step),
        *([_learnt(frame, names)] if learns else []),
    ]
    return [Line(str(n), text, gave) for n, (text, gave) in enumerate(found, start=1)]


def _sample(frame: JointFrame, place: Scene, names: tuple[str, ...]) -> list[tuple[str, str]]:
    step, block, S = frame.step, frame.step.block, frame.step.sample.S
    pi = pair_probabilities(frame)
    when = "new in this step" if is_new_block(frame) else "as before"
    return [
        (
            rf"every few steps: $\pi_i \propto {SCORES[place.family]}$, at most a cap, sum $k + 1$",
            f"{when}; A = {signed(block.A, 4)}; next at step {block.next + 1}",
        ),
        (
            r"draw $S$, $k + 1$ different attributes, observe $x[i]$ for $i \in S$",
            f"S = {some(names[i] for i in S)}; x = {numbers(step.x)}",
        ),
        (
            r"$\pi_{ij} = P(i, j \in S)$ for every pair",
            f"π between {signed(pi.diagonal().min())} and {signed(pi.diagonal().max())}, every πᵢⱼ "
            f"at least {signed(pi.min())}",
        ),
        (
            r"$\tilde g_i \leftarrow x_i\big[\sum_{j \in S, j \ne i} \frac{w_j x_j}{\pi_{ij}} + "
            r"\frac{w_i x_i - y}{\pi_i}\big]$",
            f"g̃ = {sparse(step.g_tilde, S, names)}",
        ),
    ]


def _update(step: jaerr.Step | jaelr.Step) -> list[tuple[str, str]]:
    if isinstance(step, jaerr.Step):
        inside = "" if step.projected else ": inside the ball"
        return [
            (
                r"$w \leftarrow v\,B/\max(\|v\|_2, B)$, $v = w - \eta\,\tilde g$",
                f"‖v‖₂ = {signed(float(two_norm(step.v)), 4)}, "
                f"‖w‖₂ = {signed(float(two_norm(step.w_next)), 4)}{inside}",
            )
        ]
    return [
        (
            r"$\theta_i \leftarrow \theta_i - \mathrm{clip}(\eta\,\tilde g_i, 1)$",
            f"θ = {numbers(step.theta_next[step.sample.S])}",
        ),
        (
            r"$w_i \leftarrow B\sinh\theta_i/\sum_j\cosh\theta_j$",
            f"‖w‖₁ = {signed(float(one_norm(step.w_next)), 4)}",
        ),
    ]


def _learnt(frame: JointFrame, names: tuple[str, ...]) -> tuple[str, str]:
    S = frame.step.sample.S
    return (
        r"count the looks $n_i$ and add up $x_i^2$, for the next estimate of $M$",
        f"n = {sparse(looks(frame), S, names)}; M̂ so far = {sparse(frame.step.block.M, S, names)}",
    )
