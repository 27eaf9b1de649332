"""Claims × readings: every claim decided under every reading, and what that adds up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.paper.claims import CLAIMS
from aelr_core.paper.closer import looks
from aelr_core.paper.missed_valleys import Missed, missed, panels_of
from aelr_core.paper.nearest import closest, holds_elsewhere, how_far
from aelr_core.paper.printed import PRINTED, Compared, compare
from aelr_core.paper.reproduce import PROCESSOR, numbers
from aelr_core.paper.scoreboard import Scoreboard, scoreboard
from aelr_core.paper.searched_there import Resting, resting
from aelr_core.paper.shared_runs import CAUSES, Shared, on_shared_runs
from aelr_core.paper.verdicts import FAILS, HOLDS, MISSING, OPEN, Claim, Verdict, margin

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

    def shared(self, claim: Claim, here: str, there: str) -> Shared:
        """Return a claim decided under two readings on the runs that both have."""
        shared = on_shared_runs(claim, self.boards[here].curves, self.boards[there].curves)
        if PRIMARY not in (here, there):
            return shared
        rests = claim.key in self.resting and self.resting[claim.key].rests
        return replace(shared, rests=rests, missed=claim.panel in self.missed)

    @cached_property
    def missed(self) -> dict[str, Missed]:
        """What searches under the primary reading have missed, by panel."""
        panels = self.boards[PRIMARY].panels.items()
        found = {key: missed(key, each.result, each.curves) for key, each in panels}
        return {key: each for key, each in found.items() if each is not None}

    def against_primary(self, claim: Claim) -> dict[str, list[str]]:
        """Return the readings that differ from the primary one, by what that depends on.

        Two differ if a claim holds under one of them and not under the other. The causes are those
        of `CAUSES`, from the clearest; there are none if a reading has not been computed.
        """
        statuses = {key: verdict.status for key, verdict in self.verdicts(claim).items()}
        if MISSING in statuses.values():
            return {}
        first = statuses[PRIMARY] == HOLDS
        found: dict[str, list[str]] = {}
        for key, status in statuses.items():
            if (status == HOLDS) != first:
                here, there = (key, PRIMARY) if first else (PRIMARY, key)
                found.setdefault(self.shared(claim, here, there).cause, []).append(key)
        return {cause: found[cause] for cause in CAUSES if cause in found}

    def cause(self, claim: Claim) -> str | None:
        """Return the clearest of the causes in `against_primary`, or None."""
        return next(iter(self.against_primary(claim)), None)

    @cached_property
    def causes(self) -> dict[str, list[str]]:
        """The keys of the claims that hold under some readings only, by what that is about."""
        found = {claim.key: self.cause(claim) for claim in CLAIMS}
        return {cause: [key for key, c in found.items() if c == cause] for cause in CAUSES}

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
        found = Counter(self.standing(claim) for claim in CLAIMS)
        return {standing: found[standing] for standing in STANDINGS}

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
    found = Matrix(boards, compared, tried, processor, _resting(boards[PRIMARY], folder))
    under_none = {
        claim.key: f"{closest(found.verdicts(claim), boards)} {tried.get(claim.key, '')}".rstrip()
        for claim in CLAIMS
        if found.standing(claim) == NONE
    }
    return Matrix(
        {key: _with_numbers(board, found) for key, board in boards.items()},
        compared,
        {**under_none, **{key: said for key, said in tried.items() if key not in under_none}},
        processor,
        found.resting,
    )


def _resting(board: Scoreboard, folder: Path) -> dict[str, Resting]:
    """Return the verdicts that may rest on parameters that do not carry over, by claim."""
    remarks = {remark.key for remark in board.remarks}
    both = zip(board.verdicts, board.first_alone, strict=True)
    found = {
        verdict.claim.key: resting(verdict, alone.status, remarks, board.curves, folder)
        for verdict, alone in both
    }
    return {key: each for key, each in found.items() if each is not None}


def _processor(folder: Path, boards: dict[str, Scoreboard]) -> dict[str, float]:
    """Return the processor seconds of each reading whose computed panels were all measured."""
    measured = numbers(folder, PROCESSOR)
    computed = {
        key: {
            f"{key}/{name}" for each in board.panels.values() for name, _ in each.panel.experiments
        }
        for key, board in boards.items()
    }
    return {
        key: sum(measured.get(name, 0.0) for name in computed[key])
        for key, board in boards.items()
        if board.panels and all(f"{key}/{panel}" in measured for panel in board.panels)
    }


def _with_numbers(board: Scoreboard, found: Matrix) -> Scoreboard:
    """Return a scoreboard that says by how much each claim fails, and why, or where it holds."""

    def noted(verdict: Verdict) -> Verdict:
        key = verdict.claim.key
        said = [found.resting[key].says] if key in found.resting else []
        if verdict.status != HOLDS:
            said += [found.missed[p].says for p in panels_of(verdict.claim) if p in found.missed]
        return replace(verdict, note=" ".join(said)) if board.reading == PRIMARY else verdict

    def explained(verdict: Verdict) -> Verdict:
        if verdict.status not in (FAILS, OPEN):
            return verdict
        far = how_far(verdict, margin(board.panels[verdict.claim.panel].curves))
        where = [key for key, v in found.verdicts(verdict.claim).items() if v.status == HOLDS]
        shared = {key: found.shared(verdict.claim, board.reading, key) for key in where}
        why = verdict.reason or holds_elsewhere(shared)
        return replace(verdict, reason=f"{far} {why}".rstrip())

    return replace(board, verdicts=tuple(noted(explained(v)) for v in board.verdicts))
