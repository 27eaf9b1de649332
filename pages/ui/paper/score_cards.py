"""The scoreboard above the map, in words."""

from __future__ import annotations

from aelr_core.experiments.readings import PRIMARY
from aelr_core.paper import CLAIMS, HOLDS, Matrix
from aelr_core.paper.matrix import EVERY, NONE, SO_FAR, UNKNOWN
from aelr_core.paper.wording import caveats, searched_line
from pages.ui.numerals import Card


def cards(found: Matrix) -> tuple[Card, ...]:
    """Return the scoreboard, in one row."""
    every, none, unknown = (found.counts[standing] for standing in (EVERY, NONE, UNKNOWN))
    first, so_far = found.boards[PRIMARY].counts[HOLDS], found.counts[SO_FAR]
    some = len(CLAIMS) - none - unknown
    row = [
        Card(
            "Hold under every reading",
            f"{every} of {len(CLAIMS)}",
            "Claims of the paper that our results show whichever way its protocol is read.",
        ),
        Card(
            "Under the primary one",
            f"{first}",
            "Under the primary reading, in which parameters are searched at every prefix: the "
            f"{every} that hold under every reading, and {first - every} more. "
            f"{searched_line(found.changed)}".rstrip(),
        ),
        Card(
            "Under at least one",
            f"{some}",
            f"The {first} that hold under the primary reading, and {some - first} more, which hold "
            "under another one.",
        ),
        Card(
            "Under none",
            f"{none}",
            "Under no reading: our results contradict the claim, or do not decide it.",
        ),
    ]
    if so_far:
        row.insert(
            1,
            Card(
                "Under every one so far",
                f"{so_far}",
                "Under every reading that has been computed so far; some have not been.",
            ),
        )
    if unknown:
        row.append(
            Card(
                "Not known yet",
                f"{unknown}",
                "Under no reading that has been computed so far; some have not been.",
            )
        )
    equal, numbers = sum(n.reproduced for n in found.numbers), len(found.numbers)
    but = caveats(found.numbers) or "none was computed"
    row.append(
        Card(
            "Numbers reproduced",
            f"{equal} of {numbers}",
            "Numbers that the paper prints about its experiments and that equal ours in every "
            f"printed digit, rounded or cut off. Some of them prove little: {but}.",
        )
    )
    return tuple(row)
