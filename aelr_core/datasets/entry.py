"""One line of the registry: a data set before it is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from aelr_core import checks
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.options import Option
from aelr_core.letters import FAMILIES

Task = Literal["classification", "regression", "either"]


@dataclass(frozen=True)
class Entry:
    """A data set's words, its options and its loader.

    Parameters
    ----------
    name : str
        The key in `DATASETS`.
    label, description : str
        For the screen.
    task : "classification" (y is ±1), "regression" or "either" (the file decides)
    options : tuple of Option
        All that `load` takes, as keywords.
    budgets : mapping from family to k+1
        The paper's budgets; `default_budget` caps them by d.
    load : callable
        Gets every option, checked, and returns a `Dataset`.
    norm_bounds : mapping from family to B
        Stored values of ``norm_bound="auto"``, used when all options but the family and the
        seed have their defaults. Empty: B is computed from the training rows when needed.
    """

    name: str
    label: str
    description: str
    task: Task
    options: tuple[Option, ...]
    budgets: Mapping[str, int]
    load: Callable[..., Dataset]
    norm_bounds: Mapping[str, float] = field(default_factory=dict)

    def option(self, name: str) -> Option:
        """Return one option by its name, or refuse a name that this data set does not take."""
        for option in self.options:
            if option.name == name:
                return option
        listed = ", ".join(option.name for option in self.options)
        raise ValueError(f"{self.name} does not take the option {name}: its options are {listed}.")

    def resolve(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return every option's value, checked: the given ones, the defaults for the rest."""
        for name in given:
            self.option(name)
        return {o.name: o.check(given.get(o.name, o.default)) for o in self.options}

    def stored_norm_bound(self, values: Mapping[str, object]) -> float | None:
        """Return the stored B for resolved options, or None when there is none for them."""
        usual = all(
            values[option.name] == option.default
            for option in self.options
            if option.name not in ("family", "seed")
        )
        return self.norm_bounds.get(str(values["family"])) if usual else None

    def default_budget(self, family: str, d: int) -> int:
        """Return the paper's k+1 for this data, at most d.

        >>> Entry("a", "", "", "either", (), {"ridge": 57, "lasso": 5}, Dataset).default_budget(
        ...     "ridge", 784)
        57
        """
        checks.choice("family", family, FAMILIES)
        return min(self.budgets[family], checks.integer("d", d, at_least=2))
