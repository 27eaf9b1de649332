"""The scoreboard of one reading: panels, decided claims, remarks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from aelr_core.experiments import Curve, ExperimentSpec, Result
from aelr_core.experiments.readings import ONE_STEP, READINGS, SCALED
from aelr_core.paper.claims import CLAIMS
from aelr_core.paper.panels import PANELS, Panel, names
from aelr_core.paper.reasons import REASONS, PanelFacts
from aelr_core.paper.remarks import UNEXPLAINED, Remark, remarks
from aelr_core.paper.reproduce import kept, result_file
from aelr_core.paper.shared_runs import first_data_set
from aelr_core.paper.verdicts import FAILS, HOLDS, MISSING, OPEN, Verdict, decide

# The settings in which a result must be its panel's; runs and examples may be fewer.
SAME = ("data", "options", "family", "algorithms", "adagrad", "step", "norm_bound")

# Why a curve of the reading "scaled" begins above the zero predictor.
TOO_BOLD = (
    "Its factor was found at full m. The theory's step for a shorter prefix is larger, and times "
    "that factor it may be too bold."
)
# Why a curve on one data set rises above it later, where every prefix has its own search.
RARE = "Its step did best on the folds of the search there, and fails in rare runs."
# Why all curves differ between the first data set and the others.
OTHER_DATA = "Each data set has a w* of its own. Claims are decided by the means of all of them."
TOO_LARGE = "Its ball was found at full m and may be too large for the first prefix."


@dataclass(frozen=True, eq=False)
class Reproduced:
    """A panel with its results, its own first, and all curves by name."""

    panel: Panel
    results: tuple[Result, ...]
    curves: dict[str, Curve]

    @property
    def result(self) -> Result:
        """The result of the panel's own experiment."""
        return self.results[0]

    @property
    def edges(self) -> dict[str, tuple[int, int]]:
        """By algorithm, how many of its searches ended at an edge of what was tried, and of all."""
        found: dict[str, tuple[int, int]] = {}
        for key, search in self.result.searches.items():
            each = self.result.prefix_searches.get(key, (search,))
            if at_edge := sum(one.at_edge for one in each):
                found[key] = at_edge, len(each)
        return found

    @property
    def offline_bound(self) -> float:
        """The norm bound of the offline curve."""
        return self.result.bound_of(f"offline_{self.result.spec.family}")


@dataclass(frozen=True, eq=False)
class Scoreboard:
    """What a folder of results shows under one reading of the protocol.

    Attributes
    ----------
    reading : its key.
    panels : the computed panels, by key.
    verdicts : on all claims, in the order of the table.
    first_alone : the same on the first data set alone, where there are several.
    remarks : oddities that no claim is about, in the order of the panels.
    """

    reading: str
    panels: dict[str, Reproduced]
    verdicts: tuple[Verdict, ...]
    first_alone: tuple[Verdict, ...]
    remarks: tuple[Remark, ...]

    @property
    def curves(self) -> dict[str, dict[str, Curve]]:
        """All curves, by panel and name."""
        return {key: each.curves for key, each in self.panels.items()}

    @property
    def counts(self) -> dict[str, int]:
        """How many claims hold, do not hold, are not decided, were not computed."""
        found = Counter(verdict.status for verdict in self.verdicts)
        return {status: found[status] for status in (HOLDS, FAILS, OPEN, MISSING)}

    @property
    def seconds(self) -> float:
        """How long everything took to compute, each experiment counted once."""
        took = {name: result.seconds for name, result in self._results()}
        return sum(took.values())

    def of_panel(self, key: str) -> tuple[Verdict, ...]:
        """Return the verdicts about a panel."""
        return tuple(v for v in self.verdicts if v.claim.panel == key)

    def unlike_the_first(self, verdict: Verdict) -> str:
        """Return the status of a claim on the first data set alone, if that is another; else ""."""
        alone = self.first_alone[CLAIMS.index(verdict.claim)]
        return "" if alone.status == verdict.status else alone.status

    def remarks_on(self, key: str) -> tuple[Remark, ...]:
        """Return the remarks on a panel."""
        return tuple(remark for remark in self.remarks if remark.panel == key)

    def _results(self) -> list[tuple[str, Result]]:
        return [
            (name, result)
            for each in self.panels.values()
            for (name, _), result in zip(each.panel.experiments, each.results, strict=True)
        ]


def scoreboard(folder: Path, reading: str) -> Scoreboard:
    """Read a folder and decide every claim under a reading."""
    panels: dict[str, Reproduced] = {}
    read = lru_cache(maxsize=None)(partial(_stored, folder))  # 7 and 8 also draw 1d and 3
    for key, panel in PANELS.items():
        results = [read(f"{reading}/{name}", spec) for name, spec in panel.under(reading)]
        there = tuple(result for result in results if result is not None)
        if len(there) == len(results):
            panels[key] = Reproduced(panel, there, _curves(there))
    curves = {key: each.curves for key, each in panels.items()}
    first = {key: first_data_set(each) for key, each in curves.items()}
    decided = tuple(decide(claim, curves) for claim in CLAIMS)
    return Scoreboard(
        reading,
        panels,
        tuple(_with_reason(verdict, panels) for verdict in decided),
        decided if first == curves else tuple(decide(claim, first) for claim in CLAIMS),
        _remarks(reading, panels),
    )


def _remarks(reading: str, panels: dict[str, Reproduced]) -> tuple[Remark, ...]:
    """Return the remarks on all panels."""
    found = [
        remark
        for key, each in panels.items()
        for remark in remarks(key, each.curves, each.offline_bound, each.result.d)
    ]
    keys = {remark.key for remark in found}
    return tuple(r if reading == ONE_STEP else _of_another_reading(r, reading, keys) for r in found)


def _stored(folder: Path, name: str, spec: ExperimentSpec) -> Result | None:
    """Return the result of an experiment, of any size, or None; refuse one of something else."""
    result = kept(folder, name)
    if result is not None and any(getattr(result.spec, s) != getattr(spec, s) for s in SAME):
        raise ValueError(f"{result_file(folder, name)} is the result of another experiment.")
    return result


def _with_reason(verdict: Verdict, panels: dict[str, Reproduced]) -> Verdict:
    """Return a verdict with the likely reason, where it differs from the paper.

    Reasons are about the full protocol: with fewer runs or examples there may be others.
    """
    if verdict.status not in (FAILS, OPEN):
        return verdict
    each = panels[verdict.claim.panel]
    if each.result.spec != each.panel.spec:
        return verdict
    text = REASONS.get(verdict.claim.key, "")
    return replace(verdict, reason=text.format_map(PanelFacts(each.result, each.curves)))


def _of_another_reading(remark: Remark, reading: str, keys: set[str]) -> Remark:
    """Return a remark with its reason: most were written about "one step".

    keys : those of all remarks, among which one may say why.
    """
    curve, _, kind = remark.key.rpartition(".")
    reason = UNEXPLAINED
    if kind == "data_sets":
        reason = OTHER_DATA
    elif kind == "behind":
        reason = remark.reason
    elif f"{curve}.elsewhere" in keys:
        reason = ""
    elif kind == "later" and READINGS[reading].step == "each":
        reason = RARE
    elif kind == "above" and reading == SCALED:
        reason = TOO_LARGE if curve.endswith("offline") else TOO_BOLD
    return replace(remark, reason=reason)


def _curves(results: tuple[Result, ...]) -> dict[str, Curve]:
    """Return the curves of a panel by name, the plain ones first."""
    found: dict[str, Curve] = {}
    for result in reversed(results):
        called = names(result.spec)
        found |= {called[key]: curve for key, curve in result.curves.items()}
    return found
