"""A closer look at what is odd: small experiments that change one rule at a time.

Each look is at one panel. Its variants are run at full m alone, on one data set, each with a search
of its own for each phase. The sentence has `str.format` fields, which are filled in from the
results: ``{median[cold]:.2f}`` is the median loss of the runs of the variant "cold".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from aelr_core.algorithms import by_word
from aelr_core.experiments import Curve, ExperimentSpec, run
from aelr_core.experiments.readings import reading
from aelr_core.modes import Mode
from aelr_core.paper.panels import PANELS
from aelr_core.paper.reproduce import keep, kept

RUNS = 20
FOLDER = "closer"


@dataclass(frozen=True)
class Look:
    """A closer look.

    Attributes
    ----------
    key : of the claim or the remark.
    panel : the panel.
    variants : by name, the word of an algorithm and the rules of the mode that are changed.
    says : what the variants show, with fields.
    """

    key: str
    panel: str
    variants: Mapping[str, tuple[str, Mapping[str, object]]]
    says: str

    def specs(self) -> dict[str, ExperimentSpec]:
        """Return the experiments of the variants, by the name of their file."""
        spec = replace(
            PANELS[self.panel].spec,
            **reading("scaled").settings,  # type: ignore[arg-type]
            runs=RUNS,
            points=1,
        )
        return {
            f"{FOLDER}/{self.panel}-{name}": replace(
                spec,
                algorithms=(by_word(word, spec.family).key,),
                mode=Mode(**{**vars(spec.mode), **rules}),
            )
            for name, (word, rules) in self.variants.items()
        }


LOOKS = (
    Look(
        "2d.two_phase",
        "2d",
        {
            "uniform": ("uniform", {}),
            "paper": ("two-phased", {}),
            "cold": ("two-phased", {"warm_start": False}),
            "epsilon": ("two-phased", {"epsilon": "theory"}),
            "third": ("two-phased", {"m1_fraction": 0.3}),
        },
        "Tried at m = {m:,}, each variant with its own search, {runs} runs: the median run of AELR "
        "ends at {median[uniform]:.2f}, that of Two-Phased DDAELR at {median[paper]:.2f}, with "
        "runs from {least[paper]:.2f} to {most[paper]:.2f}. Phase one has seen only "
        "{seen[paper]:.0f} of {d} attributes other than 0, and with ε = 0 the others are never "
        "drawn again: a run that has missed an important one cannot make up for it, and what a "
        "warm start has put on the others stays. The step of phase one is not to blame: its own "
        "search chose {first[paper]:.0f} times the theory's, that of AELR "
        "{factor[uniform]:.0f} times. Without a warm start the median run ends at "
        "{median[cold]:.2f}, with the theory's ε at {median[epsilon]:.2f}, with three tenths of "
        "the examples for phase one at {median[third]:.2f}.",
    ),
    Look(
        "2a.two_phase.worse",
        "2a",
        {"paper": ("two-phased", {})},
        "Tried at m = {m:,}, with a search for each phase, {runs} runs: the worst run ends at "
        "{most[paper]:.1g}. Two-Phased DDAELR rises under “one step” because phase one takes over "
        "AELR's factor there; with a factor of its own, {first[paper]:.3g} times the theory's "
        "step, it does not.",
    ),
)


def look_closer(folder: Path) -> Iterator[str]:
    """Compute the variants that are missing in a folder; yield the name of each that is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, spec in experiments().items():
        if kept(folder, name, spec) is None:
            keep(run(spec), folder, name)
        yield name


def experiments() -> dict[str, ExperimentSpec]:
    """Return the experiments of all looks, by the name of their file."""
    return {name: spec for look in LOOKS for name, spec in look.specs().items()}


def looks(folder: Path) -> dict[str, str]:
    """Return what the looks show, by the key of the claim or remark, where all is computed."""
    return {look.key: said for look in LOOKS if (said := _said(look, folder)) is not None}


def _said(look: Look, folder: Path) -> str | None:
    results = {name: kept(folder, f"{FOLDER}/{look.panel}-{name}") for name in look.variants}
    curves: dict[str, Curve] = {}
    first: dict[str, float] = {}
    factor: dict[str, float] = {}
    for name, result in results.items():
        if result is None:
            return None
        ((key, curves[name]),) = result.curves.items()
        one, factor[name] = result.searches[key].phase_one, result.searches[key].chosen.multiplier
        first[name] = 1.0 if one is None else one.multiplier
        spec, d = result.spec, result.d
    ends = {name: curve.relative_loss[:, -1] for name, curve in curves.items()}
    seen = {n: d - float(c.unsampled.mean()) for n, c in curves.items() if c.unsampled is not None}
    return look.says.format(
        m=spec.examples,
        runs=spec.runs,
        d=d,
        median={name: float(np.median(end)) for name, end in ends.items()},
        least={name: float(end.min()) for name, end in ends.items()},
        most={name: float(end.max()) for name, end in ends.items()},
        seen=seen,
        first=first,
        factor=factor,
    )
