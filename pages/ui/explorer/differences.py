"""What differs between two experiments, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from aelr_core.algorithms import ALGORITHMS, runnable
from aelr_core.datasets import DATASETS
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS
from aelr_core.modes import MODES, Mode
from pages.ui.numerals import signed


def differences(now: ExperimentSpec, before: ExperimentSpec) -> tuple[str, ...]:
    """Return how `now` differs from `before`, one phrase each, the most important first.

    Each names what `now` has, so that it can follow "run with" and "you have".

    >>> differences(ExperimentSpec(budget=7, seed=3), ExperimentSpec())
    ('k + 1 = 7 instead of 5', 'seed = 3 instead of 0')
    """
    return tuple(_phrases(now, before))


def _phrases(now: ExperimentSpec, before: ExperimentSpec) -> Iterator[str]:
    if now.data != before.data:
        yield f"{DATASETS[now.data].label} instead of {DATASETS[before.data].label}"
    else:
        old, new = dict(before.options), dict(now.options)
        for name in new:
            if name == "fingerprint":
                if new[name] != old[name]:
                    yield "a different table"
            else:
                yield from _phrase(DATASETS[now.data].option(name).called, new[name], old[name])
    if now.family != before.family:
        yield f"{now.family} instead of {before.family}"
    for field in fields(ExperimentSpec):
        name = field.name
        if name in ("data", "options", "family", "mode"):
            continue
        if name == "algorithms":
            if now.family == before.family and _choice(now) != _choice(before):
                yield "other algorithms: " + ", ".join(ALGORITHMS[k].label for k in now.algorithms)
            continue
        yield from _phrase(FIELDS[name].called, getattr(now, name), getattr(before, name))
    yield from _rules(now.mode, before.mode)


def _choice(spec: ExperimentSpec) -> tuple[str, ...]:
    """Return the chosen algorithms; () for all that can run by the rules of the spec."""
    able = runnable(spec.family, mode=spec.mode, adagrad=spec.adagrad)
    return () if spec.algorithms == tuple(able) else spec.algorithms


def _rules(now: Mode, before: Mode) -> Iterator[str]:
    if now == before:
        return
    names = {mode: name for name, mode in MODES.items()}
    if now in names and before in names:
        yield f"the rules of the {names[now]} instead of the {names[before]}"
        return
    for field in fields(Mode):
        called = field.metadata.get("symbol", field.name)
        yield from _phrase(called, getattr(now, field.name), getattr(before, field.name))


def _phrase(called: str, now: object, before: object) -> Iterator[str]:
    if now != before:
        if isinstance(now, bool):
            yield called if now else f"no {called}"
        elif now is None:
            yield f"the usual {called} instead of {_value(before)}"
        else:
            yield f"{called} = {_value(now)} instead of {_value(before)}"


def _value(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if value is None:
        return "the usual one"
    return signed(value, 6) if isinstance(value, float) else str(value).replace("_", "-")
