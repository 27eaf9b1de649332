"""How often a page looks at its run: serving visitors must leave the machine time to compute."""

from __future__ import annotations

# Looks per second of all sessions together, when all workers are busy and when a core is free;
# those who wait count less.
LOOKS, LOOKS_AT_LEISURE = 16, 24
OF_ONE_WHO_WAITS = 0.25
# The least seconds between two looks of one session, usually and while its run is queued; and the
# most while it is queued: a look comes when half of the time until its turn is over. Each look also
# takes the visitor's browser 0.1 s of a core, which on one machine with the workers is theirs.
SOON, WAITING, LONGEST = 0.4, 1.0, 5.0
# Seconds that a run takes, before one has ended, and how much the latest one counts.
USUAL, LATEST = 3.0, 0.3


class Pace:
    """The seconds between two looks.

    >>> pace = Pace()
    >>> pace.seconds(watching=1, waiting=0), pace.seconds(watching=40, waiting=0)
    (0.4, 2.5)
    >>> [pace.seconds(watching=2, waiting=10, before=n) for n in (0, 1, 2, 3, 4)]
    [1.0, 1.5, 3.0, 4.5, 5.0]
    """

    def __init__(self) -> None:
        self._usual = USUAL

    def took(self, seconds: float) -> None:
        """Learn how long a run took."""
        self._usual += LATEST * (seconds - self._usual)

    def seconds(
        self, watching: int, waiting: int, before: int | None = None, *, leisure: bool = False
    ) -> float:
        """Return the seconds until a session looks again.

        watching, waiting : how many sessions have a run that goes on, and one that is queued.
        before : how many runs each worker has before the session's; None if it goes on.
        leisure : whether a worker is idle.
        """
        looks = LOOKS_AT_LEISURE if leisure else LOOKS
        share = (watching + OF_ONE_WHO_WAITS * waiting) / looks
        if before is None:
            return max(SOON, share)
        return max(WAITING, share, min(before * self._usual / 2, LONGEST))
