"""Parameters searched on the other data sets too, where a verdict may rest on them.

Under the primary reading parameters are searched on the first data set and used on all. A verdict
may rest on that if a curve that it compares has parameters that do not carry over (see
`data_sets`), and if on the first data set alone the verdict is another. `SEARCHED` has looks at
such claims: at full m, so at the end of the x-axis, each algorithm is searched on each other data
set, and its runs there take the place of those with the parameters of the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from aelr_core.experiments import Curve
from aelr_core.experiments.problem import seed_of
from aelr_core.experiments.readings import PRIMARY
from aelr_core.paper.look import Look, Variant
from aelr_core.paper.missed_valleys import panels_of
from aelr_core.paper.panels import DATA_SETS, PANELS, RUNS, SEED, names
from aelr_core.paper.reproduce import kept
from aelr_core.paper.sizes import size_of
from aelr_core.paper.verdicts import END, Claim, Curves, Verdict, decide
from aelr_core.paper.wording import curve_name, interval, place, subject

OTHERS = range(1, DATA_SETS)


def _searched(claim: str, *words: str) -> Look:
    panel = claim.partition(".")[0]
    m = size_of(PANELS[panel].spec).m
    variants = {
        f"{word}-set-{n + 1}": Variant(word, settings={"seed": seed_of(SEED, n), "examples": m})
        for n in OTHERS
        for word in words
    }
    return Look(claim, panel, variants, "", runs=RUNS // DATA_SETS, reading=PRIMARY)


SEARCHED = {look.key: look for look in (_searched("2d.two_phase", "uniform", "two-phased"),)}


def carried_badly(claim: Claim, remarks: set[str]) -> dict[str, list[str]]:
    """Return the curves of a claim whose parameters do not carry over, by panel.

    remarks : the keys of those on the primary reading.
    """
    compared = {
        panel: [*dict.fromkeys(name for test in claim.tests for name in (test.a, test.b))]
        for panel in panels_of(claim)
    }
    found = {
        panel: [name for name in each if f"{panel}.{name}.elsewhere" in remarks]
        for panel, each in compared.items()
    }
    return {panel: each for panel, each in found.items() if each}


@dataclass(frozen=True)
class Resting:
    """A verdict under the primary reading that may rest on parameters that do not carry over.

    Attributes
    ----------
    verdict : on all data sets.
    on_first : the status on the first one alone, where the parameters were searched.
    curves : whose parameters do not carry over, by panel.
    stored, searched : the verdict at the end of the x-axis alone, as it is, and with parameters
        searched on every data set; None if that was not computed.
    """

    verdict: Verdict
    on_first: str
    curves: Mapping[str, list[str]]
    stored: Verdict | None = None
    searched: Verdict | None = None

    @property
    def rests(self) -> bool:
        """Whether it may rest on them: not if all was searched there, with the same verdict."""
        if self.searched is None or self.searched.status != self.verdict.status:
            return True
        return len(self.searched.findings) < len(self.verdict.findings)

    @property
    def says(self) -> str:
        """What is known of it, the conclusion first."""
        whose = " and ".join(
            f"{curve_name(name, PANELS[panel].spec.family)} in {panel}"
            for panel, each in self.curves.items()
            for name in each
        )
        about = (
            f"{whose} were searched on the first data set and serve the others less well, and on "
            f"the first alone the verdict is “{self.on_first}”."
        )
        if self.searched is None or self.stored is None:
            return f"This may rest on parameters that do not carry over: those of {about}"
        (new,), (old,) = self.searched.findings, self.stored.findings
        family = PANELS[self.verdict.claim.panel].spec.family
        same = new.status == old.status
        begins = (
            "With parameters searched on every data set the verdict at the end would be "
            f"{'the same' if same else f'“{new.status}” instead of “{old.status}”'}"
        )
        return (
            f"{begins}: {subject(new, family)} {place(new)} would be {interval(new)} instead of "
            f"{interval(old)}. The parameters of {about} (Tried at full m alone, with {new.runs} "
            f"runs on {DATA_SETS} data sets.)"
        )


def resting(
    verdict: Verdict, on_first: str, remarks: set[str], panels: Mapping[str, Curves], folder: Path
) -> Resting | None:
    """Return what a verdict under the primary reading may rest on, or None."""
    curves = carried_badly(verdict.claim, remarks)
    if not curves or not verdict.findings or on_first == verdict.status:
        return None
    claim = verdict.claim
    found = Resting(verdict, on_first, curves)
    there = _with_runs_of(SEARCHED.get(claim.key), panels[claim.panel], folder)
    if there is None:
        return found
    at_end = replace(claim, tests=tuple(test for test in claim.tests if test.at == END))
    return replace(
        found,
        stored=decide(at_end, panels),
        searched=decide(at_end, {**panels, claim.panel: there}),
    )


def _with_runs_of(look: Look | None, curves: Curves, folder: Path) -> Curves | None:
    """Return curves whose ends on other data sets are those of a look, if it was computed."""
    if look is None:
        return None
    changed: dict[str, Curve] = dict(curves)
    for variant in look.variants:
        result = kept(folder, look.file(variant), look.spec(variant))
        if result is None:
            return None
        number = int(variant.rpartition("-")[2]) - 1
        ((key, ours),) = result.curves.items()
        name = names(result.spec)[key]
        curve = changed[name]
        assert curve.data_sets is not None
        loss = curve.relative_loss.copy()
        own = np.flatnonzero(curve.data_sets == number)
        if len(own) != len(ours.runs):
            return None
        loss[own, -1] = ours.relative_loss[:, -1]
        changed[name] = replace(curve, relative_loss=loss)
    return changed
