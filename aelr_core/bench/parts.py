"""What `bench` measures: how much of it, and each part by a name of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aelr_core.bench.experiment_times import experiments
from aelr_core.bench.growth import LARGEST_GROWTH_IN_D, growth
from aelr_core.bench.joint.alone import parts_alone
from aelr_core.bench.joint.loop import compiled_joint_loop
from aelr_core.bench.joint.times import EXAMPLES, first_blocks, joint_peak_memory, joint_rows
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.limit_times import limit_rows
from aelr_core.bench.limits import LARGEST_DRIFT, LARGEST_PEAK_MIB, apart, endurance, peak_memory
from aelr_core.bench.plain import Loop
from aelr_core.bench.profile import profiled
from aelr_core.bench.timing import rows
from aelr_core.bench.two_level import limit_loops
from aelr_core.bench.work import Work
from aelr_core.engine.budgeted import REFRESH
from aelr_core.letters import FAMILIES, SPLITS

Compiled: TypeAlias = Mapping[str, Loop] | None
Say: TypeAlias = Callable[[str], None]
Figures: TypeAlias = Iterator[dict[str, Any]]


@dataclass(frozen=True)
class Plan:
    """How much is measured.

    Attributes
    ----------
    sizes : (d, k + 1, lanes) of the work on which the engine and both loops are compared.
    steps : examples per run in that comparison.
    ladders : for growth: by the field of `Work` that grows, the work at each of its values.
    repetitions : of every measurement; the fastest counts.
    memory : (d, lanes, steps), with enough steps to reach the engine's largest temporaries.
    memory_keys : algorithms whose memory is measured.
    endurance : (d, k + 1, steps) of one long lane per family.
    experiments : whole experiments that are timed, by name.
    joint_lengths : examples per run of the joint algorithms, on the work of `sizes`.
    joint_dense : data with few zeros, and the (d, K, lanes) of the joint algorithms' work on them.
    joint_memory : (family, adaptive) of the joint algorithms whose memory is measured.
    joint_profiles : (family, adaptive, d, K, lanes) of those that are profiled.
    limit_sizes : as `sizes`, of the work on which the engine is compared with its limit.
    """

    sizes: Sequence[tuple[int, int, int]]
    steps: int
    ladders: Mapping[str, Sequence[Work]]
    repetitions: int
    memory: tuple[int, int, int]
    memory_keys: Sequence[str]
    endurance: tuple[int, int, int]
    experiments: Sequence[str]
    joint_lengths: Sequence[int] = ()
    joint_dense: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    joint_memory: Sequence[tuple[str, bool]] = ()
    joint_profiles: Sequence[tuple[str, bool, int, int, int]] = ()
    limit_sizes: Sequence[tuple[int, int, int]] = ()


_SIZES = ((500, 5, 1000), (784, 57, 200), (4000, 5, 500))
_LIMIT_SIZES = ((500, 5, 1000), (784, 57, 1000))


def _ladders(
    steps: int, d: Sequence[int], budget: Sequence[int], lanes: Sequence[int]
) -> dict[str, list[Work]]:
    return {
        "d": [Work("ridge", "theory", value, 5, 500, steps) for value in d],
        "budget": [Work("ridge", "theory", 784, value, 200, steps) for value in budget],
        "lanes": [Work("ridge", "theory", 500, 5, value, steps) for value in lanes],
    }


FULL = Plan(
    sizes=_SIZES,
    steps=1024,
    ladders=_ladders(256, (500, 1000, 2000, 4000), (5, 15, 29, 57), (250, 500, 1000, 2000)),
    repetitions=3,
    memory=(5000, 1000, 300),
    memory_keys=("ddaerr", "two_phase_ddaerr", "ddaelr", "two_phase_ddaelr"),
    endurance=(500, 5, 1_000_000),
    experiments=("interactive", "the paper's five", "panel"),
    joint_lengths=(EXAMPLES, 5_000),
    joint_dense={"normal": _SIZES[0], "MNIST": _SIZES[1]},
    joint_memory=(("ridge", False), ("ridge", True), ("lasso", False), ("lasso", True)),
    joint_profiles=(("ridge", True, *_SIZES[0]), ("ridge", True, *_SIZES[1])),
    limit_sizes=_LIMIT_SIZES,
)
QUICK = Plan(
    sizes=_SIZES,
    steps=128,
    ladders=_ladders(64, (500, 4000), (5, 57), (500, 1000)),
    repetitions=1,
    memory=(5000, 1000, 20),
    memory_keys=("ddaerr", "ddaelr"),
    endurance=(500, 5, 5_000),
    experiments=("interactive",),
)


def _memory(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    say("peak memory")
    d, lanes, steps = plan.memory
    memory = [apart(peak_memory, [(key, d, lanes, steps)])[0] for key in plan.memory_keys]
    yield {"memory": memory, "largest_peak_mib": LARGEST_PEAK_MIB}
    if plan.joint_memory:
        calls = [(*joint, *plan.memory) for joint in plan.joint_memory]
        yield {"joint_memory": [apart(joint_peak_memory, [call])[0] for call in calls]}


def _work(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    works = (
        Work(family, split, *size, plan.steps)
        for size in plan.sizes
        for family in FAMILIES
        for split in SPLITS
    )
    made = rows(works, compiled, plan.repetitions, say)
    yield {"work": made}
    if plan.limit_sizes:
        yield from _profiles("work_profile", made, say)


def _joint(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    if plan.joint_lengths:
        loop = None if compiled is None else compiled_joint_loop()
        made = list(joint_rows(plan.sizes, plan.joint_lengths, loop, plan.repetitions, say))
        for source, size in plan.joint_dense.items():
            made += joint_rows([size], (EXAMPLES,), None, plan.repetitions, say, source)
        yield {"joint": made}
    if plan.joint_profiles:
        say("profiles of the joint algorithms")
        works = [JointWork(*joint, first_blocks(*joint[2:4])) for joint in plan.joint_profiles]
        alone = [parts_alone(work, plan.repetitions) for work in works]
        profiles = [profiled(work) | parts for work, parts in zip(works, alone, strict=True)]
        yield {"joint_profile": profiles}


def _limit(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    if plan.limit_sizes and compiled is not None:
        works = (
            Work(family, split, *size, plan.steps)
            for size in plan.limit_sizes
            for family in FAMILIES
            for split in SPLITS
        )
        made = list(limit_rows(works, limit_loops(), plan.repetitions, say))
        yield {"limit": made}
        yield from _profiles("limit_profile", made, say)


def _profiles(name: str, made: Sequence[dict[str, Any]], say: Say) -> Figures:
    """Yield where the time goes in the rows that miss their limit."""
    if missed := [row for row in made if row["reached"] is False]:
        say("profiles of what misses its limit")
        sizes = ("family", "split", "d", "budget", "lanes")
        far = ({size: row[size] for size in sizes} for row in missed)
        yield {name: [profiled(Work(**work, steps=REFRESH)) for work in far]}


def _growth(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    loops = {} if compiled is None else {"compiled": compiled, "limit": limit_loops()}
    ladders = list(growth(plan.ladders, loops, plan.repetitions, say))
    yield {"growth": ladders, "largest_growth_in_d": LARGEST_GROWTH_IN_D}


def _experiments(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    yield {"experiments": list(experiments(plan.experiments, say))}


def _endurance(plan: Plan, compiled: Compiled, say: Say) -> Figures:
    d, budget, steps = plan.endurance
    say(f"{steps:,} steps of one lane per family")
    lasting = apart(endurance, [(family, d, budget, steps) for family in FAMILIES])
    yield {"endurance": lasting, "largest_drift": LARGEST_DRIFT}


# Memory first: a child's peak is at least what its parent holds when the child starts.
PARTS = {
    "memory": _memory,
    "work": _work,
    "limit": _limit,
    "joint": _joint,
    "growth": _growth,
    "experiments": _experiments,
    "endurance": _endurance,
}
