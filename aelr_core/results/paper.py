"""The paper's claims and figures as computed again: finished verdicts, sentences and curves.

``python -m research.paper --freeze`` writes the file from the stored runs; nothing is decided here.
Readings of the protocol are named by their keys, see `aelr_core.experiments.readings`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.experiments import ExperimentSpec
from aelr_core.files import ASSETS, read_as

FILE = ASSETS / "results" / "paper.json"
# The verdicts on a claim.
HOLDS, FAILS, OPEN = "holds", "does not hold", "not decided"


@dataclass(frozen=True)
class Verdict:
    """A claim under one reading.

    Attributes
    ----------
    status : "holds", "does not hold" or "not decided".
    findings : what was compared, a sentence each, without a full stop.
    reason : by how much it does not hold, and the likely reason; "" if it holds.
    note : what else the verdict may rest on, or "".
    on_first : the status on the first data set alone, where the panel has several, or "".
    """

    status: str
    findings: tuple[str, ...]
    reason: str
    note: str
    on_first: str


@dataclass(frozen=True)
class Claim:
    """One statement of the paper about a panel.

    Attributes
    ----------
    key, panel : its name, and the panel it is about.
    says, short : what the paper says, in our words, and in one or two words.
    depends : what a difference between readings depends on, as sentences, or "".
    verdicts : by reading.
    """

    key: str
    panel: str
    says: str
    short: str
    depends: str
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True)
class Remark:
    """Something odd in a panel that no claim is about, and its likely reason, or ""."""

    key: str
    says: str
    reason: str


@dataclass(frozen=True, eq=False)
class PanelCurve:
    """One curve of a panel.

    Attributes
    ----------
    algorithm : its key.
    adagrad : whether it uses AdaGrad's steps.
    attributes : (P,) array, increasing
    mean, sd : (P,) arrays over runs
    """

    algorithm: str
    adagrad: bool
    attributes: Ints
    mean: Floats
    sd: Floats


@dataclass(frozen=True, eq=False)
class Computed:
    """A panel under one reading: its experiment, how it was computed, its curves, remarks on it."""

    spec: ExperimentSpec
    how: str
    curves: tuple[PanelCurve, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, eq=False)
class Panel:
    """One picture of the paper: its title, its caption, and what was computed, by reading."""

    key: str
    title: str
    caption: str
    computed: Mapping[str, Computed]


@dataclass(frozen=True, eq=False)
class Paper:
    """All of it.

    Attributes
    ----------
    cards : the scoreboard: label, value and explanation of each number.
    panels, claims : in the order of the paper, by key.
    looks : what closer looks have shown, by the key of a claim or a remark, the conclusion first.
    """

    cards: tuple[tuple[str, str, str], ...]
    panels: Mapping[str, Panel]
    claims: Mapping[str, Claim]
    looks: Mapping[str, str]

    def claims_of(self, panel: str) -> list[Claim]:
        """Return the claims about a panel."""
        return [claim for claim in self.claims.values() if claim.panel == panel]

    def looks_at(self, panel: str) -> dict[str, str]:
        """Return the closer looks at a panel."""
        return {key: look for key, look in self.looks.items() if key.partition(".")[0] == panel}


@cache
def stored(file: Path = FILE) -> Paper:
    """Read what ``research.paper`` has frozen; refuse another file."""
    with read_as("the paper's results as they were frozen", file) as content:
        return _paper(json.loads(content))


def _paper(stored: Mapping[str, Any]) -> Paper:
    return Paper(
        **{
            **stored,
            "cards": tuple((label, value, help) for label, value, help in stored["cards"]),
            "panels": {each["key"]: _panel(each) for each in stored["panels"]},
            "claims": {each["key"]: _claim(each) for each in stored["claims"]},
        }
    )


def _claim(each: Mapping[str, Any]) -> Claim:
    verdicts = {
        reading: Verdict(**{**one, "findings": tuple(one["findings"])})
        for reading, one in each["verdicts"].items()
    }
    return Claim(**{**each, "verdicts": verdicts})


def _panel(each: Mapping[str, Any]) -> Panel:
    computed = {
        reading: Computed(
            ExperimentSpec.from_dict(one["spec"]),
            one["how"],
            tuple(_curve(curve) for curve in one["curves"]),
            tuple(Remark(**remark) for remark in one["remarks"]),
        )
        for reading, one in each["computed"].items()
    }
    return Panel(**{**each, "computed": computed})


def _curve(each: Mapping[str, Any]) -> PanelCurve:
    arrays = {name: np.array(each[name]) for name in ("attributes", "mean", "sd")}
    return PanelCurve(**{**each, **arrays})
