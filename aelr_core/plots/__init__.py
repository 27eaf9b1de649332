"""The four pictures of a result, and that of a decision, for notebooks and for the app.

>>> import aelr_core as ac
>>> spec = ac.ExperimentSpec("synthetic", {"dim": 20}, examples=200, runs=2, step="theory")
>>> result = ac.run(spec)
>>> [type(draw(result)).__mro__[1].__name__ for draw in (learning_curves, sampling, ratios, bounds)]
['Figure', 'Figure', 'Figure', 'Figure']

Each takes a result and returns a Plotly figure: ``ac.plots.learning_curves(result).show()``. For a
table, pass its data set too. `decision` takes what `ac.decide` returns. They need Plotly. The app
draws the same pictures, with more around them.
"""

from __future__ import annotations

from aelr_core.analysis import bounds as analysis
from aelr_core.analysis.decision import Decision
from aelr_core.analysis.learning import View, fitting
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.datasets import Dataset
from aelr_core.experiments import Result
from aelr_core.experiments.problem import dataset_of
from aelr_core.plots.decision import decision_picture
from aelr_core.plots.draws import draws_of, shares_of_looks
from aelr_core.plots.frame import Figure
from aelr_core.plots.learning import learning_of
from aelr_core.plots.rho import rho_of
from aelr_core.plots.risk import risk_of
from aelr_core.plots.theme import Look

__all__ = ["Look", "View", "bounds", "decision", "learning_curves", "ratios", "sampling"]

LIGHT = Look("light")
# In pixels: the app's are lower, because four share a screen.
HEIGHT = 420


def learning_curves(result: Result, view: View = View(), *, look: Look = LIGHT) -> Figure:  # noqa: B008  # frozen
    """Return the error against the attributes seen, with its spread over runs.

    view : the axes, the value and the spread
    """
    return learning_of(result, fitting(view, result), look=look, height=HEIGHT).figure


def sampling(result: Result, dataset: Dataset | None = None, *, look: Look = LIGHT) -> Figure:
    """Return where the draws go: how often each algorithm looks at each attribute."""
    facts = _facts(result, dataset)
    shares = shares_of_looks(facts, result.spec.algorithms, result.curves)
    return draws_of(shares, facts, look=look, height=HEIGHT).figure


def ratios(result: Result, dataset: Dataset | None = None, *, look: Look = LIGHT) -> Figure:
    """Return the improvement ratios ρ of the result's data, of synthetic data, and of others."""
    return rho_of(result.spec, _facts(result, dataset), look=look, height=HEIGHT).figure


def bounds(result: Result, dataset: Dataset | None = None, *, look: Look = LIGHT) -> Figure:
    """Return the bounds on the excess risk as lines, and the measured risk as points."""
    facts = _facts(result, dataset)
    measured = analysis.measured(result, facts, analysis.offline_loss(result))
    return risk_of(facts, analysis.promises(facts), measured, look=look, height=HEIGHT).figure


def decision(found: Decision, *, look: Look = LIGHT) -> Figure:
    """Return what each arm of a decision costs, and the error that it reaches."""
    return decision_picture(
        found.points, best=found.best.key, loss=found.loss, look=look, height=HEIGHT
    ).figure


def _facts(result: Result, dataset: Dataset | None) -> PriorFacts:
    return prior_facts(result.spec, dataset_of(result.spec, dataset), result.norm_bound)
