"""A short run of the textbook, step by step: what each step draws, estimates and updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import Algorithm, by_word, step_size, words
from aelr_core.analysis.frames import PaperFrame, frames
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.designs import hard_budget
from aelr_core.designs.hard_budget import design, uniforms_per_step
from aelr_core.letters import FAMILIES
from aelr_core.modes import Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, split
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.arguments import StepArguments
from aelr_core.textbook.joint_rules import Arguments

STEPS = 60
# The paper's two ways to draw attributes, by the word of the algorithms that use them.
SCHEMES = ("known", "uniform")
# The algorithms that draw one joint sample, by their words; ours, not the paper's.
JOINT = tuple(word for word in words() if by_word(word, FAMILIES[0]).joint)
SOME_ROWS = 200
WELL_ABOVE = 1.6


@dataclass(frozen=True, eq=False)
class Scene:
    """The rows, draws and settings of a short run.

    Attributes
    ----------
    family : "ridge" or "lasso".
    keys : the algorithm of each word in `SCHEMES` and `JOINT`.
    X, y : (n, d), (n,) the rows used.
    rows : (STEPS,) the row of each step.
    names : the attributes' names.
    M : (d,) second moments.
    given : by scheme, the arguments of every step (q, k_x, k_phi, eta, B, M).
    joint : the same for each of `JOINT` (K, B, M, multiplier).
    U : (STEPS, k + 1) the uniforms of each step, the same for both schemes.
    joint_uniforms : (STEPS, `uniforms_per_step`) those of a joint sample; the same if K <= 16.
    image_shape : rows and columns of pixels, or None.
    seed : seed of the uniforms.
    """

    family: str
    keys: dict[str, str]
    X: Floats
    y: Floats
    rows: np.ndarray
    names: tuple[str, ...]
    M: Floats
    given: dict[str, StepArguments]
    joint: dict[str, Arguments]
    U: Floats
    joint_uniforms: Floats
    image_shape: tuple[int, int] | None
    seed: int

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    def q(self, scheme: str) -> Floats:
        """Return the distribution of the i-draws, (d,)."""
        return np.asarray(self.given[scheme]["q"])


def scene(
    dataset: Dataset,
    *,
    mode: Mode,
    budget: int,
    B: float,
    seed: int,
    example: int,
    moving: bool,
    factor: float,
) -> Scene:
    """Choose the rows, the draws and the arguments of a short run.

    Parameters
    ----------
    dataset : the data, in any units.
    mode : its split of the draws, and its p where moments are known.
    budget : k + 1.
    B : norm bound in the data's units.
    seed : seed of the uniforms, and of the order of rows if `moving`.
    example : index of the training row that every step uses.
    moving : whether each step uses another row instead, starting with this one.
    factor : multiple of the theorem's step size for `STEPS` steps, and of a joint algorithm's
        automatic one.
    """
    m = dataset.m
    used = (example + order(seed, 0, m, STEPS)) % m if moving else np.full(STEPS, example)
    used[0] = example
    kept, rows = np.unique(used, return_inverse=True)
    k_x, k_phi = split(budget, mode.split)
    M, family, s = dataset.known_moments, dataset.family, max(dataset.radius, 1.0)
    entries = {word: by_word(word, family) for word in (*SCHEMES, *JOINT)}
    given: dict[str, StepArguments] = {}
    for scheme in SCHEMES:
        entry = entries[scheme]
        inside = step_size(entry.key, d=dataset.d, m=STEPS, k=k_x, B=B * s, M=M / s**2)
        eta = float(theory.step_in_data_units(inside, s=s, family=family)) * factor
        given[scheme] = {
            "q": _q(entry, dataset),
            "k_x": k_x,
            "k_phi": k_phi,
            "eta": eta,
            "B": B,
            "M": M if entry.knows_moments and mode.p == "moment_aware" else None,
        }
    one_sample: dict[str, Arguments] = {
        word: {
            "K": budget,
            "B": B,
            "M": M if entries[word].knows_moments else None,
            "multiplier": factor,
        }
        for word in JOINT
    }
    return Scene(
        family=family,
        keys={word: entry.key for word, entry in entries.items()},
        X=np.asarray(dataset.X_train[kept], dtype=np.float64),
        y=dataset.y_train[kept],
        rows=rows,
        names=dataset.attributes,
        M=M,
        given=given,
        joint=one_sample,
        U=uniforms(seed, 0, 0, STEPS, budget),
        joint_uniforms=uniforms(seed, 0, 0, STEPS, uniforms_per_step(budget)),
        image_shape=dataset.image_shape,
        seed=seed,
    )


def first_draws(dataset: Dataset, *, mode: Mode, budget: int, seed: int) -> tuple[Ints, ...]:
    """Return what the first step draws for x_tilde by each of `SCHEMES`, and what JAERR draws."""
    k_x, _ = split(budget, mode.split)
    u = uniforms(seed, 0, 0, 1, budget)[0, :k_x]
    entries = (by_word(scheme, dataset.family) for scheme in SCHEMES)
    once = design(np.sqrt(dataset.known_moments), budget)  # at w = 0, in both families
    sample = hard_budget.draw(once, uniforms(seed, 0, 0, 1, uniforms_per_step(budget))[0])
    return *(draw(u, _q(entry, dataset)) for entry in entries), sample.S


def telling_example(dataset: Dataset, draws: Sequence[Ints] = ()) -> int:
    """Return the index of an instructive row: its label is not 0, its norm well above the mean.

    If possible it also has a non-zero value among each of the `draws`, the attributes that the
    first step draws: a step that sees only zeros changes nothing.
    """
    X, y = dataset.X_train[:SOME_ROWS], dataset.y_train[:SOME_ROWS]
    sizes = np.einsum("ij,ij->i", X, X)
    far = np.abs(sizes - WELL_ABOVE * dataset.known_moments.sum())
    blind = [~X[:, drawn].any(axis=1) for drawn in draws]
    return int(np.lexsort([far, *reversed(blind), y == 0])[0])


def film(place: Scene, scheme: str) -> list[PaperFrame]:
    """Return all steps of one scheme, in order."""
    book = gaerr if place.family == "ridge" else gaelr
    run = book.trace(place.X, place.y, place.rows, place.U, **place.given[scheme])
    return frames(place.X, place.y, place.rows, book.init(place.d), run)


def _q(entry: Algorithm, dataset: Dataset) -> Floats:
    q = entry.fixed_q(dataset.d, dataset.known_moments)
    assert q is not None  # the schemes have one phase
    return q
