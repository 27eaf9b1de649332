"""The profile of a lane-step names what takes its time and its memory."""

import pytest

from aelr_core.bench import profile
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
            "theta 384",  # 48 numbers
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
