"""The settings of an experiment, as one frozen, hashable value: `ExperimentSpec`.

A spec is the cache key, the link, the download and the test parameter. Every value is brought
into one canonical form (options with their defaults filled in, algorithms in the registry's
order), so that two ways of asking for the same experiment compare equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS, check_rules, of_family, one_sample, runnable
from aelr_core.datasets import DATASETS
from aelr_core.datasets.entry import Entry
from aelr_core.experiments.fields import FIELDS
from aelr_core.modes import EXPERIMENTS, MODES, Mode

# Rules by which the step size is found by cross-validation.
SEARCHES = ("quick", "cv", "fine", "scaled", "each")
# Of these, those by which each phase of a two-phased algorithm has a search of its own.
PHASE_BY_PHASE = ("scaled", "each")

Plain = str | int | float | bool | None

# Options of a data set that are fields of the spec, and so are not repeated among the options.
_FIELDS = ("family", "seed", "examples")
# The form of the joint algorithms that the theorems are about; older specs know no other.
PLAIN_FORM: dict[str, Any] = {"length": "plain", "guarded": False}
# Settings that older stored results call by another name.
_RENAMED = {"adaptive": "adagrad"}


@dataclass(frozen=True)
class ExperimentSpec:
    """One experiment; the defaults are the interactive ones.

    Attributes
    ----------
    data : a key of `DATASETS`.
    options : the data set's own options, as a mapping or pairs; kept as sorted pairs. A table
        ("csv") is named by ``fingerprint``, the hash of its bytes, and handed to `stream`.
    family : "ridge" or "lasso".
    budget : k + 1, attributes per example.
    examples : m, the training examples of a budgeted algorithm.
    runs : repetitions, each with its own order of examples and its own uniforms.
    data_sets : number of data sets that the runs are spread over, as evenly as possible; more than
        1 for synthetic data, and for a table, whose data sets are splits into training and test
        rows. The first is that of the seed; parameters are searched on it.
    algorithms : keys of the family's algorithms; all that can run by these rules if empty.
    mode : the choices in which the paper's theory and its experiments differ ("theory",
        "experiments" or a `Mode`).
    adagrad : AdaGrad steps (ridge only).
    average : how the paper's budgeted algorithms average their iterates: "uniform", as in the
        paper, or "linear", for a fair comparison with the joint ones, whose weights also grow.
    length : what the joint algorithms return: "measured", w̄ lengthened as
        `aelr_core.measured_length` says, or "plain", w̄ itself. Always "plain" in mode "theory",
        whose theorems are about w̄.
    guarded : whether the joint algorithms are guarded against rare failures, as `aelr_core.guards`
        says. Never in mode "theory", whose theorems are about plain steps.
    curve : "per_prefix" (a separate run for each prefix, as in the paper) or "anytime" (one pass,
        whose average is recorded on the way).
    points : number of prefixes floor(i m / points).
    step : "theory", "quick", "cv" (the multiplier found at full m is used at every prefix), "fine"
        (also tries larger multipliers and values around the best; every prefix uses the η of
        full m), "scaled" (as "cv", from coarse to fine, and for each phase its own), "each" (the
        same at every prefix), "auto" (the joint algorithms' own rule, and "theory" for the
        others), or the step size η itself. None, the default, is "auto" for the joint algorithms
        and "quick" for the others. A joint algorithm searches a factor on its automatic rule; with
        "theory" or η its step is constant. See `step_of`.
    multiplier : factor on the theory's step, for step = "theory" only.
    norm_bound : "auto", "cv" (searched for each algorithm; with step = "each" at every prefix), or
        B itself. With "auto" the offline method searches its own where step is "cv", "fine",
        "scaled" or "each".
    weights : what the result keeps of the predictors w̄: "mean" (mean and standard deviation over
        runs, at ten points at most), "runs" (also those of every run) or "none".
    seed : seed of the data and the runs.
    """

    data: str = "synthetic"
    options: tuple[tuple[str, Plain], ...] = ()
    family: str = "ridge"
    budget: int = 5
    examples: int = 5_000
    runs: int = 20
    data_sets: int = 1
    algorithms: tuple[str, ...] = ()
    mode: Mode = EXPERIMENTS
    adagrad: bool = False
    average: str = "uniform"
    length: str = "measured"
    guarded: bool = True
    curve: str = "per_prefix"
    points: int = 10
    step: str | float | None = None
    multiplier: float = 1.0
    norm_bound: str | float = "auto"
    weights: str = "mean"
    seed: int = 0

    def __post_init__(self) -> None:
        for name, field in FIELDS.items():
            unset = name == "step" and self.step is None
            if name not in ("algorithms", "mode") and not unset:
                self._set(name, field.check(getattr(self, name)))
        self._set("mode", _mode(self.mode))
        self._set("algorithms", self._checked_algorithms())
        if self.points > self.examples:
            checks.integer("points", self.points, at_least=1, at_most=self.examples)
        if self.multiplier != 1.0 and self.step != "theory":
            raise ValueError("multiplier must be 1 unless step is 'theory', whose factor it is.")
        if self.mode.design == "poisson":  # that of the theorems
            for name, value in PLAIN_FORM.items():
                self._set(name, value)
        if self.step == "each" and self.curve != "per_prefix":
            raise ValueError("curve must be 'per_prefix' where step is 'each': one pass has one.")
        if self.data_sets > 1 and self.entry.bundled:
            raise ValueError(f"data_sets must be 1 for {self.data}, which is one data set.")
        if self.data_sets > self.runs:
            checks.integer("data_sets", self.data_sets, at_least=1, at_most=self.runs)
        self._set("options", self._resolved_options())
        self.check_budget(dict(self.options).get("dim"))

    @property
    def entry(self) -> Entry:
        """The data set's entry in the registry."""
        return DATASETS[self.data]

    def step_of(self, key: str) -> str | float:
        """Return the rule for the step size of one algorithm: a word of `step`, or η.

        >>> spec = ExperimentSpec()
        >>> spec.step_of("aerr"), spec.step_of("jaerr")
        ('quick', 'auto')
        """
        entry = ALGORITHMS[key]
        automatic = entry.automatic(self.mode)
        if self.step is None:
            return "auto" if automatic else "theory" if entry.joint else "quick"
        if self.step == "auto":
            return "auto" if automatic else "theory"
        if self.step == "theory" and entry.takes_steps and entry.step_size is None:
            return "auto"  # there is no theorem
        return self.step

    def is_step_searched(self, key: str) -> bool:
        """Whether the step size of one algorithm is found by cross-validation."""
        return ALGORITHMS[key].takes_steps and self.step_of(key) in SEARCHES

    @property
    def step_is_searched(self) -> bool:
        """Whether the step size of any algorithm is found by cross-validation."""
        return any(self.is_step_searched(key) for key in self.algorithms)

    @property
    def search(self) -> str:
        """The rule by which step sizes are searched, where they are."""
        return "quick" if self.step is None else str(self.step)

    def factor_on_automatic(self, key: str) -> bool:
        """Whether the step of an algorithm is a factor times its automatic one.

        Such a step needs no horizon, so every prefix of a run is a run.
        """
        rule = self.step_of(key)
        automatic = ALGORITHMS[key].automatic(self.mode)
        return automatic and (rule == "auto" or self.is_step_searched(key))

    def one_pass(self, key: str) -> bool:
        """Whether one lane per run gives all points of a curve of this algorithm.

        Lanes that an entry makes in its own way may need the horizon: they get one per point.
        """
        return self.curve == "anytime" or (
            self.factor_on_automatic(key)
            and self.step_of(key) != "each"
            and ALGORITHMS[key].make is one_sample
        )

    def data_set_of(self, run: int) -> int:
        """Return on which data set a run learns, from 0 on; the first runs are on the first.

        >>> [ExperimentSpec(runs=5, data_sets=2).data_set_of(run) for run in range(5)]
        [0, 0, 0, 1, 1]
        """
        return run * self.data_sets // self.runs

    def check_budget(self, d: object) -> None:
        """Refuse a budget above d attributes (None: d is not known yet)."""
        if isinstance(d, int) and self.budget > d:
            least = FIELDS["budget"].at_least
            raise ValueError(
                f"budget must be a whole number from {least} to {d}, the attributes of this data, "
                f"but it is {self.budget}."
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the spec as a dictionary for JSON; `from_dict` reads it back."""
        return {**asdict(self), "options": dict(self.options), "algorithms": [*self.algorithms]}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> ExperimentSpec:
        """Return the spec that `to_dict` of this or an older version has described.

        A setting that an older version did not have is missing, and the spec means what it meant
        then: the default, and the plain form of the joint algorithms.

        >>> ExperimentSpec.from_dict({"runs": 3}).to_dict()["runs"]
        3
        >>> ExperimentSpec.from_dict({"adaptive": True}).adagrad
        True
        >>> ExperimentSpec.from_dict({}).guarded, ExperimentSpec().guarded
        (False, True)
        """
        given = PLAIN_FORM | {_RENAMED.get(name, name): value for name, value in given.items()}
        known = [field.name for field in fields(cls)]
        for name in given:
            checks.choice("the name of a setting", name, known)
        return cls(**given)

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)  # the one way to write into a frozen dataclass

    def _checked_algorithms(self) -> tuple[str, ...]:
        given: object = self.algorithms
        keys = of_family(self.family)
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise ValueError("algorithms must be a sequence of keys.")
        wanted = list(given)
        for key in wanted:
            checks.choice(f"each of algorithms ({self.family})", key, keys)
        able = runnable(self.family, mode=self.mode, adagrad=self.adagrad, named=wanted)
        check_rules(wanted if able else keys, mode=self.mode, adagrad=self.adagrad)
        return tuple(key for key in able if key in wanted or not wanted)

    def _resolved_options(self) -> tuple[tuple[str, Plain], ...]:
        entry = self.entry
        given = _pairs(self.options)
        resolved: dict[str, Plain] = {}
        if entry.uploaded:
            fingerprint = given.pop("fingerprint", None)
            if not isinstance(fingerprint, str):
                raise ValueError("options must hold the fingerprint of the table, a text.")
            resolved["fingerprint"] = fingerprint
        for name in given:
            entry.option(name)
            if name in (*_FIELDS, "file"):
                instead = "its fingerprint" if name == "file" else f"the setting {name}"
                raise ValueError(f"options must not hold {name}: give {instead} instead.")
        for option in entry.options:
            if option.name not in (*_FIELDS, "file"):
                value = option.check(given.get(option.name, option.default))
                assert value is None or isinstance(value, str | int | float | bool)
                resolved[option.name] = value
        return tuple(sorted(resolved.items()))


def _pairs(options: object) -> dict[str, object]:
    """Return options given as a mapping or as pairs, as a dictionary."""
    try:
        return dict(options)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError):
        raise ValueError("options must be a mapping from names to values.") from None


def _mode(given: object) -> Mode:
    if isinstance(given, Mode):
        return given
    if isinstance(given, Mapping):
        try:
            return Mode(**given)
        except TypeError:
            listed = ", ".join(field.name for field in fields(Mode))
            raise ValueError(f"mode must have exactly the fields {listed}.") from None
    return MODES[str(checks.choice("mode", given, tuple(MODES)))]
