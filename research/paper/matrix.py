"""Claims × readings: every claim decided under every reading, and what that adds up to.

**Searches that missed a better valley** are found where two algorithms are the same.
With equal moments the optimal q is uniform, so the algorithm that knows the moments and the one
that does not are the same, and the best parameters of one are the best of the other. If what was
chosen for one of them is worse on the folds, by more than the panel's margin, its search, which
goes from coarse to fine, has missed a better valley.

**Claims that do not hold** under a reading: by how much, where they do or come closest, and why.
The reading under which a claim comes closest is the one in which the largest of its misses, in
units of the panel's margin, is smallest. What else was looked at is in ``looked_at.md``, by the key
of the claim, with fields as in `reasons`: ``{own.gap[known - uniform].end:.2f}`` is computed from
the results of the claim's panel under the reading "own".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import isfinite
from pathlib import Path

from aelr_core.experiments import Curve, ExperimentSpec, Result
from aelr_core.experiments.readings import ONE_STEP, PRIMARY, READINGS, SCALED
from research.paper.claims import CLAIMS
from research.paper.closer_looks import Resting, looks, resting
from research.paper.compute import PROCESSOR, kept, numbers, result_file
from research.paper.panels import ALPHAS, DRAWN, PANELS, PRINTED, Compared, Panel, compare, names
from research.paper.reasons import REASONS, UNEXPLAINED, PanelFacts, Remark, remarks, texts_by_key
from research.paper.verdicts import (
    CARRIED,
    CAUSES,
    FAILS,
    HOLDS,
    MEASURED,
    MISSED,
    MISSING,
    OPEN,
    UNTOLD,
    Claim,
    Curves,
    Finding,
    Shared,
    Verdict,
    by_data_set,
    by_place,
    decide,
    first_data_set,
    margin,
    on_shared_runs,
    panels_of,
    with_margin,
)
from research.paper.wording import curve_name, in_words, listed, place, verb, with_interval

# -- searches that missed a better valley ------------------------------------------------------

ALIKE = ("known", "uniform")
EQUAL_MOMENTS = tuple(key for key in PANELS if ALPHAS.get(key[1:]) == 0)


@dataclass(frozen=True)
class Missed:
    """A search that ended in a worse valley than that of the same algorithm by another name.

    Attributes
    ----------
    panel : its key.
    name, other : of the two curves, the worse one first.
    loss, best : the losses on the folds of what was chosen for each at full m.
    """

    panel: str
    name: str
    other: str
    loss: float
    best: float

    @property
    def says(self) -> str:
        """What was missed, in one sentence."""
        family = PANELS[self.panel].spec.family
        a, b = (curve_name(name, family) for name in (self.name, self.other))
        return (
            f"In {self.panel} the search has missed a better valley for {a}: with equal moments it "
            f"is the same algorithm as {b}, and yet the parameters chosen for it have a loss of "
            f"{self.loss:.3f} on the folds, those chosen for {b} {self.best:.3f}."
        )


def missed(panel: str, result: Result, curves: Curves) -> Missed | None:
    """Return what a search of a panel has missed at full m, if its moments are equal."""
    if panel not in EQUAL_MOMENTS:
        return None
    keys = DRAWN[result.spec.family]
    losses = {
        name: result.searches[keys[name]].chosen.loss
        for name in ALIKE
        if keys[name] in result.searches
    }
    if len(losses) < len(ALIKE):
        return None
    best, worst = sorted(losses, key=lambda name: losses[name])
    if losses[worst] - losses[best] <= margin(curves):
        return None
    return Missed(panel, worst, best, losses[worst], losses[best])


# -- the scoreboard of one reading -------------------------------------------------------------

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
        at_edges: dict[str, tuple[int, int]] = {}
        for key, search in self.result.searches.items():
            each = self.result.prefix_searches.get(key, (search,))
            if at_edge := sum(one.at_edge for one in each):
                at_edges[key] = at_edge, len(each)
        return at_edges

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
        counted = Counter(verdict.status for verdict in self.verdicts)
        return {status: counted[status] for status in (HOLDS, FAILS, OPEN, MISSING)}

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
    noticed = [
        remark
        for key, each in panels.items()
        for remark in remarks(key, each.curves, each.offline_bound, each.result.d)
    ]
    keys = {remark.key for remark in noticed}
    return tuple(
        r if reading == ONE_STEP else _of_another_reading(r, reading, keys) for r in noticed
    )


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
    by_name: dict[str, Curve] = {}
    for result in reversed(results):
        called = names(result.spec)
        by_name |= {called[key]: curve for key, curve in result.curves.items()}
    return by_name


# -- claims that do not hold -------------------------------------------------------------------

# In front of a negative number.
HYPHEN = re.compile(r"(?<!\S)-(?=\d)")
# A smaller amount would be printed as 0.
LEAST_SHOWN = 0.0001
LOOKED_AT = texts_by_key(Path(__file__).with_name("looked_at.md").read_text(encoding="utf-8"))


# A status inside a sentence.
IS = {HOLDS: "holds", FAILS: "does not hold", OPEN: "is not decided"}


def holds_elsewhere(shared: Mapping[str, Shared]) -> str:
    """Return under which readings a claim holds, and what that is about; "" if under none.

    shared : by the readings under which it holds, the claim on the runs that both have.
    """
    alike: dict[str, list[str]] = {}
    for key, each in shared.items():
        alike.setdefault(_about(each), []).append(f"“{READINGS[key].label}”")
    return " ".join(f"It holds under {listed(where)}{about}." for about, where in alike.items())


def _about(shared: Shared) -> str:
    """Return what the difference from a reading under which a claim holds is about."""
    same = f": on the {shared.runs} runs that both have, on one data set, it"
    neither = (
        "is decided under neither"
        if shared.status_here == OPEN
        else f"{IS[shared.status_here]} under both"
    )
    equal = shared.status_here == shared.status_there
    both = (
        neither if equal else f"{IS[shared.status_there]} there and {IS[shared.status_here]} here"
    )
    if shared.cause == MEASURED:
        return f"{same} {both}, so they differ only in what else was measured"
    if shared.cause == CARRIED:
        return (
            f"{same} {both}, so they differ only on other data sets, to which parameters do not "
            "carry over"
        )
    if shared.moved is not None and shared.status_here == OPEN:
        moved = with_interval(shared.moved.mean, shared.moved.low, shared.moved.high)
        both += f", and what is compared differs by {moved} here"
    if shared.cause == MISSED:
        return f"{same} {both}, because a search has missed a better valley"
    m = f" or on m ({shared.m_here:,} here, {shared.m_there:,} there)"
    on = f"the reading{'' if shared.m_here == shared.m_there else m}"
    tell = "too few to tell whether this" if shared.cause == UNTOLD else "so this"
    return f"{same} {both}, {tell} depends on {on}"


def closest(verdicts: Mapping[str, Verdict], boards: Mapping[str, Scoreboard]) -> str:
    """Return what is the matter with a claim that holds under none, the conclusion first.

    Then where it comes closest, and what else was looked at.
    """
    claim = next(iter(verdicts.values())).claim
    panels = {key: boards[key].panels[claim.panel] for key in verdicts}
    key = min(
        verdicts,
        key=lambda key: max(map(miss, verdicts[key].findings)) / margin(panels[key].curves),
    )
    findings, spec = verdicts[key].findings, panels[key].result.spec
    off = [each for each in findings if each.status != HOLDS]
    held = len(findings) - len(off)
    also = f" ({held} of its {len(findings)} comparisons {verb(held)} there)" if held else ""
    what_is_off = "; ".join(in_words(off, spec.family))
    near = margin(panels[key].curves)
    curves = boards[PRIMARY].curves
    pieces = [*filter(None, (by_place(claim, curves), by_data_set(claim, curves)))]
    under = f"Under “{READINGS[PRIMARY].label}”: {'; '.join(pieces)}." if pieces else ""
    sentences = [*filter(None, (with_margin(verdicts[key], near), under))]
    facts = {key: PanelFacts(each.result, each.curves) for key, each in panels.items()}
    looked = HYPHEN.sub("−", LOOKED_AT.get(claim.key, "").format_map(facts))
    conclusion, stop, more = looked.partition(". ")
    return (
        f"{conclusion}{stop}It comes closest under “{READINGS[key].label}”, with m = "
        f"{spec.examples:,}{also}: {what_is_off}. {' '.join([*sentences, more])}"
    ).rstrip()


def how_far(verdict: Verdict, near: float) -> str:
    """Return by how much a claim does not hold, or is not decided, as a sentence; "" if it holds.

    That is how far a mean is outside its range, or how far an interval reaches beyond it, in the
    worst of the comparisons with the claim's status. near : the panel's margin.
    """
    if verdict.status not in (FAILS, OPEN):
        return ""
    fails = verdict.status == FAILS
    far = _mean_miss if fails else miss
    off = [finding for finding in verdict.findings if finding.status == verdict.status]
    worst = max(off, key=far)
    by = far(worst)
    if not isfinite(by):
        return "It is not decided: a single run has no interval."
    where = f" {place(worst)}".rstrip()
    if by == 0.0:
        return f"It fails: the mean{where} is exactly at the end of its range."
    amount = f"{by:.{3 if by >= 0.02 else 4}f}" if by >= LEAST_SHOWN else f"less than {LEAST_SHOWN}"
    some = f"{by / near:.1f} times" if by >= near / 10 else "less than a tenth of"
    times = f"{some} the margin"
    of = f" (the worst of {len(off)} comparisons)" if len(off) > 1 else ""
    if fails:
        return f"It fails by {amount}{where}, {times}{of}."
    return f"It is not decided: the interval{where} reaches {amount} too far, {times}{of}."


def _mean_miss(finding: Finding) -> float:
    """Return by how much a mean is outside its range."""
    return max(finding.least - finding.mean, finding.mean - finding.most, 0.0)


def miss(finding: Finding) -> float:
    """Return by how much a mean, or the end of its interval, is outside its range."""
    return max(finding.least - finding.low, finding.high - finding.most, 0.0)


# -- all readings ------------------------------------------------------------------------------

# What a claim's verdicts add up to, from the best.
EVERY, SO_FAR, FIRST, SOME, NONE, UNKNOWN = (
    "under every reading",
    "under every reading computed so far",
    "under the primary reading but not every one",
    "only under other readings",
    "under none",
    "not computed",
)
STANDINGS = (EVERY, SO_FAR, FIRST, SOME, NONE, UNKNOWN)


@dataclass(frozen=True, eq=False)
class Matrix:
    """What a folder of results shows.

    Attributes
    ----------
    boards : the scoreboards, by the key of the reading, the primary one first.
    numbers : the printed numbers that have been computed.
    looks : what a closer look has shown, by the key of a claim or a remark; every claim that holds
        under none has one.
    processor : processor seconds of the panels, by reading, where all of them were measured.
    resting : by claim, the verdicts of the primary reading that may rest on parameters that do not
        carry over.
    """

    boards: dict[str, Scoreboard]
    numbers: tuple[Compared, ...]
    looks: dict[str, str]
    processor: dict[str, float]
    resting: dict[str, Resting]

    def verdicts(self, claim: Claim) -> dict[str, Verdict]:
        """Return the verdicts on a claim, by reading."""
        at = CLAIMS.index(claim)
        return {key: board.verdicts[at] for key, board in self.boards.items()}

    def standing(self, claim: Claim) -> str:
        """Return what the verdicts on a claim add up to, one of `STANDINGS`.

        Each claim counts once. A claim that holds nowhere while a reading has not been computed is
        "not computed".
        """
        statuses = {key: verdict.status for key, verdict in self.verdicts(claim).items()}
        if set(statuses.values()) == {HOLDS}:
            return EVERY
        if set(statuses.values()) == {HOLDS, MISSING}:
            return SO_FAR
        if statuses[PRIMARY] == HOLDS:
            return FIRST
        if HOLDS in statuses.values():
            return SOME
        return UNKNOWN if MISSING in statuses.values() else NONE

    def on_first(self, claim: Claim) -> Verdict:
        """Return the verdict on a claim under the primary reading, on the first data set alone."""
        return self.boards[PRIMARY].first_alone[CLAIMS.index(claim)]

    def shared(self, claim: Claim, reading: str, other: str) -> Shared:
        """Return a claim decided under two readings on the runs that both have."""
        shared = on_shared_runs(claim, self.boards[reading].curves, self.boards[other].curves)
        if PRIMARY not in (reading, other):
            return shared
        rests = claim.key in self.resting and self.resting[claim.key].rests
        return replace(shared, rests=rests, missed=claim.panel in self.missed)

    @cached_property
    def missed(self) -> dict[str, Missed]:
        """What searches under the primary reading have missed, by panel."""
        panels = self.boards[PRIMARY].panels.items()
        of_panels = {key: missed(key, each.result, each.curves) for key, each in panels}
        return {key: each for key, each in of_panels.items() if each is not None}

    def against_primary(self, claim: Claim) -> dict[str, list[str]]:
        """Return the readings that differ from the primary one, by what that depends on.

        Two differ if a claim holds under one of them and not under the other. The causes are those
        of `CAUSES`, from the clearest; there are none if a reading has not been computed.
        """
        statuses = {key: verdict.status for key, verdict in self.verdicts(claim).items()}
        if MISSING in statuses.values():
            return {}
        first = statuses[PRIMARY] == HOLDS
        by_cause: dict[str, list[str]] = {}
        for key, status in statuses.items():
            if (status == HOLDS) != first:
                reading, other = (key, PRIMARY) if first else (PRIMARY, key)
                by_cause.setdefault(self.shared(claim, reading, other).cause, []).append(key)
        return {cause: by_cause[cause] for cause in CAUSES if cause in by_cause}

    def cause(self, claim: Claim) -> str | None:
        """Return the clearest of the causes in `against_primary`, or None."""
        return next(iter(self.against_primary(claim)), None)

    @cached_property
    def causes(self) -> dict[str, list[str]]:
        """The keys of the claims that hold under some readings only, by what that is about."""
        cause_of = {claim.key: self.cause(claim) for claim in CLAIMS}
        return {cause: [key for key, c in cause_of.items() if c == cause] for cause in CAUSES}

    @property
    def changed(self) -> dict[str, str]:
        """The claims decided otherwise by a search on every data set, and how, by key."""
        return {
            key: each.searched.status
            for key, each in self.resting.items()
            if each.searched is not None and each.searched.status != each.verdict.status
        }

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each standing."""
        counted = Counter(self.standing(claim) for claim in CLAIMS)
        return {standing: counted[standing] for standing in STANDINGS}

    @property
    def seconds(self) -> float:
        """How long everything took to compute."""
        return sum(board.seconds for board in self.boards.values())


def matrix(folder: Path) -> Matrix:
    """Read a folder and decide every claim under every reading."""
    ours = numbers(folder)
    boards = {key: scoreboard(folder, key) for key in READINGS}
    compared = tuple(compare(each, ours[each.what]) for each in PRINTED if each.what in ours)
    tried, processor = looks(folder), _processor(folder, boards)
    first = Matrix(boards, compared, tried, processor, _resting(boards[PRIMARY], folder))
    under_none = {
        claim.key: f"{closest(first.verdicts(claim), boards)} {tried.get(claim.key, '')}".rstrip()
        for claim in CLAIMS
        if first.standing(claim) == NONE
    }
    return Matrix(
        {key: _with_numbers(board, first) for key, board in boards.items()},
        compared,
        {
            **under_none,
            **{key: sentence for key, sentence in tried.items() if key not in under_none},
        },
        processor,
        first.resting,
    )


def _resting(board: Scoreboard, folder: Path) -> dict[str, Resting]:
    """Return the verdicts that may rest on parameters that do not carry over, by claim."""
    remarks = {remark.key for remark in board.remarks}
    both = zip(board.verdicts, board.first_alone, strict=True)
    of_claims = {
        verdict.claim.key: resting(verdict, alone.status, remarks, board.curves, folder)
        for verdict, alone in both
    }
    return {key: each for key, each in of_claims.items() if each is not None}


def _processor(folder: Path, boards: dict[str, Scoreboard]) -> dict[str, float]:
    """Return the processor seconds of each reading whose computed panels were all measured."""
    measured = numbers(folder, PROCESSOR)
    computed = {
        key: sorted(
            {
                f"{key}/{name}"
                for each in board.panels.values()
                for name, _ in each.panel.experiments
            }
        )
        for key, board in boards.items()
    }
    return {
        key: sum(measured.get(name, 0.0) for name in computed[key])
        for key, board in boards.items()
        if board.panels and all(f"{key}/{panel}" in measured for panel in board.panels)
    }


def _with_numbers(board: Scoreboard, decided: Matrix) -> Scoreboard:
    """Return a scoreboard that says by how much each claim fails, and why, or where it holds."""

    def noted(verdict: Verdict) -> Verdict:
        key = verdict.claim.key
        notes = [decided.resting[key].says] if key in decided.resting else []
        if verdict.status != HOLDS:
            notes += [
                decided.missed[p].says for p in panels_of(verdict.claim) if p in decided.missed
            ]
        return replace(verdict, note=" ".join(notes)) if board.reading == PRIMARY else verdict

    def explained(verdict: Verdict) -> Verdict:
        if verdict.status not in (FAILS, OPEN):
            return verdict
        far = how_far(verdict, margin(board.panels[verdict.claim.panel].curves))
        where = [key for key, v in decided.verdicts(verdict.claim).items() if v.status == HOLDS]
        shared = {key: decided.shared(verdict.claim, board.reading, key) for key in where}
        why = verdict.reason or holds_elsewhere(shared)
        return replace(verdict, reason=f"{far} {why}".rstrip())

    return replace(board, verdicts=tuple(noted(explained(v)) for v in board.verdicts))
