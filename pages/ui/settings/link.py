"""Settings and their link: whatever comes in, valid settings come out, and sentences.

Free of Streamlit, so that parsing a link can be tested (and fuzzed) without a browser. A bad
value never raises: it gives one sentence and the default takes its place.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from reprlib import repr  # cuts long values short

from aelr_core.algorithms import ALGORITHMS
from aelr_core.algorithms import words as algorithm_words
from pages.ui.settings.table import OPTIONS
from pages.ui.settings.values import DEFAULTS, RULES, Settings, Table, takes, words_of

__all__ = [
    "DEFAULTS",
    "OPTIONS",
    "Settings",
    "Table",
    "checked",
    "from_query",
    "to_query",
    "usable",
]


def checked(
    values: Mapping[str, object], table: Table | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return valid settings for any values, and a sentence for each that had to be replaced.

    A bad value gives way to the default, as it does in a widget, whatever was meant by it.
    Values that do not belong to the chosen data are ignored.

    Parameters
    ----------
    values : settings by name; what is left out has its default.
    table : the visitor's own table, which ``data="csv"`` needs; `values` may name it by its
        fingerprint under "table".

    Examples
    --------
    >>> checked({"dim": 20, "budget": 30})[1]
    ('budget must be at most dim, 20, but it is 30: 5 is used.',)
    >>> checked({"data": "wine", "budget": 30, "alpha": "x"})[1]
    ('budget must be at most 13, the attributes of wine, but it is 30: 5 is used.',)
    """
    problems: list[str] = []
    data, problem = _data(values, table)
    good: dict[str, object] = {"data": data, "table": table if data == "csv" else None}
    problems += problem
    for name in OPTIONS:
        if name != "data" and name in values and takes(data, name):
            try:
                good[name] = _check(name, values[name])
            except ValueError as error:
                problems.append(_replaced(error, name))
    settings = Settings(**good)  # type: ignore[arg-type]  # each was checked by its option
    if good.get("adaptive") and not settings.adaptive:
        problems.append("adaptive must be False for lasso, AdaGrad is for ridge: False is used.")
    return _affordable(settings, good, problems)


def from_query(
    query: Mapping[str, Sequence[str]], table: Table | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings that a link asks for; names it does not know are left alone.

    >>> from_query({"alpha": ["-1"], "utm_source": ["mail"]})[0].alpha
    -1.0
    >>> from_query({"budget": ["5", "6"]})[1]
    ("budget is there 2 times: '6' is used.",)
    """
    values: dict[str, object] = {}
    refused: dict[str, str] = {}
    for name, texts in query.items():
        if not texts or name not in (*OPTIONS, "table"):
            continue
        try:
            values[name] = _parse(name, texts)
        except ValueError as error:
            refused[name] = _replaced(error, name)
        else:
            if name != "algorithms" and len(set(texts)) > 1:
                refused[name] = f"{name} is there {len(texts)} times: {repr(texts[-1])} is used."
    settings, problems = checked(values, table)
    own = (sentence for name, sentence in refused.items() if takes(settings.data, name))
    return settings, (*own, *problems)


def usable(query: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return what a link says about settings, without values that are not allowed.

    Each is written as Streamlit's own widgets write it: they read ``1e309`` as a number, fail on
    it, and take the page with them; they do not read ``aerr,ddaerr``.

    >>> usable({"runs": ["1e309"], "dim": ["6_0"], "algorithms": ["known,uniform"], "x": ["1"]})
    {'dim': ['60'], 'algorithms': ['known', 'uniform']}
    """
    good: dict[str, list[str]] = {}
    for name in OPTIONS:
        with contextlib.suppress(ValueError):
            if texts := query.get(name):
                good[name] = _texts(_parse(name, texts))
    return good


def _texts(value: object) -> list[str]:
    """Return a value as a widget writes it into the link; an algorithm's key as its word."""
    if isinstance(value, tuple):
        return [ALGORITHMS[word].word if word in ALGORITHMS else word for word in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def to_query(settings: Settings) -> dict[str, str | list[str]]:
    """Return what a link must say: only what differs from the defaults.

    >>> to_query(Settings(alpha=-0.5))
    {'alpha': '-0.5'}
    """
    query: dict[str, str | list[str]] = {}
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if value == getattr(DEFAULTS, field.name):
            continue
        if isinstance(value, Table):
            query[field.name] = value.fingerprint
        elif isinstance(value, tuple):
            query[field.name] = [*words_of(value)]
        elif isinstance(value, bool):
            query[field.name] = str(value).lower()
        else:
            query[field.name] = str(value)
    return query


def _data(values: Mapping[str, object], table: Table | None) -> tuple[str, tuple[str, ...]]:
    """Return the data set, and a sentence where it is not to be had."""
    try:
        data = str(OPTIONS["data"].check(values.get("data", DEFAULTS.data)))
    except ValueError as error:
        return DEFAULTS.data, (_replaced(error, "data"),)
    wanted = values.get("table") or (table.fingerprint if table else None)
    if data != "csv" or (table is not None and table.fingerprint == wanted):
        return data, ()
    which = f", {repr(wanted)}" if wanted else ""
    return DEFAULTS.data, (
        f"data csv needs a table of your own{which}, which is loaded on the page Your data: "
        f"{DEFAULTS.data} is used.",
    )


def _check(name: str, value: object) -> object:
    """Return a value in its setting's type, or refuse it with one sentence."""
    if name == "algorithms":
        return _words(value)
    if value is None and name in RULES:
        return None
    if name == "norm_bound" and (value is None or value == "auto"):
        return "auto"
    return OPTIONS[name].check(value)


def _parse(name: str, texts: Sequence[str]) -> object:
    if name == "table":
        return texts[-1]
    if name == "algorithms":
        return _words([word.strip() for text in texts for word in text.split(",")])
    if name == "norm_bound" and texts[-1] == "auto":
        return "auto"
    return OPTIONS[name].parse(texts[-1])


def _words(value: object) -> tuple[str, ...]:
    """Return known words for algorithms, or keys, in any order."""
    known = (*algorithm_words(), *ALGORITHMS)
    words: list[str] = []
    for word in [value] if isinstance(value, str) or not isinstance(value, Iterable) else value:
        if not isinstance(word, str) or word not in known:
            listed = ", ".join(algorithm_words())
            raise ValueError(f"algorithms must be some of {listed}, but one is {repr(word)}.")
        words.append(word)
    return tuple(words)


def _affordable(
    settings: Settings, given: Mapping[str, object], problems: list[str]
) -> tuple[Settings, tuple[str, ...]]:
    """Bring the budget down to d: without a word where it is the default that does not fit."""
    d = settings.d
    if settings.budget <= d:
        return settings, tuple(problems)
    budget = min(DEFAULTS.budget, d)
    if "budget" in given:
        what = (
            f"dim, {d}"
            if settings.data == "synthetic"
            else f"{d}, the attributes of "
            f"{settings.table.name if settings.table else settings.data}"
        )
        problems.append(
            f"budget must be at most {what}, but it is {settings.budget}: {budget} is used."
        )
    return replace(settings, budget=budget), tuple(problems)


def _replaced(error: ValueError, name: str) -> str:
    default = getattr(DEFAULTS, name)
    if name == "algorithms":
        default = "all"
    elif default is None:
        default = "the mode's"
    return f"{str(error).removesuffix('.')}: {default} is used."
