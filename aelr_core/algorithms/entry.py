"""The class `Algorithm`: an entry of the registry, with all facts about one algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from aelr_core.algorithms.bounds import Bound, Origin, Question
from aelr_core.algorithms.lanes import Learner, Task
from aelr_core.checks import Floats
from aelr_core.modes import Mode
from aelr_core.sampling import sampling_distribution, uniform

# What the joint algorithms are called where they run as their theorems need it.
IN_EXPECTATION = "budget in expectation"

Role = Literal["uniform", "known", "two_phase", "joint", "adaptive", "online", "offline"]

# How many styles the pages have: an entry's `colour` is the place of its style among them.
COLOURS = 8
# A colour that `register` chooses.
ANY_COLOUR = -1


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """One algorithm: its names, what it must know, how it samples, and what is proved.

    Attributes
    ----------
    key, label, short : its name in code, the paper's spelling, and a short name for charts.
    word : its name in links and menus, the same for the pair of algorithms in both families;
        unique within a family.
    does : what it does, in a few plain words; legends have them before the label.
    family : "ridge" or "lasso".
    role : how it samples. Several algorithms may share a role, so nothing is looked up by it.
    origin : who proposed it: "the paper", "this project" or "a plugin".
    q, p : how i and j are drawn, in words.
    colour : its index in the theme's list of styles, and its position in legends; `register`
        chooses one if it is not given.
    adagrad : whether AdaGrad steps are an option.
    step_size : function from a `Question` to the theorem's step size; None if there is no theorem.
    make : function from the entry and a `Task` to lanes that are ready to advance; None if it
        takes no steps.
    bounds : the proved bounds, the headline bound first; empty if there is no theorem.
    phase_one : the algorithm that learns in phase one, if there are two phases.
    most_runs : runs at most on each data set, if it takes long; None: as many as are asked for.
    on_request : whether it runs only where it is named.
    """

    key: str
    label: str
    short: str
    word: str
    does: str
    family: str
    role: Role
    q: str
    p: str
    adagrad: bool
    colour: int = ANY_COLOUR
    origin: Origin = "the paper"
    step_size: Callable[[Question], Floats] | None = None
    make: Callable[[Algorithm, Task], Learner] | None = None
    bounds: tuple[Bound, ...] = ()
    phase_one: Algorithm | None = None
    most_runs: int | None = None
    on_request: bool = False

    @property
    def name(self) -> str:
        """What it does, its label, and whether it is ours.

        >>> from aelr_core.algorithms import ALGORITHMS
        >>> ALGORITHMS["ddaerr"].name, ALGORITHMS["jaerr"].name
        ('Chosen by size (DDAERR)', 'One joint sample (JAERR, ours)')
        """
        return self._named(self.label)

    @property
    def legend_name(self) -> str:
        """The name with the short label, for legends: "Sizes learnt first (Two-Phased)"."""
        return self._named(self.short)

    @property
    def own_label(self) -> str:
        """The label, and whether it is ours."""
        return f"{self.label} (ours)" if self.origin == "this project" else self.label

    def _named(self, label: str) -> str:
        ours = ", ours" if self.origin == "this project" else ""
        return f"{self.does} ({label}{ours})"

    @property
    def budgeted(self) -> bool:
        """Whether it sees k + 1 attributes of an example (otherwise all d)."""
        return self.role not in ("online", "offline")

    @property
    def knows_moments(self) -> bool:
        """Whether it must be given the second moments."""
        return self.role in ("known", "joint")

    @property
    def learns_moments(self) -> bool:
        """Whether it estimates the second moments, in a phase one or while it learns."""
        return self.role in ("two_phase", "adaptive")

    @property
    def joint(self) -> bool:
        """Whether one sample of an example serves x and ⟨w, x⟩ at once, as in JAERR and JAELR."""
        return self.role in ("joint", "adaptive")

    @property
    def two_phased(self) -> bool:
        """Whether it first estimates the second moments, on separate examples."""
        return self.phase_one is not None

    @property
    def takes_steps(self) -> bool:
        """Whether it sees one example after another (otherwise all at once)."""
        return self.make is not None

    def bounds_in(self, mode: Mode) -> tuple[Bound, ...]:
        """Return the bounds that are about it when it runs by these rules."""
        return tuple(bound for bound in self.bounds if bound.holds_in(mode))

    def name_in(self, mode: Mode) -> str:
        """Return its name, and what these rules change about its budget.

        >>> from aelr_core.algorithms import ALGORITHMS
        >>> from aelr_core.modes import THEORY
        >>> ALGORITHMS["jaerr"].name_in(THEORY)
        'JAERR (ours), budget in expectation'
        """
        return self._in_expectation(mode) or self.name

    def legend_in(self, mode: Mode) -> str:
        """Return its name in a legend, where there is little room."""
        return self._in_expectation(mode) or self.legend_name

    def _in_expectation(self, mode: Mode) -> str:
        expected = self.joint and mode.design == "poisson"
        return f"{self.own_label}, {IN_EXPECTATION}" if expected else ""

    def fixed_q(self, d: int, M: Floats | None) -> Floats | None:
        """Return q, (d,), if it is fixed before the run; None if not, or with full information."""
        if self.role == "uniform":
            return uniform(d)
        if self.role == "known" and M is not None:
            return sampling_distribution(M, self.family)
        return None

    def theory_step(self, ask: Question) -> Floats:
        """Return the step size of its theorem; raise an error if there is none."""
        if self.step_size is None:
            raise ValueError(
                f"key must name an algorithm with a theorem for its step size, but {self.key!r} "
                "has none."
            )
        return self.step_size(ask)

    def automatic(self, mode: Mode) -> bool:
        """Whether it has an automatic step by these rules."""
        return self.joint and mode.design == "hard"

    def refusal(self, *, mode: Mode, adagrad: bool) -> str | None:
        """Return why it cannot run by these rules, in one sentence; None if it can."""
        if self.lacks_steps(adagrad=adagrad):
            return (
                f"adagrad must be False for the {self.family}'s {self.label}, which has no "
                "AdaGrad steps."
            )
        if mode.design == "poisson" and self.joint and self.step_size is None:
            return (
                f"mode must not be 'theory' for {self.label}, since no theorem is about it: use "
                "'experiments'."
            )
        return None

    def lacks_steps(self, *, adagrad: bool) -> bool:
        """Whether AdaGrad steps are asked for, and it has none."""
        return adagrad and not self.adagrad


@dataclass(frozen=True)
class BoundRow:
    """A row of a family's table of bounds: a bound, and the algorithm it is about."""

    algorithm: Algorithm
    bound: Bound

    @property
    def key(self) -> str:
        """The row's name in code, unique within a family."""
        return f"{self.algorithm.key}.{self.bound.key}"
