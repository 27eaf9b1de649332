"""The visitor's settings: one table of what may be set, and its two forms, values and link.

Free of Streamlit, so that parsing a link can be tested (and fuzzed) without a browser. A bad
value never raises: it gives one sentence and the default takes its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from aelr_core.datasets.options import Option
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC


@dataclass(frozen=True)
class Settings:
    """What the sidebar says: plain values, hashable, the key of every cache."""

    alpha: float = -2.0
    dim: int = 500
    family: str = "ridge"
    budget: int = 5
    examples: int = 5_000
    seed: int = 0

    @property
    def k(self) -> int:
        """The paper's k: one draw of the k+1 goes to the inner product."""
        return self.budget - 1


DEFAULTS = Settings()

# The app makes the rows while a visitor waits, so it allows fewer of them than the core does.
OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        SYNTHETIC.option("alpha"),
        replace(SYNTHETIC.option("dim"), at_most=2_000),
        SYNTHETIC.option("family"),
        Option(
            "budget",
            "Attributes per example, k + 1",
            "integer",
            DEFAULTS.budget,
            at_least=2,
            at_most=2_000,
            help="How many attributes of each training example may be looked at: from 2 to d.",
        ),
        replace(SYNTHETIC.option("examples"), at_least=100, at_most=20_000),
        replace(SYNTHETIC.option("seed"), at_most=999_999),
    )
}


def checked(values: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """Return valid settings for any values, and a sentence for each that had to be replaced.

    A bad value gives way to the default, as it does in a widget, whatever was meant by it.

    >>> checked({"dim": 20, "budget": 30})[1]
    ('budget must be at most dim, 20, but it is 30: 5 is used.',)
    """
    good: dict[str, object] = {}
    problems = []
    for name, option in OPTIONS.items():
        try:
            good[name] = option.check(values.get(name, getattr(DEFAULTS, name)))
        except ValueError as error:
            good[name] = getattr(DEFAULTS, name)
            problems.append(_replaced(error, good[name]))
    settings = Settings(**good)  # type: ignore[arg-type]  # each was checked by its option
    if settings.budget > settings.dim:
        budget = min(DEFAULTS.budget, settings.dim)
        if "budget" in values:
            problems.append(
                f"budget must be at most dim, {settings.dim}, but it is {settings.budget}: "
                f"{budget} is used."
            )
        settings = replace(settings, budget=budget)
    return settings, tuple(problems)


def from_query(query: Mapping[str, Sequence[str]]) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings that a link asks for; names it does not know are left alone.

    >>> from_query({"alpha": ["-1"], "utm_source": ["mail"]})[0].alpha
    -1.0
    """
    values: dict[str, object] = {}
    problems = []
    for name, texts in query.items():
        if name not in OPTIONS or not texts:
            continue
        try:
            values[name] = OPTIONS[name].parse(texts[-1])
        except ValueError as error:
            problems.append(_replaced(error, getattr(DEFAULTS, name)))
    settings, more = checked(values)
    return settings, (*problems, *more)


def to_query(settings: Settings) -> dict[str, str]:
    """Return what a link must say: only what differs from the defaults.

    >>> to_query(Settings(alpha=-0.5))
    {'alpha': '-0.5'}
    """
    return {
        field.name: str(getattr(settings, field.name))
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(DEFAULTS, field.name)
    }


def _replaced(error: ValueError, used: object) -> str:
    return f"{str(error).removesuffix('.')}: {used} is used."
