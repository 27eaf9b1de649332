"""Classes: students' guesses in the lessons, pooled for their lecturer's screen.

They are numbers in the server's memory, without a name or an address: at most `MOST_GUESSES` per
lesson of a class, and gone after `HOURS` hours. Free of Streamlit.
"""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

# Without letters and digits that look alike on a projector: 31⁸ codes.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LETTERS = 8
HOURS = 3
MOST_GUESSES = 500
MOST_CLASSES = 100

Numbers = tuple[float, ...]


@dataclass
class Class:
    """One class.

    Attributes
    ----------
    code : what students type or scan.
    key : what makes a browser the lecturer's; students never see it.
    opened : when, in seconds of the clock.
    lesson : the key of the lesson that is open, "" before the first one.
    shown : whether its answer is shown.
    guesses : by lesson and student, each student's only one.
    """

    code: str
    key: str
    opened: float
    lesson: str = ""
    shown: bool = False
    guesses: dict[str, dict[str, Numbers]] = field(default_factory=dict)


class Classes:
    """All classes of a server. Thread-safe.

    Examples
    --------
    >>> classes = Classes()
    >>> one = classes.open()
    >>> len(one.code), classes.join(one.code.upper()) is one, classes.lead(one.key) is one
    (8, True, True)
    >>> classes.tell(one.code, "few", "a student", [7.0], low=0, high=10, many=1)
    ''
    >>> classes.tell(one.code, "few", "a student", [9.0], low=0, high=10, many=1)
    'Your first guess counts.'
    >>> classes.guesses(one.code, "few")
    ((7.0,),)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._classes: dict[str, Class] = {}  # by code, the oldest first; guarded by the lock

    def open(self) -> Class:
        """Return a new class. If there are too many, the oldest goes."""
        with self._lock:
            self._drop_old()
            while len(self._classes) >= MOST_CLASSES:
                del self._classes[next(iter(self._classes))]
            code = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
            made = Class(code, secrets.token_urlsafe(12), self._clock())
            self._classes[code] = made
            return made

    def join(self, code: str) -> Class | None:
        """Return the class with this code; None if there is none any more."""
        with self._lock:
            self._drop_old()
            return self._classes.get(code.strip().lower())

    def lead(self, key: str) -> Class | None:
        """Return the class whose lecturer has this key; None if there is none any more."""
        with self._lock:
            self._drop_old()
            given = key.encode(errors="replace")  # a link may hold anything
            known = self._classes.values()
            return next((c for c in known if secrets.compare_digest(c.key.encode(), given)), None)

    def close(self, key: str) -> None:
        """End the lecturer's class, and forget its guesses."""
        one = self.lead(key)
        with self._lock:
            if one is not None:
                self._classes.pop(one.code, None)

    def tell(
        self,
        code: str,
        lesson: str,
        student: str,
        values: Sequence[float],
        *,
        low: float,
        high: float,
        many: int,
    ) -> str:
        """Keep a student's guess, and return why it does not count, "" if it does.

        low, high, many : what a guess of this lesson may be: so many numbers, each within these.
        """
        allowed = len(values) == many and all(
            math.isfinite(value) and low <= value <= high for value in values
        )
        if not allowed:
            return f"A guess must be {many} number(s) from {low:g} to {high:g}."
        one = self.join(code)
        if one is None:
            return f"There is no class {code} any more."
        with self._lock:
            there = one.guesses.setdefault(lesson, {})
            if student in there:
                return "Your first guess counts."
            if len(there) >= MOST_GUESSES:
                return f"This class has {MOST_GUESSES} guesses already, the most it may have."
            there[student] = tuple(map(float, values))
        return ""

    def guesses(self, code: str, lesson: str) -> tuple[Numbers, ...]:
        """Return the guesses of a class in a lesson, in the order in which they came."""
        one = self.join(code)
        with self._lock:
            return tuple(one.guesses.get(lesson, {}).values()) if one is not None else ()

    def _drop_old(self) -> None:
        """Forget the classes that are over."""
        over = self._clock() - HOURS * 3600
        for code in [code for code, one in self._classes.items() if one.opened <= over]:
            del self._classes[code]


# The server's, in its memory: a restart forgets all of them.
CLASSES = Classes()
