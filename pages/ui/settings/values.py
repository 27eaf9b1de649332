"""The visitor's settings as values, named ones, and how a link holds them. Free of Streamlit.

`Settings` are frozen, hashable, and equal if they mean the same. `checked` is the one check:
whatever comes in, by a link or a widget, valid settings come out, and a sentence per bad value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr  # cuts long values short
from typing import Any

from aelr_core.algorithms import ALGORITHMS, of_family, runnable, unasked
from aelr_core.datasets.entry import Entry
from aelr_core.datasets.registry import DATASETS, Size, facts_of
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.readings import reading
from aelr_core.modes import MODES, Mode
from pages.ui.settings.table import (
    D_OF_THE_PAPER,
    NO_READING,
    NUMBER,
    OURS_TOO,
    SETTINGS,
    USUAL,
    Setting,
)

# Settings that follow `mode` until the visitor sets them.
RULES = tuple(name for name, setting in SETTINGS.items() if setting.mode_field)
# Settings of some data sets only: options of the data that are not fields of an experiment.
_OF_DATA = tuple(
    name
    for name in SETTINGS
    if any(entry.takes(name) for entry in DATASETS.values()) and name not in FIELDS
)
_NOT_ALWAYS = tuple(name for name, one in SETTINGS.items() if one.when or name in _OF_DATA)


def _default(name: str) -> Any:
    return SETTINGS[name].default


@dataclass(frozen=True)
class UploadedTable:
    """A table that a visitor has loaded: its fingerprint, name, size, and how it is read."""

    fingerprint: str
    name: str
    d: int
    rows: int
    target: str
    positive: str | None = None
    missing: str = "refuse"
    max_categories: int = 20
    leave_out: str | None = None

    @property
    def options(self) -> dict[str, str | int | None]:
        """The loader's options, except family, seed and scaling."""
        names = ("target", "positive", "missing", "max_categories", "leave_out")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Settings:
    """The values of the sidebar: plain and hashable, the key of every cache.

    Settings that mean the same are equal: a setting that does not apply to the data, the family or
    the step rule has its default, and a rule that agrees with the mode is None.
    """

    data: str = _default("data")
    alpha: float = _default("alpha")
    dim: int = _default("dim")
    scaled: bool = _default("scaled")
    species: str = _default("species")
    scaling: str = _default("scaling")
    family: str = _default("family")
    budget: int = _default("budget")
    examples: int = _default("examples")
    runs: int = _default("runs")
    seed: int = _default("seed")
    mode: str = _default("mode")
    origin: str = _default("origin")
    split: str | None = _default("split")
    p: str | None = _default("p")
    epsilon: str | None = _default("epsilon")
    m1: float = _default("m1")
    warm: bool | None = _default("warm")
    protocol: str = _default("protocol")
    points: int = _default("points")
    step: str = _default("step")
    eta: float = _default("eta")
    multiplier: float = _default("multiplier")
    norm_bound: str | float = _default("norm_bound")
    algorithms: tuple[str, ...] = _default("algorithms")
    adagrad: bool = _default("adagrad")
    average: str = _default("average")
    length: str = _default("length")
    guarded: bool = _default("guarded")
    projector: bool = _default("projector")
    table: UploadedTable | None = None

    def __post_init__(self) -> None:
        of_mode = mode_words(self.mode)
        one_form: dict[str, object] = {
            name: None for name in RULES if getattr(self, name) == of_mode[name]
        }
        one_form["algorithms"] = keys_of(self.algorithms, self.family)
        if not self.entry.uploaded:
            one_form["table"] = None
        for name, value in one_form.items():
            object.__setattr__(self, name, value)
        for name in _NOT_ALWAYS:  # in the table's order: a step that is not used has no number
            if not self.uses(name):
                object.__setattr__(self, name, _default(name))
        able = tuple(key for key in self._able if key in self.algorithms)
        usual = tuple(key for key in self._able if not ALGORITHMS[key].on_request)
        object.__setattr__(self, "algorithms", () if able == usual else able)

    def uses(self, name: str) -> bool:
        """Whether a setting applies to the data and the other settings.

        >>> DEFAULTS.uses("alpha"), DEFAULTS.uses("species"), DEFAULTS.uses("multiplier")
        (True, False, False)
        """
        other = SETTINGS[name].when
        return takes(self.data, name) and (other is None or getattr(self, other[0]) == other[1])

    @property
    def entry(self) -> Entry:
        """The entry of the chosen data in the registry."""
        return DATASETS[self.data]

    @property
    def size(self) -> Size:
        """Attributes and training rows of the chosen data."""
        if self.table is not None:
            return Size(self.table.d, self.table.rows)
        if self.entry.simulated:
            return Size(self.dim, self.examples)
        return facts_of(self.data).size

    @property
    def d(self) -> int:
        """The number of attributes of the chosen data."""
        return self.size.d

    @property
    def keys(self) -> tuple[str, ...]:
        """The chosen algorithms, in the registry's order."""
        return self.algorithms or self._able

    @property
    def _able(self) -> tuple[str, ...]:
        """The algorithms, of the paper or ours too, that can run by the chosen rules."""
        named = self.algorithms
        keys = runnable(self.family, mode=self.rules, adagrad=self.adagrad, named=named)
        return tuple(key for key in keys if self.shows(key))

    def shows(self, key: str) -> bool:
        """Whether an algorithm is among those of the paper, if only these are wanted.

        One that runs on request must be named.
        """
        entry = ALGORITHMS[key]
        wanted = self.origin == OURS_TOO or entry.origin == "the paper"
        return wanted and (key in self.algorithms or not entry.on_request)

    @property
    def rules(self) -> Mode:
        """The choices between theory and experiments, as the core takes them."""
        chosen: dict[str, Any] = {
            str(SETTINGS[name].mode_field): getattr(self, name)
            for name in RULES
            if getattr(self, name) is not None
        }
        return replace(MODES[self.mode], m1_fraction=self.m1, **chosen)

    @property
    def options(self) -> dict[str, str | int | float | bool | None]:
        """The data set's own options, as `load_dataset` takes them."""
        of_data = {name: getattr(self, name) for name in _OF_DATA if takes(self.data, name)}
        if "species" in of_data:
            of_data["species"] = self.entry.option("species").choice_of(self.species)
        return of_data | (self.table.options if self.table else {})

    def spec(self) -> ExperimentSpec:
        """Return the experiment: the key of jobs, caches and downloads."""
        named = {"fingerprint": self.table.fingerprint} if self.table else {}
        same: dict[str, Any] = {name: getattr(self, name) for name in FIELDS if name in SETTINGS}
        same |= {"mode": self.rules, "algorithms": self.keys, "curve": "anytime"}
        same["step"] = {USUAL: None, NUMBER: self.eta}.get(self.step, self.step)
        if self.protocol != NO_READING:
            same |= {"curve": "per_prefix", **reading(self.protocol).settings}
        return ExperimentSpec(options=tuple({**self.options, **named}.items()), **same)


def takes(data: str, name: str) -> bool:
    """Whether a setting applies to a data set.

    >>> takes("synthetic", "alpha"), takes("wine", "alpha"), takes("wine", "budget")
    (True, False, True)
    """
    return name not in _OF_DATA or DATASETS[data].takes(name)


def mode_words(mode: str) -> dict[str, Any]:
    """Return the value that a mode gives to each of `RULES`.

    >>> mode_words("theory")["split"], mode_words("theory")["warm"]
    ('theory', False)
    """
    rules = MODES.get(mode, MODES["experiments"])
    return {name: getattr(rules, str(SETTINGS[name].mode_field)) for name in RULES}


def keys_of(words: Iterable[str], family: str) -> tuple[str, ...]:
    """Return a family's algorithms of the given words (or of the words of the given keys).

    No algorithm, or all that run unasked, is (), which stands for these.

    >>> keys_of(["known", "aerr"], "lasso")
    ('aelr', 'ddaelr')
    """
    given = {ALGORITHMS[word].word if word in ALGORITHMS else word for word in words}
    if family not in ("ridge", "lasso"):
        return ()
    wanted = tuple(key for key in of_family(family) if ALGORITHMS[key].word in given)
    return () if [*wanted] == unasked(family) else wanted


def words_of(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the words for algorithms in links and menus.

    >>> words_of(["ddaelr", "two_phase_ddaelr"])
    ('known', 'two-phased')
    """
    return tuple(ALGORITHMS[key].word for key in keys)


DEFAULTS = Settings()


# The defaults, the paper's figures at interactive speed, and small data. The figures of the paper
# are 100 runs with 10-fold cross-validation on growing prefixes; a preset has their data, family,
# budget and algorithms, but fewer runs and a quick step search.

START, CUSTOM = "Start settings", "Your own settings"

# The paper's panels a to d, steeper and steeper. It does not print m ("a different m to emphasise
# the interesting regime").
_PANELS = {
    "a": ("All alike", 0.0),
    "b": ("Slightly uneven", -0.5),
    "c": ("Uneven", -1.0),
    "d": ("Very uneven", -2.0),
}
_EXAMPLES = 20_000
# With the paper's budget for MNIST, this many examples take a quarter of a minute.
_MNIST_RIDGE = 5_000
_BUDGETS = DATASETS["mnist-3v5"].budgets
_MNIST = Settings(data="mnist-3v5", budget=_BUDGETS["ridge"], examples=_MNIST_RIDGE)
# as many examples as there are rows
_MNIST_LASSO = replace(_MNIST, family="lasso", budget=_BUDGETS["lasso"], examples=_MNIST.size.rows)
_COVERTYPE = Settings(data="covertype", examples=_EXAMPLES)

PRESETS: dict[str, Settings] = {
    START: DEFAULTS,
    **{
        f"{name}: {family} (Fig. {figure}{panel})": Settings(
            alpha=alpha, dim=D_OF_THE_PAPER, family=family, examples=_EXAMPLES
        )
        for figure, family in enumerate(("ridge", "lasso"), start=1)
        for panel, (name, alpha) in _PANELS.items()
    },
    "MNIST, 3 or 5?: ridge (Fig. 3)": _MNIST,
    "MNIST, 3 or 5?: lasso (Fig. 4)": _MNIST_LASSO,
    "Forest cover: ridge (Fig. 5)": _COVERTYPE,
    "Forest cover: lasso (Fig. 6)": replace(_COVERTYPE, family="lasso"),
    "Very uneven: AdaGrad (Fig. 7)": Settings(dim=D_OF_THE_PAPER, adagrad=True, examples=_EXAMPLES),
    "MNIST, 3 or 5?: AdaGrad (Fig. 8)": replace(_MNIST, adagrad=True),
    "Small digits, 3 or 5?: ridge": Settings(data="digits-3v5", examples=2_000),
    "Breast cancer: lasso": Settings(data="breast-cancer", family="lasso", examples=2_000),
}


def name_of(settings: Settings) -> str:
    """Return the name of the preset with these settings, or `CUSTOM`.

    The size of type, and whether ours are shown too, do not count.

    >>> name_of(Settings(projector=True)), name_of(Settings(seed=1))
    ('Start settings', 'Your own settings')
    """
    plain = replace(settings, projector=DEFAULTS.projector, origin=DEFAULTS.origin)
    return next((name for name, preset in PRESETS.items() if preset == plain), CUSTOM)


# Names that older links have for settings.
OLD_NAMES = {"adaptive": "adagrad"}
# What was wrong, and what is used instead: a sentence for each setting, by its name.
Problems = dict[str, str]


def allowed(name: str, settings: Settings) -> Setting:
    """Return a setting within the limits of the chosen data: the budget is at most d."""
    setting = SETTINGS[name]
    return setting.narrowed(at_most=settings.d) if name == "budget" else setting


def checked(
    values: Mapping[str, object], table: UploadedTable | None = None
) -> tuple[Settings, Problems]:
    """Return valid settings for any values, and a sentence for each that had to be replaced.

    Values that do not belong to the chosen data are ignored.

    Parameters
    ----------
    values : settings by name; what is left out has its default.
    table : the visitor's own table, which ``data="csv"`` needs; `values` may name it by its
        fingerprint under "table".

    Examples
    --------
    >>> checked({"dim": 20, "budget": 30})[1]["budget"]
    'Budget, k + 1 (budget) must be a whole number from 2 to 20, but it is 30: 5 is used.'
    """
    good: dict[str, Any] = {}
    problems: Problems = {}
    for name in SETTINGS:  # the data first, d before the budget
        if not takes(good.get("data", DEFAULTS.data), name):
            continue
        setting = allowed(name, Settings(**good))
        try:
            good[name] = setting.check(values.get(name, setting.default))
        except ValueError as error:
            good[name] = setting.default
            problems[name] = setting.refusal(error, setting.default)
        if name == "data" and DATASETS[good["data"]].uploaded:
            named = values.get("table") or (table and table.fingerprint)
            if table is not None and table.fingerprint == named:
                good["table"] = table
            else:
                good["data"] = DEFAULTS.data
                problems["data"] = _no_table(named)
    settings = Settings(**good)
    for name, setting in SETTINGS.items():
        usual = getattr(DEFAULTS, name)
        if setting.when and not settings.uses(name) and good.get(name, usual) != usual:
            other, wanted = setting.when
            problems[name] = (
                f"{setting.full_name} has no effect unless {SETTINGS[other].full_name} is "
                f"{wanted}: it is left out."
            )
    return settings, problems


def _no_table(named: object) -> str:
    which = f", {repr(named)}," if named else ""
    return (
        f"Your own table{which} has to be loaded first, on the page Your data: "
        f"{DEFAULTS.data} is used."
    )


def read_link(
    table: Mapping[str, Setting], query: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Any], dict[str, ValueError]]:
    """Return the values that a link holds of some settings, and why others are refused."""
    good: dict[str, Any] = {}
    refused: dict[str, ValueError] = {}
    for name, setting in table.items():
        if texts := query.get(name):
            try:
                good[name] = setting.read(texts)
            except ValueError as error:
                refused[name] = error
    return good, refused


def from_query(
    query: Mapping[str, Sequence[str]], table: UploadedTable | None = None
) -> tuple[Settings, Problems]:
    """Return the settings that a link asks for; names it does not know are left alone.

    >>> from_query({"adaptive": ["true"]})[0].adagrad  # an older link
    True
    >>> from_query({"alpha": ["-1"], "utm_source": ["mail"]})[0].alpha
    -1.0
    >>> from_query({"data": ["wine"], "alpha": ["-1"]})[1]["alpha"]
    'Decay of the moments, α (alpha) is no setting of Wine: it is left out.'
    """
    query = renamed(query)
    values, refused = read_link(SETTINGS, query)
    named = {"table": query["table"][-1]} if query.get("table") else {}
    settings, problems = checked(values | named, table)
    for name, setting in SETTINGS.items():
        texts = query.get(name) or ()
        if texts and not takes(settings.data, name):
            problems[name] = (
                f"{setting.full_name} is no setting of {settings.entry.label}: it is left out."
            )
        elif name in refused:
            problems[name] = setting.refusal(refused[name], allowed(name, settings).default)
    return settings, {name: problems[name] for name in SETTINGS if name in problems}


def usable(query: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return what a link says about settings, without values that are not allowed.

    Each is written as Streamlit's own widgets write it: they read ``1e309`` as a number, fail on
    it and end the page, and they do not understand ``aerr,ddaerr``.

    >>> usable({"runs": ["1e309"], "dim": ["6_0"], "algorithms": ["known,aerr"], "x": ["1"]})
    {'dim': ['60'], 'algorithms': ['uniform', 'known']}
    """
    good, _ = read_link(SETTINGS, renamed(query))
    return {name: SETTINGS[name].widget_texts(value) for name, value in good.items()}


def to_query(settings: Settings) -> dict[str, str | list[str]]:
    """Return what a link must say: only what differs from the defaults.

    >>> to_query(Settings(alpha=-0.5))
    {'alpha': '-0.5'}
    """
    query: dict[str, str | list[str]] = {}
    for name, setting in SETTINGS.items():
        if (value := getattr(settings, name)) != getattr(DEFAULTS, name):
            texts = setting.texts(value)
            query[name] = texts if isinstance(value, tuple) else texts[0]
    return query | ({"table": settings.table.fingerprint} if settings.table else {})


def renamed(query: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return a link with today's names; where it has both names, today's counts."""
    old = {OLD_NAMES[name]: texts for name, texts in query.items() if name in OLD_NAMES}
    return old | {name: texts for name, texts in query.items() if name not in OLD_NAMES}
