"""Blocks of joint lanes use the memory that the blocks before them freed."""

from typing import Any

from aelr_core.bench.joint.times import first_blocks
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.limits import apart


def new_pages() -> dict[str, Any]:
    """Return how many pages of memory a lane-step touches for the first time."""
    import resource

    begin, block, lanes = first_blocks(784, 57), 784 // 57, 100
    engine = JointWork("ridge", True, 784, 57, lanes, begin + 3 * block).engine()
    engine.advance(begin)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    engine.advance(2 * block)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    return {"per_step": (after - before) / (2 * block * lanes)}


def test_a_block_touches_hardly_any_new_memory() -> None:
    (found,) = apart(new_pages, [()])
    assert found["per_step"] < 0.1  # about 0.9 where freed memory goes back to the system
