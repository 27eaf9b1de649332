"""Settings from any link: the result is always valid settings, and a sentence per bad value.

Free of Streamlit, so that parsing a link can be tested (and fuzzed) without a browser. A bad
value never raises: it gives one sentence, and the default is used.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from reprlib import repr  # cuts long values short
from typing import Any

from pages.ui.settings.sidebar_rows import ROWS
from pages.ui.settings.values import DEFAULTS, Settings, UploadedTable, takes

# Names that older links have for settings.
OLD_NAMES = {"adaptive": "adagrad"}


class Draft:
    """Settings in the making: every value is checked once, as it comes, the data first.

    Parameters
    ----------
    table : the visitor's own table, which ``data="csv"`` needs.
    named : the fingerprint of the table in a link, if any.
    """

    def __init__(self, table: UploadedTable | None = None, named: object = None) -> None:
        self._table = table
        self._named = named or (table.fingerprint if table else None)
        self._good: dict[str, Any] = {}
        self._problems: list[str] = []

    def take(self, name: str, value: object) -> None:
        """Take a value; the default replaces a bad one."""
        if not takes(self._good.get("data", DEFAULTS.data), name):
            return
        try:
            self._good[name] = ROWS[name].check(value)
        except ValueError as error:
            self._problems.append(instead(error, name))
        if name == "data" and self.so_far.entry.uploaded:
            self._take_table()

    def say(self, sentence: str) -> None:
        """Add a sentence about a value that was replaced before it was taken."""
        self._problems.append(sentence)

    @property
    def so_far(self) -> Settings:
        """What was taken so far, and defaults for the rest. The budget may still be above d."""
        return Settings(**self._good)

    def finished(self) -> tuple[Settings, tuple[str, ...]]:
        """Return valid settings, and a sentence for each value that had to be replaced."""
        settings = self.so_far
        for name, value in self._good.items():
            row = ROWS.get(name)
            usual = getattr(DEFAULTS, name)
            if row is not None and row.when and value != usual and not settings.uses(name):
                other, wanted = row.when
                only = row.shown(usual)
                self._problems.append(
                    f"{row.called} must be {only} unless {ROWS[other].called} is {wanted}: "
                    f"{only} is used."
                )
        if settings.budget > settings.d:
            settings = self._affordable(settings)
        return settings, tuple(self._problems)

    def _take_table(self) -> None:
        if self._table is not None and self._table.fingerprint == self._named:
            self._good["table"] = self._table
            return
        del self._good["data"]
        which = f", {repr(self._named)}," if self._named else ""
        self._problems.append(
            f"Your own table{which} has to be loaded first, on the page Your data: "
            f"{DEFAULTS.data} is used."
        )

    def _affordable(self, settings: Settings) -> Settings:
        """Reduce the budget to at most d, without a sentence if only the default does not fit."""
        d, budget = settings.d, min(DEFAULTS.budget, settings.d)
        if "budget" in self._good:
            whose = settings.table.name if settings.table else settings.data
            of = "of the data" if settings.uses("dim") else f"of {whose}"
            self._problems.append(
                f"{ROWS['budget'].called} must be at most {d:,}, the attributes {of}, but it is "
                f"{settings.budget:,}: {budget} is used."
            )
        return replace(settings, budget=budget)


def checked(
    values: Mapping[str, object], table: UploadedTable | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return valid settings for any values, and a sentence for each that had to be replaced.

    Values that do not belong to the chosen data are ignored.

    Parameters
    ----------
    values : settings by name; what is left out has its default.
    table : the visitor's own table, which ``data="csv"`` needs; `values` may name it by its
        fingerprint under "table".

    Examples
    --------
    >>> checked({"dim": 20, "budget": 30})[1]
    ('Budget, k + 1 (budget) must be at most 20, the attributes of the data, but it is 30: \
5 is used.',)
    """
    draft = Draft(table, values.get("table"))
    for name in ROWS:  # the data are first
        if name in values:
            draft.take(name, values[name])
    return draft.finished()


def from_query(
    query: Mapping[str, Sequence[str]], table: UploadedTable | None = None
) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings that a link asks for; names it does not know are left alone.

    >>> from_query({"adaptive": ["true"]})[0].adagrad  # an older link
    True
    >>> from_query({"alpha": ["-1"], "utm_source": ["mail"]})[0].alpha
    -1.0
    >>> from_query({"data": ["wine"], "alpha": ["-1"]})[1]
    ('Decay of the moments, α (alpha) is no setting of Wine: it is left out.',)
    >>> from_query({"budget": ["5", "6"]})[1]
    ("Budget, k + 1 (budget) appears twice in the link: '6' is used.",)
    """
    query = _renamed(query)
    values: dict[str, object] = {}
    if named := query.get("table"):
        values["table"] = named[-1]
    refused: dict[str, str] = {}
    for name, texts in query.items():
        if not texts or name not in ROWS:
            continue
        try:
            values[name] = ROWS[name].parse(texts)
        except ValueError as error:
            refused[name] = instead(error, name)
        else:
            if ROWS[name].option.kind != "several" and len({*texts}) > 1:
                times = "twice" if len(texts) == 2 else f"{len(texts)} times"
                called, last = ROWS[name].called, repr(texts[-1])
                refused[name] = f"{called} appears {times} in the link: {last} is used."
    settings, problems = checked(values, table)
    own = (sentence for name, sentence in refused.items() if takes(settings.data, name))
    idle = (
        f"{row.called} is no setting of {settings.entry.label}: it is left out."
        for name, row in ROWS.items()
        if query.get(name) and not takes(settings.data, name)
    )
    return settings, (*own, *problems, *idle)


def usable(query: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return what a link says about settings, without values that are not allowed.

    Each is written as Streamlit's own widgets write it: they read ``1e309`` as a number, fail on
    it and end the page, and they do not understand ``aerr,ddaerr``.

    >>> usable({"runs": ["1e309"], "dim": ["6_0"], "algorithms": ["known,aerr"], "x": ["1"]})
    {'dim': ['60'], 'algorithms': ['uniform', 'known']}
    """
    query = _renamed(query)
    good: dict[str, list[str]] = {}
    for name, row in ROWS.items():
        with contextlib.suppress(ValueError):
            if texts := query.get(name):
                good[name] = row.widget_texts(row.parse(texts))
    return good


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
        if isinstance(value, UploadedTable):
            query[field.name] = value.fingerprint
        else:
            texts = ROWS[field.name].texts(value)
            query[field.name] = texts if isinstance(value, tuple) else texts[0]
    return query


def _renamed(query: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return a link with today's names; where it has both names, today's counts."""
    old = {OLD_NAMES[name]: texts for name, texts in query.items() if name in OLD_NAMES}
    return old | {name: texts for name, texts in query.items() if name not in OLD_NAMES}


def instead(error: ValueError, name: str) -> str:
    """Return a refusal with what is used instead."""
    row, default = ROWS[name], getattr(DEFAULTS, name)
    if default == ():
        return row.refusal(error, "all")
    return row.refusal(error, "the mode's value" if row.follows_mode else row.shown(default))
