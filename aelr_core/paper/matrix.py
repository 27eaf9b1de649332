"""Claims × readings: every claim decided under every reading, and what that adds up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.paper.claims import CLAIMS
from aelr_core.paper.closer import looks
from aelr_core.paper.nearest import closest, holds_elsewhere
from aelr_core.paper.printed import PRINTED, Compared, compare
from aelr_core.paper.reproduce import numbers
from aelr_core.paper.scoreboard import Scoreboard, scoreboard
from aelr_core.paper.verdicts import FAILS, HOLDS, MISSING, OPEN, Claim, Verdict

# What a claim's verdicts add up to, from the best.
EVERY, FIRST, SOME, NONE, UNKNOWN = (
    "under every reading",
    "under the primary reading",
    "under some reading",
    "under none",
    "not computed",
)
STANDINGS = (EVERY, FIRST, SOME, NONE, UNKNOWN)


@dataclass(frozen=True, eq=False)
class Matrix:
    """What a folder of results shows.

    Attributes
    ----------
    boards : the scoreboards, by the key of the reading, the primary one first.
    numbers : the printed numbers that have been computed.
    looks : what a closer look has shown, by the key of a claim or a remark; every claim that holds
        under none has one.
    """

    boards: dict[str, Scoreboard]
    numbers: tuple[Compared, ...]
    looks: dict[str, str]

    def verdicts(self, claim: Claim) -> dict[str, Verdict]:
        """Return the verdicts on a claim, by reading."""
        at = CLAIMS.index(claim)
        return {key: board.verdicts[at] for key, board in self.boards.items()}

    def standing(self, claim: Claim) -> str:
        """Return what the verdicts on a claim add up to, one of `STANDINGS`.

        Each claim counts once: "under the primary reading" means not under every one, "under some
        reading" means not under the primary one. A claim that holds nowhere while a reading has
        not been computed is "not computed".
        """
        statuses = {key: verdict.status for key, verdict in self.verdicts(claim).items()}
        if set(statuses.values()) == {HOLDS}:
            return EVERY
        if statuses[PRIMARY] == HOLDS:
            return FIRST
        if HOLDS in statuses.values():
            return SOME
        return UNKNOWN if MISSING in statuses.values() else NONE

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
    tried = looks(folder)
    found = Matrix(boards, compared, tried)
    under_none = {
        claim.key: f"{closest(found.verdicts(claim), boards)} {tried.get(claim.key, '')}".rstrip()
        for claim in CLAIMS
        if found.standing(claim) == NONE
    }
    return Matrix(
        {key: _with_other_readings(board, found) for key, board in boards.items()},
        compared,
        {**under_none, **{key: said for key, said in tried.items() if key not in under_none}},
    )


def _with_other_readings(board: Scoreboard, found: Matrix) -> Scoreboard:
    """Return a scoreboard with a reason where a claim holds under other readings only."""
    verdicts = (
        replace(verdict, reason=holds_elsewhere(found.verdicts(verdict.claim)))
        if verdict.status in (FAILS, OPEN) and not verdict.reason
        else verdict
        for verdict in board.verdicts
    )
    return replace(board, verdicts=tuple(verdicts))
