"""The class `Setting`, and the table of the sidebar's settings.

A setting is one of these, in the sidebar or on a page: its values, its widget, and its text in a
link. Labels, kinds and defaults of the sidebar's come from the core: from the fields of an
experiment and the options of the data sets, with limits that keep runs interactive. A new setting
is an entry of `SETTINGS` and a field of `Settings`; it appears under More settings. A page's own
settings are in the page's room, see `widgets.PageSettings`. Free of Streamlit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, Self

from aelr_core.algorithms import ALGORITHMS, adagrad_family, by_word, words
from aelr_core.datasets import DATASETS
from aelr_core.datasets.bundled_data import COVERTYPE
from aelr_core.datasets.entry import MOST_LISTED, SCALING, Kind, Option
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.readings import READINGS
from aelr_core.letters import SPLITS
from aelr_core.modes import EPSILONS, INNER_PRODUCTS
from pages.ui.prose import filled, listed, sections

Widget = Literal["field", "slider", "segments", "menu", "pills", "switch", "text"]
Place = Literal["start", "more", "end", "link"]
# The widget of a kind, unless the setting says another one.
_WIDGETS: dict[str, Widget] = {
    "integer": "field",
    "number": "field",
    "choice": "segments",
    "several": "pills",
    "flag": "switch",
    "text": "text",
}


@dataclass(frozen=True, kw_only=True)
class Setting(Option):
    """One setting: an option of the core, and how a page shows it.

    The name is the field of `Settings`, the widget's key and the name in the link.

    Parameters
    ----------
    widget : "field" (a number), "slider", "segments" (one of few), "menu" (one or several of many),
        "pills" (several), "switch" or "text"; that of its kind if none is given.
    step : of a slider or of a field's arrows.
    place : in the sidebar: "start" is always in sight, "more" is under More settings, "end" is
        below, "link" has no widget: links and the command line set it.
    when : another setting and the value it must have for this one to matter.
    mode_field : the field of `Mode` that gives the default, if the setting follows the mode; the
        value is None until the visitor sets it.
    empty : the value of an empty field, if it may be empty.
    aliases : other words for a choice that links may hold.
    most : the maximum number of choices (at least one is needed, unless none is the default), or of
        characters of a text.
    words : the label of each choice, where the widget shows that. A bound widget writes it into the
        link, so links may hold either.
    width, height : of the widget, in pixels or in Streamlit's words; None is Streamlit's default.
    """

    widget: Widget | None = None
    step: float | None = None
    place: Place = "more"
    when: tuple[str, object] | None = None
    mode_field: str | None = None
    empty: str | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    most: int | None = None
    words: Mapping[Any, str] | None = None
    width: int | Literal["stretch", "content"] | None = None
    height: int | None = None

    def __post_init__(self) -> None:
        if self.widget is None:
            object.__setattr__(self, "widget", _WIDGETS[self.kind])

    @classmethod
    def of(cls, option: Option, **other: Any) -> Self:
        """Return an option of the core as a setting; `other` limits, words or widget."""
        return cls(**{one.name: getattr(option, one.name) for one in fields(Option)} | other)

    @property
    def full_name(self) -> str:
        """What a sentence for the visitor calls it: the label, and the name in the link.

        >>> Setting("dim", "Attributes, d", "integer", 500).full_name
        'Attributes, d (dim)'
        """
        return self.label if self.label.lower() == self.name else f"{self.label} ({self.name})"

    def narrowed(self, *, at_most: int | None = None, without: Sequence[str] = ()) -> Self:
        """Return the setting with a lower limit or fewer choices, and a default among them.

        >>> Setting("dim", "d", "integer", 500, at_most=900).narrowed(at_most=20).default
        20
        """
        if at_most is not None:
            return replace(self, at_most=at_most, default=min(int(str(self.default)), at_most))
        left = self.offering(*(choice for choice in self.choices if choice not in without))
        return replace(self, choices=left.choices, choice_labels=left.choice_labels)

    def check(self, value: object) -> Any:
        """Return a value in the setting's type, or refuse it with one sentence."""
        if value is None and self.mode_field is not None:
            return None
        if self.empty is not None and value in (None, self.empty):
            return self.empty
        if value is None and self.kind == "text":
            raise ValueError(f"{self.name} must be text.")
        if self.kind != "several":
            return super().check(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = [self.aliases.get(one, one) if isinstance(one, str) else one for one in value]
        chosen: Any = super().check(value)
        if self.most is not None and not bool(self.default) <= len({*chosen}) <= self.most:
            limit = f"at most {self.most}" if chosen else "at least one"
            few = len(self.choices) <= MOST_LISTED
            among = ", ".join(map(str, self.choices)) if few else f"the {len(self.choices)} choices"
            raise ValueError(f"{self.name} must be {limit} of {among}.")
        return tuple(choice for choice in self.choices if choice in chosen)

    def read(self, texts: Sequence[str]) -> Any:
        """Return the value that a link holds; of several texts for one value, the last counts.

        >>> Setting("dims", "d", "several", (500,), choices=(5, 50, 500), most=2).read(["500,5"])
        (5, 500)
        """
        if self.kind == "several":
            choices = {str(choice): choice for choice in self.choices}
            given = [word.strip() for text in texts for word in text.split(",")]
            return self.check([choices.get(word, word) for word in given if word])
        if texts[-1] == self.empty:
            return self.empty
        words = {label: str(choice) for choice, label in (self.words or {}).items()}
        labels = {**self.aliases, **words}
        return self.parse(labels.get(texts[-1], texts[-1]))

    def texts(self, value: object) -> list[str]:
        """Return a value as a link holds it."""
        several = value if isinstance(value, tuple | list) else (value,)
        words = [str(one).lower() if isinstance(one, bool) else str(one) for one in several]
        return [self.aliases.get(word, word) for word in words]

    def widget_texts(self, value: object) -> list[str]:
        """Return a value as Streamlit's bound widget reads and writes it: with its own words."""
        if self.words is not None and not isinstance(value, tuple):
            return [self.words[value]]
        return self.texts(value)

    def held(self, value: object) -> object:
        """Return what the widget holds for a value."""
        if value == self.empty:
            return None
        return [*value] if isinstance(value, tuple) else value

    def shown(self, value: object) -> str:
        """Return a value as a sentence for the visitor has it: 2,000, true, or a and b."""
        if value is None and self.mode_field is not None:
            return "the mode's value"
        if isinstance(value, tuple):
            return listed([str(one) for one in value]) if value else "all"
        if isinstance(value, bool):
            return str(value).lower()
        return f"{value:,.12g}" if isinstance(value, int | float) else str(value)

    def refusal(self, error: ValueError, used: object) -> str:
        """Return the core's refusal of a value as a sentence for the visitor.

        Parameters
        ----------
        used : the value that is used instead.

        Examples
        --------
        >>> dim = Setting("dim", "Attributes, d", "integer", 500, at_least=2, at_most=2_000)
        >>> try:
        ...     dim.read(["inf"])
        ... except ValueError as error:
        ...     dim.refusal(error, 500)
        'Attributes, d (dim) must be a whole number from 2 to 2,000, but it is inf: 500 is used.'
        """
        text = str(error).removesuffix(".").replace(self.name, self.full_name, 1)
        text = text.replace("True or False", "true or false")
        if self.kind in ("integer", "number"):
            for limit in (one for one in (self.at_least, self.at_most) if one is not None):
                text = text.replace(f" {limit:g}", f" {self.shown(limit)}", 1)
            text = re.sub(r"it is '([\w.+-]+)'$", r"it is \1", text)
        instead = self.shown(used)
        return f"{text}: {instead} {'are' if ' and ' in instead else 'is'} used."


def by_name(*settings: Setting) -> dict[str, Setting]:
    """Return a table of settings."""
    return {setting.name: setting for setting in settings}


def _field(name: str, **other: Any) -> Setting:
    """Return a field of the experiment, with its default; `other` limits, words or widget."""
    return Setting.of(FIELDS[name], **{"default": getattr(ExperimentSpec, name), **other})


# The attributes of the paper's synthetic data.
D_OF_THE_PAPER = int(str(SYNTHETIC.option("dim").default))
# Which algorithms are run and shown.
THE_PAPERS, OURS_TOO = "the paper's", "ours too"
# The step size that is not set: every algorithm has its own usual rule.
USUAL = "usual"
# The step size that is a number, which is a setting of its own.
NUMBER = "number"
# No reading of the paper's protocol: one pass, with step size and norm bound as they are set.
NO_READING = "none"
# What each reading says, for a help text.
READINGS_SAID = "  \n".join(f"**{each.label}**: {each.says}" for each in READINGS.values())
# Labels that older links have.
OLD_READINGS = {key.replace("-", " "): key for key in READINGS if "-" in key}
_STEPS = FIELDS["step"].offering("auto", "theory", "quick", "cv", "fine")
_SPECIES = COVERTYPE.option("species")
_OF_THEORY = ("step", "theory")
_HELP = sections("settings/helps")
_OURS = listed([one.label for one in ALGORITHMS.values() if one.origin == "this project"])


def _rule(name: str, label: str, kind: Kind = "choice", **other: Any) -> Setting:
    """Return a choice between the paper's theory and its experiments, which follows the mode."""
    return Setting(name, label, kind, help=_HELP[name], **{"mode_field": name, **other})


SETTINGS: dict[str, Setting] = by_name(
    _field(
        "data",
        choice_labels=(),  # the menu has them
        help=f"{FIELDS['data'].help} {_HELP['data']}",
        widget="menu",
        place="start",
        words={name: entry.label for name, entry in DATASETS.items()},
    ),
    Setting.of(SYNTHETIC.option("alpha"), widget="slider", step=0.05, place="start"),
    # The visitor waits while the app makes the rows, so it allows fewer than the core does. The
    # defaults of d and m leave phase one long enough: with the paper's d = 500 and 5,000 examples,
    # two-phased sampling ends behind uniform (tests/app/test_start_order.py measures it).
    Setting.of(SYNTHETIC.option("dim"), default=100, at_most=2_000, step=50, place="start"),
    Setting.of(
        _SPECIES,
        default=_SPECIES.label_of(_SPECIES.default),
        choices=_SPECIES.choice_labels,
        choice_labels=(),
        help=_HELP["species"],
        widget="menu",
        place="start",
    ),
    _field("family", place="start"),
    _field("budget", at_most=5_000, step=1, place="start"),
    _field("examples", default=10_000, at_least=100, at_most=20_000, step=500),
    _field("runs", at_most=100, step=5),
    _field("seed", at_most=999_999, step=1),
    _field("mode", default="experiments", help=f"{FIELDS['mode'].help} {_HELP['mode']}"),
    Setting(
        "origin",
        "Whose algorithms",
        "choice",
        OURS_TOO,
        choices=(THE_PAPERS, OURS_TOO),
        help=filled(_HELP["origin"], ours=_OURS),
    ),
    _rule("split", "Split of the draws", choices=SPLITS),
    _rule(
        "p",
        "Draws for the prediction, p",
        choices=INNER_PRODUCTS,
        words={word: word.replace("_", "-") for word in INNER_PRODUCTS},
    ),
    _rule("epsilon", "Safety margin, ε", choices=EPSILONS),
    Setting(
        "m1",
        "Share of phase one, m₁ / m",
        "number",
        0.1,
        at_least=0.0,
        at_most=0.9,
        help=_HELP["m1"],
        widget="slider",
        step=0.05,
    ),
    _rule("warm", "Warm start", "flag", mode_field="warm_start"),
    Setting(
        "protocol",
        "Reading of the protocol",
        "choice",
        NO_READING,
        choices=(NO_READING, *READINGS),
        help=f"{_HELP['protocol']}  \n{READINGS_SAID}",
        widget="menu",
        aliases=OLD_READINGS,
        words={NO_READING: NO_READING} | {key: each.label for key, each in READINGS.items()},
    ),
    _field("points", default=25, at_least=2, at_most=100, place="link"),
    _field(
        "step",
        kind="choice",
        default=USUAL,
        choices=(USUAL, *_STEPS.choices, NUMBER),
        choice_labels=(
            "searched (quick) for the paper's algorithms; ours need no search (auto)",
            *_STEPS.choice_labels,
            "the same η for all of them",
        ),
        help=_HELP["step"],
        widget="menu",
        when=("protocol", NO_READING),
    ),
    Setting(
        "eta",
        "The number, η",
        "number",
        0.01,
        at_least=1e-6,
        at_most=1e3,
        help=_HELP["eta"],
        symbol="η",
        place="link",
        when=("step", NUMBER),
    ),
    _field("multiplier", above=None, at_least=1e-3, at_most=1e3, place="link", when=_OF_THEORY),
    _field(
        "norm_bound",
        kind="number",
        at_least=1e-3,
        at_most=1e5,
        choices=(),
        choice_labels=(),
        help=f"{FIELDS['norm_bound'].help} Empty: {FIELDS['norm_bound'].choice_labels[0]}.",
        step=1.0,
        empty="auto",
        when=("protocol", NO_READING),
    ),
    Setting.of(SYNTHETIC.option("scaled")),
    Setting.of(SCALING, widget="menu"),
    _field("adagrad", when=("family", adagrad_family())),
    _field("average", place="link"),
    # The theorems are about plain steps and their plain average.
    _field("length", place="link", when=("mode", "experiments")),
    _field("guarded", place="link", when=("mode", "experiments")),
    _field(
        "algorithms",
        choices=words(),
        help=" ".join(
            f"{word}: {by_word(word, 'ridge').does} ("
            f"{', '.join(one.label for one in ALGORITHMS.values() if one.word == word)})."
            for word in words()
        ),
        aliases={key: entry.word for key, entry in ALGORITHMS.items()},
    ),
    Setting("projector", "Large type", "flag", False, help=_HELP["projector"], place="end"),
)

# Which algorithms are run, how each steps, what it returns.
_OF_RUNS = ("origin", "algorithms", "adagrad", "protocol")
_PHASES = ("epsilon", "m1", "warm")
# Of what the data are, for a page or a part of it that has its own.
OF_DATA = ("_preset", "data", "about_data", "alpha", "dim", "species")
# For pages that show what is stored, or have data and controls of their own.
_EVERYTHING = tuple(name for name in SETTINGS if name != "projector")
# The settings that a page, given as its file, ignores: its sidebar does not show them. They are
# hidden and not left out: a widget that is not drawn forgets its value, and so does the link.
HIDDEN: dict[str, tuple[str, ...]] = {
    "pages/one_step.py": ("runs", "step", *_OF_RUNS, *_PHASES),
    "pages/results.py": _EVERYTHING,
    "pages/your_data.py": OF_DATA,  # it is about the visitor's table
    "pages/story.py": _EVERYTHING,
}


def hides_everything(page: str) -> bool:
    """Return whether a page, given as its file, ignores all but the size of type."""
    return HIDDEN.get(page) == _EVERYTHING


def hiding(names: Sequence[str]) -> str:
    """Return the style that hides some settings."""
    hidden = ", ".join(f".st-key-{name}" for name in names)
    # with the column that it has to itself, or there would be a hole beside its neighbour
    column = f"[data-testid=stColumn]:has({hidden})"
    places = ":is([data-testid=stSidebar], .st-key-above)"
    return f"{places} :is({hidden}, {column}) {{ display: none; }}" if hidden else ""


def style(page: str) -> str:
    """Return the style that hides what a page, given as its file, ignores."""
    everything = "experiment", "reset"
    return hiding(everything if hides_everything(page) else HIDDEN.get(page, ()))
