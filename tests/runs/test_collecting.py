"""What survives is spared, garbage of it is found within the minute."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from pages.ui.runs.collecting import Collecting, collect_what_is_new


class Ring:
    """Something that refers to itself: only the collector can let go of it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def only() -> Iterator[list[Collecting]]:
    """The collector's callbacks, without ours; afterwards all is as it was."""
    kept = [*gc.callbacks]
    gc.callbacks[:] = [one for one in kept if not isinstance(one, Collecting)]
    yield gc.callbacks  # type: ignore[misc]
    gc.callbacks[:] = kept
    gc.unfreeze()


def test_survivors_are_left_out_and_new_garbage_is_found(only: list[Collecting]) -> None:
    only.append(Collecting(whole=3600))
    old, new = Ring(), Ring()
    gc.collect()
    assert gc.get_freeze_count() > 0
    assert not any(one is old for one in gc.get_objects())
    seen = weakref.ref(old), weakref.ref(Ring())
    del old, new
    gc.collect()
    assert seen[0]() is not None  # spared
    assert seen[1]() is None  # it was new


def test_once_in_a_while_nothing_is_left_out(only: list[Collecting]) -> None:
    only.append(Collecting(whole=0))
    ring = Ring()
    seen = weakref.ref(ring)
    gc.collect()
    assert gc.get_freeze_count() > 0
    del ring
    gc.collect()
    assert seen() is None


def test_young_generations_are_the_collectors_own_business(only: list[Collecting]) -> None:
    gc.unfreeze()
    only.append(Collecting())
    gc.collect(1)
    assert gc.get_freeze_count() == 0


def test_it_is_set_up_once(only: list[Collecting]) -> None:
    collect_what_is_new()
    collect_what_is_new()
    assert sum(isinstance(one, Collecting) for one in only) == 1
