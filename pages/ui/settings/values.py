"""The visitor's settings as values: frozen, hashable, equal if they mean the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from aelr_core.algorithms import ALGORITHMS, of_family, runnable
from aelr_core.datasets.entry import Entry
from aelr_core.datasets.registry import DATASETS, Size, facts_of
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.readings import reading
from aelr_core.modes import MODES, Mode
from pages.ui.settings.sidebar_rows import NO_READING, NUMBER, OURS_TOO, ROWS, USUAL

# Settings that follow `mode` until the visitor sets them.
RULES = tuple(name for name, row in ROWS.items() if row.follows_mode)
# Settings of some data sets only: options of the data that are not fields of an experiment.
_OF_DATA = tuple(
    name
    for name in ROWS
    if any(entry.takes(name) for entry in DATASETS.values()) and name not in FIELDS
)
_NOT_ALWAYS = tuple(name for name, row in ROWS.items() if row.when or name in _OF_DATA)


def _default(name: str) -> Any:
    return ROWS[name].option.default


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
        own = mode_words(self.mode)
        one_form: dict[str, object] = {
            name: None for name in RULES if getattr(self, name) == own[name]
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
        object.__setattr__(self, "algorithms", () if able == self._able else able)

    def uses(self, name: str) -> bool:
        """Whether a setting applies to the data and the other settings.

        >>> DEFAULTS.uses("alpha"), DEFAULTS.uses("species"), DEFAULTS.uses("multiplier")
        (True, False, False)
        """
        other = ROWS[name].when
        return takes(self.data, name) and (other is None or getattr(self, other[0]) == other[1])

    @property
    def entry(self) -> Entry:
        """The entry of the chosen data in the registry."""
        return DATASETS[self.data]

    @property
    def k(self) -> int:
        """The paper's k: one draw of the k+1 goes to the inner product."""
        return self.budget - 1

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
        keys = runnable(self.family, mode=self.rules, adagrad=self.adagrad)
        return tuple(key for key in keys if self.shows(key))

    def shows(self, key: str) -> bool:
        """Whether an algorithm is among those of the paper, if only these are wanted."""
        return self.origin == OURS_TOO or ALGORITHMS[key].origin == "the paper"

    @property
    def rules(self) -> Mode:
        """The choices between theory and experiments, as the core takes them."""
        chosen: dict[str, Any] = {
            str(ROWS[name].mode_field): _in_core(getattr(self, name))
            for name in RULES
            if getattr(self, name) is not None
        }
        return replace(MODES[self.mode], m1_fraction=self.m1, **chosen)

    @property
    def options(self) -> dict[str, str | int | float | bool | None]:
        """The data set's own options, as `load_dataset` takes them."""
        own = {name: getattr(self, name) for name in _OF_DATA if takes(self.data, name)}
        if "species" in own:
            own["species"] = self.entry.option("species").choice_of(self.species)
        return own | (self.table.options if self.table else {})

    def spec(self) -> ExperimentSpec:
        """Return the experiment: the key of jobs, caches and downloads."""
        named = {"fingerprint": self.table.fingerprint} if self.table else {}
        same: dict[str, Any] = {name: getattr(self, name) for name in FIELDS if name in ROWS}
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
    own = MODES.get(mode, MODES["experiments"])
    return {name: _on_screen(getattr(own, str(ROWS[name].mode_field))) for name in RULES}


def _on_screen(value: Any) -> Any:
    """Return a value of the core as links and widgets have it: moment-aware, not moment_aware."""
    return value.replace("_", "-") if isinstance(value, str) else value


def _in_core(value: Any) -> Any:
    return value.replace("-", "_") if isinstance(value, str) else value


def keys_of(words: Iterable[str], family: str) -> tuple[str, ...]:
    """Return a family's algorithms of the given words (or of the words of the given keys).

    No algorithm, or all of the family, is (), which stands for all.

    >>> keys_of(["known", "aerr"], "lasso")
    ('aelr', 'ddaelr')
    """
    given = {ALGORITHMS[word].word if word in ALGORITHMS else word for word in words}
    keys = of_family(family) if family in ("ridge", "lasso") else ()
    wanted = tuple(key for key in keys if ALGORITHMS[key].word in given)
    return () if len(wanted) == len(keys) else wanted


def words_of(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the words for algorithms in links and menus.

    >>> words_of(["ddaelr", "two_phase_ddaelr"])
    ('known', 'two-phased')
    """
    return tuple(ALGORITHMS[key].word for key in keys)


DEFAULTS = Settings()
