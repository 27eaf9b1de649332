r"""The paper's synthetic data (its section 5.1): 0/1 attributes whose frequencies decay.

.. math:: u_i \propto i^\alpha, \qquad P(x_i = 1) = u_i \text{ independently}, \qquad
          y = \langle w^*, x \rangle

Since x² = x for 0 and 1, the second moments are M = u (not u²) and everything is known exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.dataset import Dataset, DatasetError, stream
from aelr_core.datasets.entry import FAMILY, SEED, Entry, Option
from aelr_core.datasets.scaling import BLOCK_NUMBERS, blocks, into_the_ball
from aelr_core.letters import DECAY, DIMENSION, letter
from aelr_core.norms import max_norm, one_norm, two_norm

# All rows of a data set together, in float64.
LARGEST_BYTES = 2 * 2**30
LASSO_NONZERO = 0.15  # of each sign
NO_TEST_ROWS = "Every test row of this seed is 0: raise test_examples or take another seed."


def synthetic_moments(alpha: float, dim: int, family: str) -> Floats:
    r"""Return M = u: :math:`u_i \propto i^\alpha` with ‖u‖₂ = 1 (ridge) or ‖u‖_∞ = 1 (lasso).

    >>> synthetic_moments(-1, 4, "lasso")
    array([1.        , 0.5       , 0.33333333, 0.25      ])
    """
    alpha, dim, family = DECAY("alpha", alpha), DIMENSION("dim", dim), letter("family", family)
    u = np.arange(1, dim + 1, dtype=np.float64) ** alpha
    return u / (two_norm(u) if family == "ridge" else max_norm(u))


def load(
    *,
    alpha: float,
    dim: int,
    examples: int,
    test_examples: int,
    seed: int,
    family: str,
    scaled: bool,
) -> Dataset:
    """Generate w*, the training rows and the test rows, each from its own stream of the seed.

    So more `examples` add training rows and change nothing else.
    """
    _refuse_too_large(examples + test_examples, dim)
    u = synthetic_moments(alpha, dim, family)
    rows = np.empty((examples + test_examples, dim))
    X_train, X_test = rows[:examples], rows[examples:]
    _fill(X_train, u, stream(seed, "training rows"))
    _fill(X_test, u, stream(seed, "test rows"))
    w_star, y_test = _draw_w_star(X_test, family, stream(seed, "w_star"))
    y_train = X_train @ w_star

    norm = "‖u‖₂" if family == "ridge" else "‖u‖_∞"
    chance = "equal probability" if family == "ridge" else "probability 0.15 each, else 0"
    steps = [
        f"u_i is proportional to i^{alpha:g}, with {norm} = 1.",
        "Each x_i is 1 with probability u_i and else 0, independently, so M = u exactly.",
        f"Each w*_i is −1 or +1 with {chance}.",
        "y = ⟨w*, x⟩, without noise.",
    ]
    s = 1.0
    if scaled and family == "ridge":
        s = into_the_ball(rows)
        steps.append(
            f"All rows were divided by s = {s:.6g}, the largest row norm, and w* was multiplied "
            "by s."
        )
    elif scaled:
        steps.append("The largest |x_i| is 1 already, so scaling changes nothing: s = 1.")
    return Dataset(
        name="synthetic",
        label=f"Synthetic, α = {alpha:g}, d = {dim}".replace("-", "−"),
        family=family,
        X_train=X_train,
        y_train=y_train,
        X_test=X_test,
        y_test=y_test,
        attributes=tuple(f"x{i}" for i in range(1, dim + 1)),
        moments=u / s**2,
        known_moments=u / s**2,
        means=u / s,
        w_star=w_star * s,
        norm_bound=float((two_norm if family == "ridge" else one_norm)(w_star * s)),
        scale=s,
        steps=tuple(steps),
    )


def _fill(rows: Floats, u: Floats, generator: np.random.Generator) -> None:
    """Fill `rows` (n, d) with independent 0/1 numbers, in row order: a longer fill only appends."""
    for block in blocks(rows):
        np.less(generator.random(rows[block].shape), u, out=rows[block])


def _draw_w_star(
    X_test: Floats, family: str, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Draw w* by the paper's rule, and draw again while y is 0 on every test row; return both.

    The condition is about the test rows because results are divided by the zero predictor's test
    loss. It ignores the training rows, so w* does not depend on how many there are.
    """
    if not X_test.any():
        raise DatasetError(NO_TEST_ROWS)
    draws = w_stars(X_test.shape[1], family, generator)
    # for a row that is not 0, a draw gives y = 0 with probability 0.7 at most
    return next((w, y) for w in draws if (y := X_test @ w).any())


def w_stars(dim: int, family: str, generator: np.random.Generator) -> Iterator[Floats]:
    """Yield draws of w*, (d,), by the paper's rule, without end."""
    while True:
        uniforms = generator.random(dim)
        if family == "ridge":
            yield np.where(uniforms < 0.5, -1.0, 1.0)
        else:
            is_zero = (uniforms >= LASSO_NONZERO) & (uniforms < 1 - LASSO_NONZERO)
            yield np.where(is_zero, 0.0, np.where(uniforms < 0.5, -1.0, 1.0))


def _refuse_too_large(rows: int, dim: int) -> None:
    size = rows * dim * 8
    if size > LARGEST_BYTES:
        most = LARGEST_BYTES // (8 * dim)
        raise DatasetError(
            f"{rows:,} rows of {dim:,} attributes would take {size / 2**30:.1f} GiB of memory, "
            f"more than the 2 GiB allowed: with dim = {dim:,}, examples and test_examples "
            f"together may be at most {most:,}."
        )


@dataclass(frozen=True, eq=False)
class Decays:
    """What is known of synthetic data at S values of α.

    Attributes
    ----------
    moments : (S, d) M = u.
    radius : (S,) the largest row norm, over training and test rows.
    largest_label : (S,) the largest abs(y).
    norm : (S,) ‖w*‖₂ (ridge) or ‖w*‖₁ (lasso).
    """

    moments: Floats
    radius: Floats
    largest_label: Floats
    norm: Floats


def decays(
    alphas: Sequence[float], *, dim: int, examples: int, test_examples: int, seed: int, family: str
) -> Decays:
    """Return what `load` finds, unscaled, at every α, without a table of rows for each.

    The rows of one seed come from the same uniforms: :math:`x_{ti} = 1` where
    :math:`U_{ti} < u_i`.
    """
    u = np.array([synthetic_moments(alpha, dim, family) for alpha in alphas])
    label, norm = np.zeros(len(alphas)), np.zeros(len(alphas))
    for w_star in w_stars(dim, family, stream(seed, "w_star")):
        W = np.column_stack([np.ones(dim), w_star])
        test = _largest(u, W, test_examples, stream(seed, "test rows"))
        longest, largest = np.maximum(
            test, _largest(u, W, examples, stream(seed, "training rows"))
        ).T
        if not test[:, 0].all():
            raise DatasetError(NO_TEST_ROWS)
        # the first draw that gives a label other than 0 on the test rows, as there
        new = (label == 0) & (test[:, 1] > 0)
        label[new], norm[new] = largest[new], (two_norm if family == "ridge" else one_norm)(w_star)
        if label.all():
            break
    radius = np.sqrt(longest) if family == "ridge" else np.minimum(longest, 1.0)
    return Decays(u, radius, label, norm)


def _largest(u: Floats, W: Floats, n: int, generator: np.random.Generator) -> Floats:
    """Return the largest abs(⟨w,x⟩) over n rows for each u (S, d) and w, a column of W: (S, 2)."""
    largest = np.zeros((len(u), W.shape[1]))
    W = W.astype(np.float32)  # whole numbers: sums of up to 10,000 of them are exact
    size = max(1, BLOCK_NUMBERS // len(W))
    for start in range(0, n, size):
        uniforms = generator.random((min(size, n - start), len(W)))
        for so_far, frequencies in zip(largest, u, strict=True):
            rows = (uniforms < frequencies).astype(np.float32)
            np.maximum(so_far, np.abs(rows @ W).max(axis=0), out=so_far)
    return largest


ENTRY = Entry(
    name="synthetic",
    label="Synthetic (the paper's data)",
    short="Synthetic",
    description="Independent 0/1 attributes whose frequencies decay like i^α.",
    provenance="Generated as in section 5.1 of Kukliansky and Shamir, 'Attribute Efficient Linear "
    "Regression with Data-Dependent Sampling'.",
    licence="None needed: the rows are generated when they are loaded.",
    task="regression",
    options=(
        Option(
            "alpha",
            "Decay of the moments, α",
            "number",
            -2.0,
            **DECAY.keywords,
            help="Attribute i matters in proportion to i^α. At 0 all attributes matter equally; "
            "the lower α, the fewer of them matter.",
            symbol="α",
        ),
        Option(
            "dim",
            "Attributes, d",
            "integer",
            500,
            **DIMENSION.keywords,
            help="Attributes per example.",
            symbol="d",
        ),
        Option(
            "examples",
            "Training examples, m",
            "integer",
            5_000,
            at_least=1,
            at_most=1_000_000,
            help="Training rows.",
            symbol="m",
        ),
        Option(
            "test_examples",
            "Test examples",
            "integer",
            5_000,
            at_least=1,
            at_most=1_000_000,
            help="Test rows.",
        ),
        SEED,
        FAMILY,
        Option(
            "scaled",
            "Scale into the unit ball",
            "flag",
            False,
            help="Divide the rows by the largest row norm, and multiply w* by it, as the theorems "
            "assume. Apart from the choice of the step size, the curves stay the same.",
            symbol="scaling into the unit ball",
        ),
    ),
    budgets={"ridge": 5, "lasso": 5},
    load=load,
    simulated=True,
)
