"""The options of a data set as data: command line, links and widgets are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from reprlib import repr  # cuts long values short
from typing import Literal

import numpy as np

from aelr_core import checks
from aelr_core.datasets.scaling import SCALINGS
from aelr_core.sampling import FAMILIES

Kind = Literal["integer", "number", "choice", "flag", "text", "file"]

# Whole numbers up to here survive a trip through JSON and a browser.
LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True)
class Option:
    """One option of a data set: its words, its type and what it may be.

    Parameters
    ----------
    name : str
        The keyword of `load_dataset`, the command line's ``--name`` and the link's key.
    label : str
        Words and symbol for a widget.
    kind : str
        "integer" and "number" have a range, "choice" has choices, "flag" is True or False,
        "text" a string or None, "file" a path, bytes or an open file.
    default : object
        None for an option that must be given (`required`) or may be absent.
    """

    name: str
    label: str
    kind: Kind
    default: object = None
    at_least: float | None = None
    at_most: float | None = None
    choices: tuple[str | int, ...] = ()
    choice_labels: tuple[str, ...] = ()
    help: str = ""
    required: bool = False

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
            return checks.number(self.name, value, at_least=self.at_least, at_most=self.at_most)
        if self.kind == "choice":
            for choice in self.choices:  # not True or 1.0 where 1 is meant
                is_plain = isinstance(value, str | int | np.integer)
                if is_plain and not isinstance(value, bool) and value == choice:
                    return choice
            listed = ", ".join(repr(choice) for choice in self.choices)
            raise ValueError(f"{self.name} must be one of {listed}, but it is {repr(value)}.")
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise ValueError(f"{self.name} must be True or False, but it is {repr(value)}.")
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
        if self.kind == "flag":
            return self.check({"true": True, "false": False}.get(text.strip().lower(), text))
        if self.kind == "choice":
            return self.check(next((c for c in self.choices if str(c) == text), text))
        if self.kind in ("integer", "number"):
            try:
                return self.check(int(text) if self.kind == "integer" else float(text))
            except ValueError:
                return self.check(text)
        return self.check(text)


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
    help="Makes everything that is random in the data.",
)
SCALING = Option(
    "scaling",
    "Scaling",
    "choice",
    "centre-maxabs",
    choices=tuple(SCALINGS),
    choice_labels=tuple(recipe.label for recipe in SCALINGS.values()),
    help="What is done to every attribute before one constant puts ridge data into the unit ball.",
)
