"""A thing has one class: no two dataclasses of the experiments have the same fields."""

from __future__ import annotations

import pkgutil
from collections import defaultdict
from dataclasses import fields, is_dataclass
from importlib import import_module

from aelr_core import experiments


def test_no_two_have_the_same_fields() -> None:
    named: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for module in pkgutil.iter_modules(experiments.__path__, "aelr_core.experiments."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and is_dataclass(thing):
                named[tuple(sorted(field.name for field in fields(thing)))].add(thing.__qualname__)
    assert len(named) > 10
    assert [names for names in named.values() if len(names) > 1] == []
