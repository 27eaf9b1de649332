"""The work of the joint algorithms that is timed; everything but the algorithm as in `Work`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from aelr_core.bench.joint.loop import JointLoop
from aelr_core.bench.work import SEED, Work
from aelr_core.checks import Floats
from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes
from aelr_core.modes import EXPERIMENTS, THEORY
from aelr_core.randomness import uniforms


@dataclass(frozen=True)
class JointWork:
    """Runs of JAERR (ridge) or JAELR (lasso) with automatic steps.

    Attributes
    ----------
    family : "ridge" or "lasso".
    adaptive : whether the moments are learnt.
    d, budget, lanes, steps : attributes, K = k + 1, runs, examples per run.
    source : whose data they learn from, as in `Work`.
    """

    family: str
    adaptive: bool
    d: int
    budget: int
    lanes: int
    steps: int
    source: str = "synthetic"

    @cached_property
    def paper(self) -> Work:
        """The same work for DDAERR or DDAELR, in the mode in which the budget is hard."""
        split, p = EXPERIMENTS.split, EXPERIMENTS.p
        size = self.d, self.budget, self.lanes, self.steps
        return Work(self.family, split, *size, source=self.source, moment_aware=p == "moment_aware")

    @cached_property
    def paper_in_theory(self) -> Work:
        """The same work for DDAERR or DDAELR as the theorems have it, with fewer draws from p."""
        return replace(self.paper, split=THEORY.split, moment_aware=THEORY.p == "moment_aware")

    @property
    def M(self) -> Floats | None:  # noqa: N802
        """The second moments, (d,); None if they are learnt."""
        return None if self.adaptive else self.paper.data.known_moments

    def engine(self) -> Joint:
        """Return the engine's lanes, ready to advance."""
        paper, run = self.paper, np.arange(self.lanes)
        runs = lanes(eta=1.0, B=paper.B, order=paper.orders, seed=SEED, run=run)
        lanes_of = JAERR if self.family == "ridge" else JAELR
        return lanes_of(paper.data.X_train, paper.data.y_train, runs, K=self.budget, M=self.M)

    def by_engine(self) -> Floats:
        """Do all the work with the engine; return w_bar, (lanes, d)."""
        engine = self.engine()
        engine.advance()
        return engine.w_bar()

    def by_loop(self, loop: JointLoop, runs: int) -> Floats:
        """Do the first `runs` runs one after the other; return w_bar, (runs, d)."""
        paper, lasso = self.paper, self.family == "lasso"
        X, y = paper.data.X_train.astype(np.float64, copy=False), paper.data.y_train
        # a copy, since numba would compile the loop twice: for arrays that can be written, and not
        M = np.empty(0) if self.M is None else self.M.copy()
        width = uniforms_per_step(self.budget)
        return np.stack([
            loop(X, y, paper.orders[run], uniforms(SEED, run, 0, self.steps, width),
                 M, self.budget, paper.B, lasso)
            for run in range(runs)
        ])  # fmt: skip
