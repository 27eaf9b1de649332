"""All algorithms by key: what is looked up there, an algorithm's step, its bound and its lanes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.algorithms.bounds import GROUPS, Question
from aelr_core.algorithms.entry import ANY_COLOUR, COLOURS, Algorithm, BoundRow, Role
from aelr_core.algorithms.lanes import AUTOMATIC_STEP, THEORY_STEP, Learner, StepRule, Task
from aelr_core.algorithms.table import ENTRIES
from aelr_core.checks import Floats
from aelr_core.engine.lanes import Lanes
from aelr_core.letters import COUNT, FAMILIES, KINDS, ONE_MOMENT_VECTOR, letter
from aelr_core.modes import Mode
from aelr_core.theory.general import of_kind

ALGORITHMS: dict[str, Algorithm] = {entry.key: entry for entry in ENTRIES}


def register(entry: Algorithm) -> Algorithm:
    """Add an algorithm at run time, and return its entry with the colour that it got.

    Experiments, legends and the command line then know it, and so do the processes of `jobs`. Put
    the call into a module of your own, ``squares.py`` say. A script imports it; the command line
    takes its name, ``python -m aelr_core run --plugin squares --data synthetic``; and where the
    variable ``AELR_PLUGINS`` has its name (several with commas), every process of the core and of
    the app begins with it: ``AELR_PLUGINS=squares make run``.

    An entry that already exists is the best start: `dataclasses.replace` copies it, with a
    `step_size` and a `make` of its own. Its lanes are those that `make` returns, whatever it is run
    with. To register a changed entry under the same key, first ``del ac.ALGORITHMS[key]``.

    >>> from dataclasses import replace
    >>> import aelr_core as ac
    >>> from aelr_core.algorithms import one_phase
    >>> known = ac.ALGORITHMS["ddaerr"]
    >>> squares = replace(
    ...     known,
    ...     key="squares",
    ...     label="Squares",
    ...     short="Squares",
    ...     word="squares",  # in links and menus
    ...     does="By squares",
    ...     origin="a plugin",
    ...     q="q_i ∝ M_i",
    ...     colour=-1,  # any that is free
    ...     step_size=lambda ask: known.step_size(ask) / 2,
    ...     make=lambda entry, task: one_phase(entry, task, q=task.M / task.M.sum()),
    ...     bounds=(),
    ... )
    >>> ac.register(squares).colour
    7
    >>> ac.ExperimentSpec(algorithms=("ddaerr", "squares")).algorithms
    ('ddaerr', 'squares')
    >>> ac.register(replace(squares, key="ddaerr"))
    Traceback (most recent call last):
    ...
    ValueError: key must be new, but 'ddaerr' is DDAERR's.
    >>> del ac.ALGORITHMS["squares"]
    """
    if not isinstance(entry, Algorithm):
        raise ValueError(f"entry must be an Algorithm, but it is of type {type(entry).__name__}.")
    checks.choice("family", entry.family, FAMILIES)
    checks.choice("role", entry.role, get_args(Role))
    for name in ("key", "word"):
        word = getattr(entry, name)
        if not isinstance(word, str) or not re.fullmatch(r"\w[\w-]*", word):
            raise ValueError(f"{name} must be letters, digits, - and _, but it is {word!r}.")
    if entry.colour != ANY_COLOUR:
        checks.integer("colour", entry.colour, at_least=0, at_most=COLOURS - 1)
    there = ALGORITHMS.get(entry.key)
    if there is not None:
        if there == replace(entry, colour=_colour(entry, there)):
            return there
        raise ValueError(f"key must be new, but {entry.key!r} is {there.label}'s.")
    for other in in_legend(entry.family):
        if other.word == entry.word:
            raise ValueError(f"word must be new, but {entry.word!r} is {other.label}'s.")
    ALGORITHMS[entry.key] = entry = replace(entry, colour=_colour(entry))
    return entry


def _colour(entry: Algorithm, there: Algorithm | None = None) -> int:
    """Return an entry's colour: the least used of its family, the last of these, if it is open."""
    if entry.colour != ANY_COLOUR:
        return entry.colour
    if there is not None:
        return there.colour
    used = Counter(other.colour for other in in_legend(entry.family))
    return min(reversed(range(COLOURS)), key=lambda colour: used[colour])


def load_plugin(name: str, given_by: str) -> None:
    """Import a module that calls `register`; if it cannot be imported, say so in one sentence."""
    try:
        import_module(name)
    except Exception as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise ValueError(
                f"{given_by} must name a module in this folder or an installed one, but it is "
                f"{name!r}."
            ) from None
        why = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".: ")
        raise ValueError(f"{given_by} names {name!r}, which cannot be imported: {why}.") from error


def registered() -> tuple[Algorithm, ...]:
    """Return the entries that were registered at run time."""
    return tuple(entry for entry in ALGORITHMS.values() if entry not in ENTRIES)


def of_family(family: str) -> list[str]:
    """Return the keys of a family's algorithms.

    >>> of_family("lasso")[:3]
    ['aelr', 'ddaelr', 'two_phase_ddaelr']
    """
    checks.choice("family", family, FAMILIES)
    return [key for key, a in ALGORITHMS.items() if a.family == family]


def algorithm(key: str) -> Algorithm:
    """Return the entry with this key; an unknown key is refused with the list of keys."""
    return ALGORITHMS[checks.choice("key", key, ALGORITHMS)]


def words() -> tuple[str, ...]:
    """Return the words that name algorithms in links and menus, each once.

    >>> words()[:3]
    ('uniform', 'known', 'two-phased')
    """
    return tuple(dict.fromkeys(entry.word for entry in ALGORITHMS.values()))


def by_word(word: str, family: str) -> Algorithm:
    """Return the algorithm that has this word in links and menus.

    >>> by_word("known", "lasso").key
    'ddaelr'
    """
    checks.choice("word", word, words())
    for key in of_family(family):
        if ALGORITHMS[key].word == word:
            return ALGORITHMS[key]
    raise ValueError(f"{word!r} is no algorithm of the family {family}.")


def in_legend(family: str) -> list[Algorithm]:
    """Return a family's algorithms in the order of legends, which is the order of their colours."""
    return sorted((ALGORITHMS[key] for key in of_family(family)), key=lambda entry: entry.colour)


def check_rules(keys: Iterable[str], *, mode: Mode, adagrad: bool) -> None:
    """Refuse rules by which one of the algorithms with these keys cannot run.

    >>> from aelr_core.modes import EXPERIMENTS
    >>> check_rules(["aerr", "aelr"], mode=EXPERIMENTS, adagrad=True)
    Traceback (most recent call last):
    ...
    ValueError: adagrad must be False for the lasso's AELR, which has no AdaGrad steps.
    """
    for key in keys:
        refusal = algorithm(key).refusal(mode=mode, adagrad=adagrad)
        if refusal is not None:
            raise ValueError(refusal)


def unasked(family: str) -> list[str]:
    """Return the keys of a family's algorithms that run where none is named.

    >>> [key for key in of_family("ridge") if key not in unasked("ridge")]
    ['second_look_jaerr']
    """
    return [key for key in of_family(family) if not ALGORITHMS[key].on_request]


def runnable(family: str, *, mode: Mode, adagrad: bool, named: Collection[str] = ()) -> list[str]:
    """Return the keys of a family's algorithms that can run by these rules.

    Those on request are among them only if they are `named`.

    >>> from aelr_core.modes import EXPERIMENTS
    >>> runnable("ridge", mode=EXPERIMENTS, adagrad=True)[2:4]
    ['two_phase_ddaerr', 'online_ridge']
    """
    able = (ALGORITHMS[key] for key in of_family(family))
    return [
        one.key
        for one in able
        if one.refusal(mode=mode, adagrad=adagrad) is None
        and (one.key in named or not one.on_request)
    ]


def adagrad_family() -> str:
    """Return the family whose algorithms have AdaGrad steps.

    >>> adagrad_family()
    'ridge'
    """
    return next(entry.family for entry in ALGORITHMS.values() if entry.adagrad)


def bound_rows(family: str, mode: Mode | None = None) -> tuple[BoundRow, ...]:
    """Return a family's table of bounds: old, new, full information.

    mode : the rules by which the algorithms run. Without it, bounds that are only about samples
        whose budget holds in expectation are left out.

    >>> [row.key for row in bound_rows("ridge")][:4]
    ['aerr.printed', 'aerr.like_for_like', 'aerr.these_moments', 'ddaerr.known']
    """
    entries = [ALGORITHMS[key] for key in of_family(family)]
    rows = [
        BoundRow(entry, bound)
        for entry in entries
        for bound in entry.bounds
        if (not bound.in_expectation if mode is None else bound.holds_in(mode))
    ]
    return tuple(sorted(rows, key=lambda row: list(GROUPS).index(row.bound.group)))


def step_size(
    key: str,
    *,
    d: int,
    m: ArrayLike,
    k: ArrayLike,
    B: float,
    M: ArrayLike | None = None,
    A: ArrayLike | None = None,
    m1: ArrayLike | None = None,
    delta: float | None = None,
    epsilon: ArrayLike | None = None,
) -> Floats:
    """Return the step size of an algorithm's theorem (the table of `aelr_core.theory`).

    Parameters
    ----------
    key : a key of `ALGORITHMS`.
    d, m, k, B : attributes, examples of both phases together, draws for x_tilde, norm bound.
    M : (d,) second moments, if they are known.
    A : (..., d) estimated moments of a two-phased algorithm; with M instead of A, the theorem
        for a known half norm.
    m1 : examples of phase one.
    delta, epsilon : the two-phased algorithms' confidence; epsilon overrides the theory's.

    >>> round(float(step_size("ddaerr", d=2, m=100, k=2, B=1, M=[0.25, 0.25])), 6)
    0.08165
    """
    entry = algorithm(key)
    d = COUNT("d", d)
    return entry.theory_step(
        Question(
            family=entry.family, d=d, m=m, k=k, B=B, M=M, A=A, m1=m1, delta=delta, epsilon=epsilon
        )
    )


def bound(
    key: str,
    *,
    d: int,
    m: ArrayLike,
    k: ArrayLike,
    B: float,
    M: ArrayLike | None = None,
    A: ArrayLike | None = None,
    m1: ArrayLike | None = None,
    delta: float | None = None,
    epsilon: ArrayLike | None = None,
    kind: str = "likely",
    known_half_norm: bool = False,
) -> Floats:
    """Return an algorithm's bound on the expected excess risk; keywords as for `step_size`.

    kind is "any_m1", "likely" or "smaller" (of the two) and concerns the two-phased algorithms
    only, known_half_norm the two-phased ridge algorithm only.

    >>> float(bound("aerr", d=500, m=4000, k=4, B=1))
    1.0
    """
    entry = algorithm(key)
    if not entry.bounds:
        raise ValueError(f"key must name an algorithm with a bound, but {key!r} has none.")
    d = COUNT("d", d)
    checks.choice("kind", kind, KINDS)
    ask = Question(
        family=entry.family, d=d, m=m, k=k, B=B, M=M, A=A, m1=m1, delta=delta, epsilon=epsilon
    )
    stated = {one.key: one for one in entry.bounds}
    if "any_m1" not in stated:
        return entry.bounds[0].at(ask)
    likely = stated["likely_known" if known_half_norm and "likely_known" in stated else "likely"]
    return of_kind(kind, stated["any_m1"].at(ask), likely.at(ask))


def full_information_examples(m: int, budget: int, d: int) -> int:
    """Return n = max(1, floor(m (k+1) / d)): whole examples for the same number of attributes.

    >>> full_information_examples(20_000, 5, 500), full_information_examples(10, 5, 500)
    (200, 1)
    """
    return max(1, int(m) * int(budget) // int(d))


def learner(
    key: str,
    X: NDArray[np.generic],
    y: Floats,
    lanes: Lanes,
    *,
    budget: int,
    mode: Mode,
    M: Floats | None = None,
    step: StepRule | None = None,
    adagrad: bool = False,
    **rules: Any,
) -> Learner:
    """Return lanes of one algorithm, ready to advance.

    Parameters
    ----------
    key : of `ALGORITHMS`, not an offline one.
    X, y, lanes, budget, mode, M, adagrad : as for `Task`.
    step : as for `Task`; if None, the automatic step where there is one, else the theorem's.
    rules : the other fields of `Task`.
    """
    entry = algorithm(key)
    if entry.make is None:
        raise ValueError(f"key must name an algorithm that takes steps, but {key!r} does not.")
    check_rules([key], mode=mode, adagrad=adagrad)
    if step is None:
        step = AUTOMATIC_STEP if entry.automatic(mode) else THEORY_STEP
    _check_step(entry, step, mode)
    budget = letter("budget", budget)
    _check_rows(X, y, lanes)
    known = _check_moments(M, X.shape[1]) if entry.knows_moments else None
    return entry.make(entry, Task(X, y, lanes, budget, mode, known, step, adagrad, **rules))


def _check_moments(M: Floats | None, d: int) -> Floats:
    if M is None:
        raise ValueError("M must be given: this algorithm knows the second moments.")
    M = ONE_MOMENT_VECTOR("M", M)
    if len(M) != d:
        raise ValueError(f"M must have one moment for each of the {d} attributes.")
    return M


def _check_step(entry: Algorithm, step: StepRule, mode: Mode) -> None:
    if step.factor is not None and not entry.automatic(mode):
        raise ValueError(f"step must not be a factor for {entry.label}: it has no automatic step.")
    if step.multiplier is not None and entry.step_size is None:
        raise ValueError(
            f"step must be a factor or an eta for {entry.label}: no theorem gives its step."
        )


def _check_rows(X: NDArray[np.generic], y: Floats, lanes: Lanes) -> None:
    if X.ndim != 2 or X.size == 0 or y.shape != (len(X),):
        raise ValueError(
            f"X must be (n, d) and y (n,), not empty, but they are {X.shape} and {y.shape}."
        )
    if not np.isfinite(y).all() or (X.dtype.kind == "f" and not np.isfinite(X).all()):
        raise ValueError("X and y must hold finite numbers only, but they hold NaN or infinity.")
    if lanes.order.max() >= len(X):
        raise ValueError(f"order must hold row numbers below {len(X)}, the rows of X.")
