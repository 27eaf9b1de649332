"""The profile of a lane-step names what takes its time and its memory."""

import pytest

from aelr_core.bench import profile
from aelr_core.bench.joint.alone import parts_alone
from aelr_core.bench.joint.times import first_blocks
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.work import Work


@pytest.mark.parametrize(
    ("work", "named", "words", "size"),
    [
        (
            JointWork("ridge", True, 40, 4, 3, 40),
            {"lanes._begin_block", "iterates.at", "credibility.prior_weight"},
            "ridge, learnt, d = 40, K = 4, 3 lanes",
            "iterates 664",  # 41 complex numbers, and R
        ),
        (
            Work("lasso", "even", 40, 4, 3, 40),
            {"lasso._step", "tree.draw", "average.begin_step"},
            "lasso, even, d = 40, K = 4, 3 lanes",
            "theta 320",  # 40 numbers
        ),
    ],
    ids=["joint", "paper"],
)
def test_a_profile_goes_by_call_and_by_byte(monkeypatch, work, named, words, size):
    monkeypatch.setattr(profile, "TOGETHER", 1)
    monkeypatch.setattr(profile, "LEAST_PART", 0.0)
    row = profile.profiled(work)
    assert sum(row["calls"].values()) == pytest.approx(row["us"])
    assert named <= set(row["calls"])
    text = "\n".join(profile.profile_table("Where the time goes", [row]))
    assert words in text
    assert size in text


@pytest.mark.parametrize(("adaptive", "K"), [(False, 17), (True, 4)])
def test_the_parts_of_a_joint_step_are_timed_alone(adaptive, K):
    work = JointWork("ridge", adaptive, 40, K, 3, first_blocks(40, K))
    parts = parts_alone(work, 1)
    assert list(parts["alone"]) == ["random numbers", "moments, π and A", "samples", "values"]
    assert min(*parts["alone"].values(), parts["paper_us"]) > 0
    row = {**vars(work), "us": 1.0, "calls": {}, "bytes": {}, **parts}
    assert "of a whole step of the paper's" in "\n".join(profile.profile_table("Parts", [row]))
