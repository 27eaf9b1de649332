"""What a joint step cannot do without, each part alone, beside a whole step of the paper's engine.

A step needs its random numbers, the values of its sample and its share of a block update: moments,
π and A in O(d), then the samples of the next d/K steps. What is left of the engine's time are
the pairs, the gradient and the move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aelr_core.bench.joint.times import first_blocks
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.work import SEED
from aelr_core.credibility import credible_moments
from aelr_core.engine.joint.bunches import bunches
from aelr_core.engine.joint.choice import design_for
from aelr_core.engine.joint.door import JointDoor
from aelr_core.engine.joint.next_design import next_design
from aelr_core.engine.joint.uniforms import BlockUniforms
from aelr_core.engine.lanes import lanes


def parts_alone(work: JointWork, repetitions: int) -> dict[str, Any]:
    """Return the µs per lane-step of each part of a block, and those of the paper's engine."""
    d, K, L = work.d, work.budget, work.lanes
    block, every = max(1, d // K), np.arange(L)
    # nobody's lanes end on the way: ended ones take no time
    work = replace(work, steps=first_blocks(d, K) + (repetitions + 1) * block)
    paper = work.paper.get_ready()
    runs = lanes(eta=1.0, B=paper.B, order=paper.orders, seed=SEED, run=every)
    door = JointDoor(paper.data.X_train, L, L * K * work.steps)
    design = design_for(
        K, lanes=L, d=d, positive=np.arange(d), ahead=block, keep_pi=not door.mostly_0
    )
    uniforms = BlockUniforms(runs, design.width)
    engine, rival = work.engine(), paper.engine()
    engine.advance(first_blocks(d, K))
    rival.advance(block)
    M = np.broadcast_to(engine.moments, (L, d))
    w, u, counts = engine.w_bar(), np.ones(1), np.full((L, d), 2.0 + K)
    design.pi[:, :d], _ = next_design(M, w, u, np.full((L, d), K / d), np.ones(L), K)
    some = list(bunches(every, d))
    begin = np.zeros(L, dtype=np.int64)
    numbers = [uniforms.of(lane, begin[lane], block) for lane in some]
    rows = paper.orders[:, :block].T

    def make_numbers() -> None:
        for lane in some:
            uniforms.of(lane, begin[lane], block)

    def update_blocks() -> None:
        for lane in some:
            known = M[lane]
            if work.adaptive:
                known = credible_moments(counts[lane] * known, 3.0 * counts[lane], counts[lane])
            next_design(known, w[lane], u, design.pi[lane, :d], np.ones(len(known)), K)

    def draw_samples() -> None:
        for lane, made in zip(some, numbers, strict=True):
            design.prepare(lane, made)

    def look() -> None:
        door.values(rows, design.samples(slice(0, block)), design.layout, full=design.full)

    us = _best(
        {
            "random numbers": make_numbers,
            "moments, π and A": update_blocks,
            "samples": draw_samples,
            "values": look,
            "paper": lambda: rival.advance(block),
        },
        repetitions,
    )
    us = {name: 1e6 * seconds / (L * block) for name, seconds in us.items()}
    return {"paper_us": us.pop("paper"), "alone": us}


def _best(contenders: Mapping[str, Callable[[], None]], turns: int) -> dict[str, float]:
    """Return the fewest seconds of processor time that each took; they take turns."""
    best = dict.fromkeys(contenders, np.inf)
    for _ in range(turns):
        for name, run in contenders.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    return best
