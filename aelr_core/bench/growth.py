"""How the engine's time grows: with d, with the budget, with the number of lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from aelr_core.bench.timing import in_turns
from aelr_core.bench.work import Work
from aelr_core.sampling import FAMILIES

# "d" 500 -> 4000 may cost this much; the time of a lane-step should not depend on the lanes.
LARGEST_GROWTH_IN_D = 3.5


def growth(
    ladders: Mapping[str, Sequence[Work]],
    repetitions: int,
    say: Callable[[str], None],
) -> Iterator[dict[str, Any]]:
    """Yield, for each family and ladder, microseconds a lane-step along it and the growth.

    Parameters
    ----------
    ladders : from the field of `Work` that grows to the work at each of its values.
    """
    for field, ladder in ladders.items():
        for family in FAMILIES:
            say(f"growth in {field}, {family}")
            rungs = {
                getattr(work, field): replace(work, family=family).get_ready() for work in ladder
            }
            us, _ = in_turns(
                {value: work.by_engine for value, work in rungs.items()},
                {value: work.lanes * work.steps for value, work in rungs.items()},
                repetitions,
            )
            times = list(us.values())
            yield {
                "in": field,
                "family": family,
                "values": list(rungs),
                "engine_us": times,
                "growth": times[-1] / times[0],
            }
