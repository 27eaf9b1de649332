"""What the parameters of an estimator may be; each refusal is one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from aelr_core import checks
from aelr_core.algorithms import Algorithm, by_word
from aelr_core.checks import Floats
from aelr_core.letters import LENGTH, ONE_MOMENT_VECTOR, letter
from aelr_core.modes import EXPERIMENTS, MODES, Mode
from aelr_core.stream import Units, as_units

# The registry's words for the algorithms that an estimator can run, the default first.
WORDS = ("adaptive", "joint", "two-phased", "uniform", "known")
# The values of `sampling`, each with its word; a value is the entry's kind of sampling.
SAMPLINGS: dict[str, str] = {by_word(word, "ridge").role: word for word in WORDS}
# Data should be of size about 1; numbers beyond these cannot be squared and multiplied safely.
SMALLEST, LARGEST = 1e-60, 1e60


def algorithm(sampling: Any, family: str) -> Algorithm:
    """Return the registry's entry that `sampling` names."""
    return by_word(SAMPLINGS[checks.choice("sampling", sampling, [*SAMPLINGS])], family)


def check(given: Any, family: str, begun_with: dict[str, Any] | None = None) -> None:
    """Refuse an estimator's parameters, as far as they can be checked without its data.

    begun_with : the parameters of the stream that goes on; all but `shuffle`, which is for `fit`
        alone, must be the same. None if learning begins.
    """
    letter("budget", given.budget)
    entry = algorithm(given.sampling, family)
    mode(given.mode, entry)
    step(given.step, entry)
    norm_bound(given.norm_bound)
    LENGTH("length", given.length)
    for name in ("fit_intercept", "guarded", "shuffle", "second_look"):
        checks.choice(name, getattr(given, name), (True, False))
    for name in ("prices", "money", "groups"):
        if getattr(given, name) is not None and not entry.joint:
            raise ValueError(
                f"{name} must be None unless sampling is 'adaptive' or 'joint', but sampling is "
                f"{given.sampling!r}."
            )
    if given.second_look and (family == "lasso" or not entry.joint):
        raise ValueError(
            "second_look must be False unless the family is ridge and sampling is 'adaptive' or "
            f"'joint', but the family is {family} and sampling is {given.sampling!r}."
        )
    now = plain(given.get_params())
    for name, value in (begun_with or {}).items():
        if name != "shuffle" and not np.array_equal(now[name], value):
            raise ValueError(
                f"{name} must stay as it was when learning began: partial_fit goes on from there, "
                "and fit begins again."
            )


def plain(given: dict[str, Any]) -> dict[str, Any]:
    """Return parameters as they can be compared: groups, lists of different lengths, as text."""
    return given | {"groups": repr(group_lists(given["groups"]))}


def group_lists(value: Any) -> list[list[Any]]:
    """Return the lists of columns that are groups."""
    if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray | None):
        shown = checks.shown(value)
        raise ValueError(f"groups must be a list of lists of columns, but it is {shown}.")
    lists = () if value is None else value
    return [np.atleast_1d(np.asarray(group, dtype=object)).tolist() for group in lists]


def units(groups: Any, prices: Any, d: int, names: Any) -> Units:
    """Return the units of d columns, which `groups` gives by number or, if they have any, by name.

    names : (d,) the names of the columns; None if they have none.
    """
    numbers = {} if names is None else {name: i for i, name in enumerate(names)}
    lists = [
        [numbers.get(column, column) if isinstance(column, str) else column for column in columns]
        for columns in group_lists(groups)
    ]
    return as_units(d, lists, prices)


def norm_bound(value: Any) -> float | None:
    """Return B, or None for "auto"."""
    if isinstance(value, str) and value == "auto":
        return None
    return checks.number("norm_bound", value, at_least=SMALLEST, at_most=LARGEST)


def step(value: Any, entry: Algorithm) -> float | None:
    """Return a step size, or None for the default: the automatic one (ours) or the theorem's."""
    if isinstance(value, str):
        if value == "theory" and entry.joint:
            raise ValueError(
                f"step must be 'auto' or a number > 0 for {entry.label}, but it is 'theory'."
            )
        checks.choice("step", value, ("auto", "theory"))
        return None
    return checks.number("step", value, at_least=SMALLEST, at_most=LARGEST)


def mode(value: Any, entry: Algorithm) -> Mode:
    """Return the paper's rules; our algorithms have those of its experiments."""
    rules = value if isinstance(value, Mode) else MODES[checks.choice("mode", value, tuple(MODES))]
    if entry.joint and rules != EXPERIMENTS:
        raise ValueError(
            f"mode must be 'experiments' for {entry.label}, which keeps to a hard budget: the "
            "other modes are about the paper's algorithms."
        )
    return rules


def moments(value: Any, entry: Algorithm, d: int) -> Floats | None:
    """Return the second moments, (d,), or None if the algorithm does not know them."""
    if entry.knows_moments == (value is None):
        raise ValueError(
            "moments must be given with sampling='known' or sampling='joint', and only then."
        )
    if value is None:
        return None
    M: Floats = ONE_MOMENT_VECTOR("moments", np.full(d, value) if np.ndim(value) == 0 else value)
    if len(M) != d:
        raise ValueError(f"moments must hold {d} numbers, one per feature, but it holds {len(M)}.")
    if not M.any():
        raise ValueError("moments must hold a number > 0, but all of them are 0.")
    return M


def seed(value: Any) -> int:
    """Return the seed of `aelr_core.randomness`: `random_state` itself if it is an int."""
    if isinstance(value, int | np.integer):
        return checks.integer("random_state", value, at_least=0)
    return int(check_random_state(value).randint(2**31 - 1))


def refuse_extremes(name: str, values: Floats) -> None:
    """Refuse numbers whose squares and products would overflow or underflow float64."""
    largest = float(np.abs(values).max())
    if largest > LARGEST or 0.0 < largest < SMALLEST:
        raise ValueError(
            f"{name} must be scaled: its largest entry is {largest:g} in size, but must be 0 or "
            f"from {SMALLEST:g} to {LARGEST:g}."
        )
