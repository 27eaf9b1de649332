"""What describes a data set: `Entry`, its line of the registry, and `Option`, a setting as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from aelr_core import checks
from aelr_core.checks import shown
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.scaling import SCALINGS
from aelr_core.letters import FAMILIES, TWO_OR_MORE

Kind = Literal["integer", "number", "choice", "several", "rule", "flag", "text", "file"]

# Whole numbers up to here pass through JSON and a browser unchanged.
LARGEST_SEED = 2**53 - 1
# Choices named in an error: more would be no sentence.
MOST_LISTED = 15

# What a command line or a link may say for yes and no.
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One option of a data set or of an experiment: its texts, its type and its range.

    Parameters
    ----------
    name : str
        The keyword of `load_dataset` or field of `ExperimentSpec`, the command line's ``--name``
        and the link's key.
    label : str
        Words and symbol for a widget.
    kind : str
        "integer" and "number" have a range, "choice" is one of `choices`, "several" any number of
        them, "rule" one of them or a number > 0 (within its limits), "flag" is True or False,
        "text" a string or None, "file" a path, bytes or an open file.
    default : object
        None for an option that must be given (`required`) or may be absent.
    choice_labels : tuple of str
        What each of `choices` means, in their order; may be empty.
    symbol : str
        What a short sentence calls it; `called` is the name if there is no symbol.
    """

    name: str
    label: str
    kind: Kind
    default: object = None
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    choices: tuple[str | int, ...] = ()
    choice_labels: tuple[str, ...] = ()
    help: str = ""
    required: bool = False
    symbol: str = ""

    @property
    def called(self) -> str:
        """What a short sentence calls the option, such as "k + 1" for the budget."""
        return self.symbol or self.name

    @property
    def explained(self) -> str:
        """The help text, followed by the meaning of each choice if there are choice labels."""
        if not self.choice_labels:
            return self.help
        means = zip(self.choices, self.choice_labels, strict=True)
        return f"{self.help} {'; '.join(f'{choice}: {label}' for choice, label in means)}."

    def offering(self, *choices: str | int) -> Option:
        """Return the option with only these choices, in this order."""
        labels = dict(zip(self.choices, self.choice_labels, strict=False))
        left = tuple(labels[choice] for choice in choices if labels)
        return replace(self, choices=choices, choice_labels=left)

    def label_of(self, choice: object) -> str:
        """Return the name of a choice on the screen."""
        return dict(zip(self.choices, self.choice_labels, strict=True))[choice]  # type: ignore[index]

    def choice_of(self, label: str) -> str | int:
        """Return the choice with this name on the screen."""
        return dict(zip(self.choice_labels, self.choices, strict=True))[label]

    def check(self, value: object) -> object:
        """Return `value` in the option's type, or refuse it with one sentence.

        >>> Option("dim", "Attributes, d", "integer", 500, at_least=2, at_most=10).check(1)
        Traceback (most recent call last):
        ...
        ValueError: dim must be a whole number from 2 to 10, but it is 1.
        """
        if self.kind == "integer":
            least = None if self.at_least is None else int(self.at_least)
            most = None if self.at_most is None else int(self.at_most)
            return checks.integer(self.name, value, at_least=least, at_most=most)
        if self.kind == "number":
            return self._number(value, self.above)
        if self.kind == "choice":
            return self._chosen(value)
        if self.kind == "several":
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise ValueError(f"{self.name} must be a sequence of words.")
            return tuple(self._chosen(each) for each in value)
        if self.kind == "rule":
            return self._rule(value)
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise ValueError(f"{self.name} must be True or False, but it is {shown(value)}.")
            return value
        if value is None and self.required:
            raise ValueError(f"{self.name} must be given: {self.help}")
        if self.kind == "text" and not isinstance(value, str | None):
            raise ValueError(f"{self.name} must be text, but it is of type {type(value).__name__}.")
        return value

    def parse(self, text: str) -> object:
        """Return the value written as `text` on a command line or in a link.

        >>> Option("alpha", "Decay, α", "number", -2.0, at_least=-4, at_most=0).parse("-0.5")
        -0.5
        """
        value: object = text
        if self.kind == "flag":
            value = _FLAGS.get(text.strip().lower(), text)
        elif self.kind == "choice":
            value = next((choice for choice in self.choices if str(choice) == text), text)
        elif self.kind == "several":
            value = [word.strip() for word in text.split(",") if word.strip()]
        elif self.kind in ("integer", "number", "rule"):
            try:
                value = int(text) if self.kind == "integer" else float(text)
            except ValueError:
                value = text
        return self.check(value)

    def _chosen(self, value: object) -> str | int:
        for choice in self.choices:  # not True or 1.0 where 1 is meant
            is_plain = isinstance(value, str | int | np.integer)
            if is_plain and not isinstance(value, bool) and value == choice:
                return choice
        which = "each of " if self.kind == "several" else ""
        named = [repr(choice) for choice in self.choices[:MOST_LISTED]]
        more = len(self.choices) - len(named)
        listed = f"{', '.join(named)}{f' and {more} more' if more else ''}"
        raise ValueError(f"{which}{self.name} must be one of {listed}, but it is {shown(value)}.")

    def _rule(self, value: object) -> str | float:
        if isinstance(value, str) and value in self.choices:
            return value
        if isinstance(value, str | bool):
            listed = ", ".join(repr(choice) for choice in self.choices)
            raise ValueError(
                f"{self.name} must be {listed} or a number > 0, but it is {shown(value)}."
            )
        return self._number(value, 0 if self.at_least is None else None)

    def _number(self, value: object, above: float | None) -> float:
        return checks.number(
            self.name, value, above=above, at_least=self.at_least, at_most=self.at_most
        )


FAMILY = Option(
    "family",
    "Family",
    "choice",
    "ridge",
    choices=FAMILIES,
    choice_labels=("Ridge, ‖w‖₂ ≤ B", "Lasso, ‖w‖₁ ≤ B"),
    help="The family of algorithms the rows are scaled for.",
)
SEED = Option(
    "seed",
    "Seed",
    "integer",
    0,
    at_least=0,
    at_most=LARGEST_SEED,
    help="Fixes everything random in the data.",
)
SCALING = Option(
    "scaling",
    "Scaling",
    "choice",
    "centre-maxabs",
    choices=tuple(SCALINGS),
    choice_labels=tuple(recipe.label for recipe in SCALINGS.values()),
    help="How every attribute is scaled; ridge data are then divided by one constant to fit into "
    "the unit ball. centre-maxabs gives the paper's improvement ratios.",
)


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
