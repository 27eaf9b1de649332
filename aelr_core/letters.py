"""The domain of every letter of the paper, declared once, and the decorator that checks it.

A function says which letters it takes by the names of its arguments; `checked` converts and
checks them, so that the body is the equation:

>>> @checked
... def variance(*, M: Vectors, k: Numbers) -> Floats:
...     return M.sum(axis=-1) / k
>>> float(variance(M=[1, 4], k=2))
2.5
>>> variance(M=[1, -4], k=2)
Traceback (most recent call last):
...
ValueError: M must be >= 0 everywhere, but it holds -4.

Where a theorem needs a domain other than the table's, the function says so:
``@checked(epsilon=UP_TO_ONE)``. An argument whose default is None may be None. The letters are
checked in the order of the signature, then the relations between them. A function that only
passes its letters on to checked functions needs no decorator. Elsewhere a domain is called with a
name and a value, ``COUNT("d", d)``, or a letter with a value, ``letter("budget", budget)``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeAlias, TypeVar, overload

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats

FAMILIES = ("ridge", "lasso")
AVERAGES = ("uniform", "linear")  # of the iterates, see `averaging`
LENGTHS = ("plain", "measured")  # of what a joint run returns, see `measured_length`
KINDS = ("any_m1", "likely", "smaller")  # of the two-phased algorithms' bounds
SPLITS = ("theory", "even")  # of the k + 1 draws per example

# How far a sum of d rounded probabilities may be from 1.
ROUNDING = 1e-9

# A caller passes ArrayLike and the body gets a float64 array, but one annotation serves both. Any
# is the honest choice: the check at run time decides. Letters that are one number or one word keep
# their types, since a check does not change them.
Numbers: TypeAlias = Any  # a number or an array; the function is vectorised over it
Vectors: TypeAlias = Any  # an array (..., d); the function works on the last axis

P = ParamSpec("P")
R = TypeVar("R")


def norm_bound(name: str, value: Any) -> float:
    """Return a number > 0 whose square is a float: bounds and G² are proportional to B²."""
    B = checks.number(name, value, above=0)
    square = B * B
    if math.isinf(square):
        raise ValueError(f"{name} must have a finite square (about 1e154 at most), but it is {B}.")
    if square < sys.float_info.min:
        raise ValueError(f"{name} must have a square > 0 (about 1e-154 at least), but it is {B}.")
    return B


def as_given(name: str, value: Any) -> Any:
    """Return the value unchanged."""
    return value


def not_all_zero(name: str, value: Any) -> Floats:
    """Return moments (..., d), at least one of each vector > 0."""
    M = checks.array(name, value, ndim=None, at_least=0)
    if not (M > 0).any(axis=-1).all():
        raise ValueError(f"{name} must hold at least one moment > 0, but all of them are zero.")
    return M


def adds_up_to_one(q: Floats) -> Floats:
    """Return a distribution (d,) if its sum is 1 up to rounding."""
    if abs(q.sum() - 1.0) > ROUNDING:
        raise ValueError(f"q must add up to 1, but its sum is {q.sum():g}.")
    return q


# A domain takes the letter's name and a value, and returns the converted value or refuses it.
Domain: TypeAlias = partial[Any]

# One number.
POSITIVE = partial(checks.number, above=0)
NOT_NEGATIVE = partial(checks.number, at_least=0)
NORM_BOUND = partial(norm_bound)
PROBABILITY = partial(checks.number, above=0, below=1)
COUNT = partial(checks.integer, at_least=1)
TWO_OR_MORE = partial(checks.integer, at_least=2)
# Of synthetic data and of profiles of moments: the exponent α, and the number of attributes.
DECAY = partial(checks.number, at_least=-4, at_most=0)
DIMENSION = partial(checks.integer, at_least=2, at_most=10_000)
# One number or an array of them.
NUMBERS = partial(checks.numbers)
POSITIVES = partial(checks.numbers, above=0)
POSITIVES_OR_INFINITY = partial(checks.numbers, above=0, infinity=True)
NOT_NEGATIVES = partial(checks.numbers, at_least=0)
NOT_NEGATIVES_OR_INFINITY = partial(checks.numbers, at_least=0, infinity=True)
ONE_OR_MORE = partial(checks.numbers, at_least=1)
COUNTS = partial(checks.numbers, at_least=1, whole=True)
UP_TO_ONE = partial(checks.numbers, at_least=0, at_most=1)
UNIFORMS = partial(checks.numbers, at_least=0, below=1)
# An array (..., d), or (d,) alone.
VECTORS = partial(checks.array, ndim=None)
MOMENTS = partial(checks.array, ndim=None, at_least=0)
SOME_MOMENTS = partial(not_all_zero)
ONE_VECTOR = partial(checks.array, ndim=1)
ONE_MOMENT_VECTOR = partial(checks.array, ndim=1, at_least=0)
# One of a few words.
FAMILY = partial(checks.choice, allowed=FAMILIES)
AVERAGE = partial(checks.choice, allowed=AVERAGES)
LENGTH = partial(checks.choice, allowed=LENGTHS)
KIND = partial(checks.choice, allowed=KINDS)
SPLIT = partial(checks.choice, allowed=SPLITS)

# Checked in the body, if it depends on another letter, or by the function it is passed on to.
LATER = partial(as_given)

LETTERS: dict[str, Domain] = {
    "d": COUNTS,  # attributes
    "m": ONE_OR_MORE,  # total number of examples; real, since the planner solves for it
    "m1": NOT_NEGATIVES,  # examples of phase one
    "k": ONE_OR_MORE,  # draws for x̃
    "k_x": COUNT,  # draws for x̃, where they are drawn
    "k_phi": COUNT,  # draws for φ̃
    "draws": COUNT,  # draws per example in phase one
    "budget": TWO_OR_MORE,  # k + 1
    "a": POSITIVES,  # shares of K in the joint theorems: by the moments
    "b": POSITIVES,  # and by the predictor
    "pi": UP_TO_ONE,  # inclusion probabilities
    "x": VECTORS,  # an example
    "y": NUMBERS,  # its label
    "B": NORM_BOUND,  # norm bound
    "M": MOMENTS,  # second moments
    "A": MOMENTS,  # their estimate
    "q": MOMENTS,  # sampling distribution; the bounds hold for weights of any sum
    "G2": POSITIVES_OR_INFINITY,  # bound on the size of g̃; infinite where q_i = 0 < M_i
    "H": NOT_NEGATIVES_OR_INFINITY,  # ‖M‖_½ or ‖M‖₁, or their estimate
    "epsilon": NOT_NEGATIVES_OR_INFINITY,  # confidence width; infinite without a phase one
    "delta": PROBABILITY,  # with which the likely bound may fail
    "eta": POSITIVES,  # step size
    "tau": POSITIVES,  # excess risk wanted
    "s": POSITIVE,  # scale of the data
    "w": VECTORS,  # weights of the predictor
    "v": VECTORS,  # any vector
    "theta": VECTORS,  # the lasso's coordinates
    "u": UNIFORMS,  # uniform random numbers
    "weights": ONE_MOMENT_VECTOR,  # a distribution before it is normalised
    "square_sums": MOMENTS,  # of the values seen in phase one
    "counts": MOMENTS,  # of draws in phase one
    "family": FAMILY,
    "kind": KIND,
    "how": SPLIT,
    "example_price": NOT_NEGATIVE,
    "attribute_prices": NOT_NEGATIVES,
}


def letter(name: str, value: Any) -> Any:
    """Return the value of one letter, converted and checked by its domain in `LETTERS`.

    >>> letter("budget", 1)
    Traceback (most recent call last):
    ...
    ValueError: budget must be a whole number >= 2, but it is 1.
    """
    return LETTERS[name](name, value)


def phase_two_has_an_example(m: Floats, m1: Floats) -> None:
    """Refuse m₁ > m − 1."""
    if np.any(m - m1 < 1):
        raise ValueError("m1 must be at most m - 1, so that phase two has an example.")


def one_probability_per_moment(M: Floats, q: Floats) -> None:
    """Refuse M and q of different d."""
    if M.shape[-1] != q.shape[-1]:
        raise ValueError(
            f"q must have one entry per moment in M, {M.shape}, but its shape is {q.shape}."
        )


def one_moment_per_weight(w: Floats, M: Floats) -> None:
    """Refuse w and M of different d."""
    if w.shape[-1] != M.shape[-1]:
        raise ValueError(
            f"M must have one entry per weight in w, {w.shape}, but its shape is {M.shape}."
        )


# Relations between letters: checked in every function that takes both.
RELATIONS: dict[tuple[str, str], Callable[[Floats, Floats], None]] = {
    ("m", "m1"): phase_two_has_an_example,
    ("M", "q"): one_probability_per_moment,
    ("w", "M"): one_moment_per_weight,
}


@overload
def checked(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def checked(**domains: Domain) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def checked(function: Callable[P, R] | None = None, /, **domains: Domain) -> Any:
    """Check and convert the letters among the arguments of a function.

    Parameters
    ----------
    domains : letter=domain
        Domains of letters that differ from `LETTERS` in this function.
    """
    if function is None:
        return partial(_checked, domains=domains)
    return _checked(function, domains)


def _checked(function: Callable[P, R], domains: dict[str, Domain]) -> Callable[P, R]:
    body: Callable[..., R] = function
    parameters = signature(function).parameters
    table = LETTERS | domains
    letters = [(n, table[n], p.default is None) for n, p in parameters.items() if n in table]
    taken = {name for name, domain, _ in letters if domain is not LATER}
    relations = [(*pair, rule) for pair, rule in RELATIONS.items() if taken >= {*pair}]
    positional = [n for n, p in parameters.items() if p.kind is not Parameter.KEYWORD_ONLY]
    if unknown := domains.keys() - parameters.keys():
        raise TypeError(f"{function.__name__} does not take {', '.join(sorted(unknown))}")

    @wraps(function)
    def with_checks(*args: P.args, **kwargs: P.kwargs) -> R:
        given: dict[str, Any] = kwargs
        if args:
            if len(args) > len(positional):
                return body(*args, **kwargs)  # Python's own TypeError
            for name, value in zip(positional, args, strict=False):
                if name in given:
                    return body(*args, **kwargs)
                given[name] = value
        for name, domain, optional in letters:
            if name in given and not (optional and given[name] is None):
                given[name] = domain(name, given[name])
        for first, second, rule in relations:
            if given.get(first) is not None and given.get(second) is not None:
                rule(given[first], given[second])
        return body(**given)

    return with_checks
