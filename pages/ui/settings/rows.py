"""One row of a table of settings: a setting's values, its widget, and its text in a link.

Free of Streamlit. The sidebar's rows are in `sidebar_rows`; a page's own rows are in the page's
room, see `page_options`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aelr_core.datasets.options import Option
from pages.ui.numerals import listed

Widget = Literal["field", "slider", "segments", "menu", "pills", "switch", "text"]
Place = Literal["top", "details"]


@dataclass(frozen=True)
class Row:
    """One setting.

    Parameters
    ----------
    option : its name, which is the field of `Settings`, the widget's key and the name in the link;
        its label, help, kind, limits, choices and default.
    widget : "field" (a number), "slider", "segments" (one of few), "menu" (one of many), "pills"
        (several), "switch" or "text".
    step : of a slider or of a field's arrows.
    place : "top" if the sidebar's layout places it, "details" if it belongs under Details.
    when : another setting and the value it must have for this one to matter.
    mode_field : the field of `Mode` that gives the default, if the setting follows the mode; the
        value is None until the visitor sets it.
    empty : the value of an empty field, if it may be empty.
    aliases : other words for a choice that links may hold.
    most : the maximum number of choices (at least one is needed), or of characters of a text.
    words : the label of each choice, where the widget shows that. A bound widget writes it into the
        link, so links may hold either.
    width, height : of the widget, in pixels or in Streamlit's words; None is Streamlit's default.
    """

    option: Option
    widget: Widget
    step: float | None = None
    place: Place = "details"
    when: tuple[str, object] | None = None
    mode_field: str | None = None
    empty: str | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    most: int | None = None
    words: Mapping[Any, str] | None = None
    width: int | Literal["stretch", "content"] | None = None
    height: int | None = None

    @property
    def name(self) -> str:
        """The setting's name everywhere."""
        return self.option.name

    @property
    def follows_mode(self) -> bool:
        """Whether the mode gives the default."""
        return self.mode_field is not None

    def check(self, value: object) -> Any:
        """Return a value in the setting's type, or refuse it with one sentence."""
        if value is None and self.follows_mode:
            return None
        if self.empty is not None and value in (None, self.empty):
            return self.empty
        if value is None and self.option.kind == "text":
            raise ValueError(f"{self.name} must be text.")
        if self.option.kind != "several":
            return self.option.check(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = [self.aliases.get(one, one) if isinstance(one, str) else one for one in value]
        chosen: Any = self.option.check(value)
        if self.most is not None and not 1 <= len({*chosen}) <= self.most:
            limit = f"at most {self.most}" if chosen else "at least one"
            listed = ", ".join(str(choice) for choice in self.option.choices)
            raise ValueError(f"{self.name} must be {limit} of {listed}.")
        return tuple(choice for choice in self.option.choices if choice in chosen)

    def parse(self, texts: Sequence[str]) -> Any:
        """Return the value that a link holds; of several texts for one value, the last counts.

        >>> dims = Option("dims", "d", "several", (500,), choices=(5, 50, 500))
        >>> Row(dims, "pills", most=2).parse(["500,5"])
        (5, 500)
        """
        if self.option.kind == "several":
            words = {str(choice): choice for choice in self.option.choices}
            given = [word.strip() for text in texts for word in text.split(",")]
            return self.check([words.get(word, word) for word in given if word])
        if texts[-1] == self.empty:
            return self.empty
        return self.check(self.option.parse(self._choice(texts[-1])))

    def texts(self, value: object) -> list[str]:
        """Return a value as a link holds it."""
        several = value if isinstance(value, tuple) else (value,)
        words = [str(one).lower() if isinstance(one, bool) else str(one) for one in several]
        return [self.aliases.get(word, word) for word in words]

    def widget_texts(self, value: object) -> list[str]:
        """Return a value as Streamlit's bound widget reads and writes it: with its own words."""
        if self.words is not None and not isinstance(value, tuple):
            return [self.words[value]]
        return self.texts(value)

    def _choice(self, text: str) -> str:
        """Return the choice that a text of a link stands for: its own name, or its label."""
        labels = {label: str(choice) for choice, label in (self.words or {}).items()}
        return labels.get(text, text)

    @property
    def called(self) -> str:
        """What a sentence for the visitor calls it: the label, and the name in the link.

        >>> Row(Option("dim", "Attributes, d", "integer", 500), "field").called
        'Attributes, d (dim)'
        """
        label = self.option.label
        return label if label.lower() == self.name else f"{label} ({self.name})"

    def shown(self, value: object) -> str:
        """Return a value as a sentence for the visitor has it: 2,000, true, or a and b."""
        if isinstance(value, tuple):
            return listed([str(one) for one in value])
        if isinstance(value, bool):
            return str(value).lower()
        return f"{value:,.12g}" if isinstance(value, int | float) else str(value)

    def refusal(self, error: ValueError, used: str) -> str:
        """Return the core's refusal of a value as a sentence for the visitor.

        >>> dim = Option("dim", "Attributes, d", "integer", 500, at_least=2, at_most=2_000)
        >>> row = Row(dim, "field")
        >>> try:
        ...     row.parse(["inf"])
        ... except ValueError as error:
        ...     row.refusal(error, "500")
        'Attributes, d (dim) must be a whole number from 2 to 2,000, but it is inf: 500 is used.'
        """
        said = str(error).removesuffix(".").replace(self.name, self.called, 1)
        said = said.replace("True or False", "true or false")
        if self.option.kind in ("integer", "number"):
            limits = (self.option.at_least, self.option.at_most)
            for limit in (one for one in limits if one is not None):
                said = said.replace(f" {limit:g}", f" {self.shown(limit)}", 1)
            said = re.sub(r"it is '([\w.+-]+)'$", r"it is \1", said)
        return f"{said}: {used} {'are' if ' and ' in used else 'is'} used."


def by_name(*rows: Row) -> dict[str, Row]:
    """Return a table of rows."""
    return {row.name: row for row in rows}
