"""The class `Entry`: a line of the registry, with all hand-written facts about a data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from aelr_core import checks
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.options import Option
from aelr_core.letters import FAMILIES, TWO_OR_MORE


@dataclass(frozen=True)
class Entry:
    """The names and texts of a data set, its options and its loader.

    What must be computed (d, rows, moments, norm bounds) is in `aelr_core.datasets.registry`.

    Parameters
    ----------
    name : str
        The key in `DATASETS`, and the word in links and on the command line.
    label, short : str
        Its name, and a short name for charts and narrow columns.
    description : str
        One sentence: what a row is, and what is predicted.
    provenance, licence : str
        Where the rows come from, and under which terms; one sentence each.
    task : "classification" (y is ±1), "regression" or "either" (the file decides)
    options : tuple of Option
        The options that `load` takes, as keywords.
    budgets : mapping from family to k+1
        The paper's budgets; `default_budget` caps them by d.
    load : callable
        Gets every option, checked, and returns a `Dataset`.
    image_shape : pair of int, or None
        Rows and columns of pixels, when a row of X is a picture.
    simulated : bool
        Whether the rows are synthetic: generated when loaded, in the numbers that the options
        `dim` and `examples` give.
    """

    name: str
    label: str
    short: str
    description: str
    provenance: str
    licence: str
    task: Literal["classification", "regression", "either"]
    options: tuple[Option, ...]
    budgets: Mapping[str, int]
    load: Callable[..., Dataset]
    image_shape: tuple[int, int] | None = None
    simulated: bool = False

    @property
    def bundled(self) -> bool:
        """Whether the rows come with the code: neither synthetic nor uploaded."""
        return not self.simulated and not self.uploaded

    @property
    def uploaded(self) -> bool:
        """Whether the rows are a visitor's own: an option that must be given names the file."""
        return any(option.required for option in self.options)

    def takes(self, name: str) -> bool:
        """Whether this data set has an option with this name."""
        return any(option.name == name for option in self.options)

    def option(self, name: str) -> Option:
        """Return one option by its name, or refuse a name that this data set does not have."""
        for option in self.options:
            if option.name == name:
                return option
        listed = ", ".join(option.name for option in self.options)
        raise ValueError(f"{self.name} does not take the option {name}: its options are {listed}.")

    def resolve(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return the checked values of all options: the given ones, and defaults for the rest."""
        for name in given:
            self.option(name)
        return {o.name: o.check(given.get(o.name, o.default)) for o in self.options}

    def are_usual(self, values: Mapping[str, object]) -> bool:
        """Whether all resolved options except the family and the seed have their defaults."""
        return all(
            values[option.name] == option.default
            for option in self.options
            if option.name not in ("family", "seed")
        )

    def default_budget(self, family: str, d: int) -> int:
        """Return the paper's k+1 for this data, at most d."""
        checks.choice("family", family, FAMILIES)
        return min(self.budgets[family], TWO_OR_MORE("d", d))
