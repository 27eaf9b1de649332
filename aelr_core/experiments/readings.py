"""Four readings of the paper's "10-fold cross validation to optimise the parameters".

The paper says neither whether parameters are searched again for each of its "increasingly long
prefixes", nor which parameters. Each reading is two settings of an experiment.
"""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core import checks


@dataclass(frozen=True)
class Reading:
    """One reading of the protocol.

    Attributes
    ----------
    key, label : its name on the command line; on the screen: what is searched, and how often.
    step, norm_bound : the settings of an `ExperimentSpec` that it stands for.
    says : what is searched, in one sentence.
    """

    key: str
    label: str
    step: str
    norm_bound: str
    says: str

    @property
    def settings(self) -> dict[str, str]:
        """The settings, by name."""
        return {"step": self.step, "norm_bound": self.norm_bound}


_ALL = (
    Reading(
        "own",
        "step and norm at each point",
        "each",
        "cv",
        "Step size and norm bound of each phase are searched again for every point of a curve "
        "(the last may share the search of the one before).",
    ),
    Reading(
        "own-step",
        "step at each point",
        "each",
        "auto",
        "The step size of each phase is searched again for every point of a curve (the last may "
        "share the search of the one before); the norm bound is known.",
    ),
    Reading(
        "scaled",
        "one factor for all points",
        "scaled",
        "auto",
        "One factor for each phase is searched, at full m; every point has the theory's step times "
        "that factor. The norm bound is known.",
    ),
    Reading(
        "one-step",
        "one step for all points",
        "fine",
        "auto",
        "One step size is searched, at full m, and used at every point; phase one takes over the "
        "factor of the uniform algorithm. The norm bound is known.",
    ),
)
READINGS: dict[str, Reading] = {each.key: each for each in _ALL}
PRIMARY, SCALED, ONE_STEP = "own", "scaled", "one-step"


def reading(key: object) -> Reading:
    """Return the reading with this key; refuse an unknown key.

    >>> reading("own").settings
    {'step': 'each', 'norm_bound': 'cv'}
    """
    return READINGS[str(checks.choice("reading", key, tuple(READINGS)))]
