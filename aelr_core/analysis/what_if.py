"""What if: profiles of second moments, the map of ρ, every stop of α."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.analysis.plan import CHARACTERS_PER_NUMBER, pasted_numbers
from aelr_core.analysis.prior_facts import PriorFacts, of_numbers
from aelr_core.checks import Floats
from aelr_core.datasets.synthetic import decays
from aelr_core.experiments import ExperimentSpec
from aelr_core.families import family_facts
from aelr_core.letters import COUNT, DECAY, DIMENSION

LEAST, MOST = DIMENSION.keywords["at_least"], DIMENSION.keywords["at_most"]
MOST_CHARACTERS = CHARACTERS_PER_NUMBER * MOST


def power_law(alpha: float, d: int) -> Floats:
    r"""Return :math:`M_i = i^\alpha`, shape (d,), as in the paper's synthetic data.

    >>> power_law(-1, 4)
    array([1.        , 0.5       , 0.33333333, 0.25      ])
    """
    alpha, d = DECAY("alpha", alpha), DIMENSION("d", d)
    moments: Floats = np.arange(1, d + 1, dtype=np.float64) ** alpha
    return moments


def exponential(ratio: float, d: int) -> Floats:
    r"""Return :math:`M_i = r^{i-1}`, shape (d,): each moment is r times the one before.

    >>> exponential(0.5, 4)
    array([1.   , 0.5  , 0.25 , 0.125])
    """
    ratio = checks.number("ratio", ratio, above=0, at_most=1)
    moments: Floats = ratio ** np.arange(DIMENSION("d", d), dtype=np.float64)
    return moments


def block_sparse(strong: int, weak: float, d: int) -> Floats:
    """Return moments of 1 for the first `strong` attributes and `weak` for the others, (d,).

    >>> block_sparse(2, 0.1, 4)
    array([1. , 1. , 0.1, 0.1])
    """
    d = DIMENSION("d", d)
    strong = COUNT("strong", strong)
    weak = checks.number("weak", weak, at_least=0, at_most=1)
    return np.where(np.arange(d) < strong, 1.0, weak)


def pasted(text: str) -> Floats:
    """Return the moments in a text: numbers separated by spaces, commas, semicolons or line breaks.

    Raises
    ------
    ValueError
        With one sentence saying which entry cannot be used, or what is missing.

    Examples
    --------
    >>> pasted("4, 1; 0.25  0")
    array([4.  , 1.  , 0.25, 0.  ])
    >>> pasted("4, one")
    Traceback (most recent call last):
    ...
    ValueError: Entry 2, 'one', is not a number: write second moments such as 4, 1, 0.25.
    """
    return pasted_numbers(
        text, "second moment", least=LEAST, most=MOST, most_characters=MOST_CHARACTERS
    )


# ---- The map of ρ over the decay exponent α and the dimension d ----

STEEPEST, FLAT = (float(DECAY.keywords[end]) for end in ("at_least", "at_most"))
CURVE_ALPHAS = np.linspace(STEEPEST, FLAT, 81)
MAP_DIMS = np.unique(np.geomspace(LEAST, MOST, 45).round().astype(int))
# α to the nearest 1e-9 or so: [−4, 0] halved this often.
HALVINGS = 32


@dataclass(frozen=True)
class Place:
    """A data set: its ratio in one family, and the α of power-law data with the same d and ρ.

    `outside` means that no α down to −4 gives such a small ratio; `alpha` is then −4.
    `short` is its name on the map, if it has one.
    """

    label: str
    d: int
    rho: float
    alpha: float
    outside: bool
    short: str = ""
    uploaded: bool = False


def by_alpha(d: int, family: str) -> Floats:
    """Return ρ at `CURVE_ALPHAS`, for d attributes whose moments are i^α."""
    return family_facts(family).rho(np.array([power_law(alpha, d) for alpha in CURVE_ALPHAS]))


def over_alpha_and_d(family: str) -> Floats:
    """Return ρ at `MAP_DIMS` and `CURVE_ALPHAS`, shape (dims, alphas)."""
    return np.array([by_alpha(int(d), family) for d in MAP_DIMS])


def equivalent_alpha(rho: float, d: int, family: str) -> float:
    """Return the α in [−4, 0] at which power-law moments of d attributes have the ratio `rho`.

    The ratio is 1 at α = 0 and falls with α, so bisection finds it; a smaller ratio than that at
    −4 gives −4.

    >>> round(equivalent_alpha(0.5516, 500, "ridge"), 3)
    -1.0
    """
    low, high = STEEPEST, FLAT
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if family_facts(family).rho(power_law(middle, d)) < rho:
            low = middle
        else:
            high = middle
    return low


def place(
    label: str, M: ArrayLike, family: str, *, short: str = "", uploaded: bool = False
) -> Place:
    """Return the place of moments M, shape (d,), on the family's map."""
    rho, d = float(family_facts(family).rho(M)), np.shape(M)[-1]
    least = float(family_facts(family).rho(power_law(STEEPEST, d)))
    alpha = equivalent_alpha(rho, d, family)
    return Place(label, d, rho, alpha, outside=rho < least, short=short, uploaded=uploaded)


def sorted_shares(q: Floats) -> Floats:
    """Return q from the largest to the smallest, times d: 1 is the uniform share."""
    return np.sort(q)[::-1] * len(q)


# ---- Prior facts at every stop of α, for pictures that follow the slider ----

# As a slider has them, with two digits.
STOPS = tuple(float(alpha) for alpha in np.round(CURVE_ALPHAS, 2) + 0.0)
# More numbers than this take a second to draw.
MOST_NUMBERS = 20_000_000


def at_alpha(spec: ExperimentSpec, alpha: float) -> ExperimentSpec:
    """Return the same experiment on synthetic data of another α."""
    return replace(spec, options=tuple({**dict(spec.options), "alpha": alpha}.items()))


def at_every_stop(spec: ExperimentSpec) -> tuple[PriorFacts, ...]:
    """Return what `prior_facts` finds at every one of `STOPS`; () where that would take too long.

    spec : of synthetic data; its own α does not matter.
    """
    options: dict[str, Any] = dict(spec.options)
    dim, test_examples = int(options["dim"]), int(options["test_examples"])
    if (spec.examples + test_examples) * dim > MOST_NUMBERS:
        return ()
    decayed = decays(
        STOPS,
        dim=dim,
        examples=spec.examples,
        test_examples=test_examples,
        seed=spec.seed,
        family=spec.family,
    )
    facts = []
    for n, alpha in enumerate(STOPS):
        # rows that are divided by s, as an option, are in the ball; the others are by us
        s = float(decayed.radius[n]) if options["scaled"] and spec.family == "ridge" else 1.0
        radius, moments = float(decayed.radius[n]) / s, decayed.moments[n] / s**2
        scale = max(radius, 1.0)
        given = spec.norm_bound
        facts.append(
            of_numbers(
                at_alpha(spec, alpha),
                moments / scale**2,
                moments,
                scale=scale,
                radius=radius,
                label=float(decayed.largest_label[n]),
                B=float(decayed.norm[n]) * s if isinstance(given, str) else given,
            )
        )
    return tuple(facts)
