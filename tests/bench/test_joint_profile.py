"""The profile of a joint lane-step names what takes its time and its memory."""

import pytest

from aelr_core.bench.joint import profile


def test_a_profile_goes_by_call_and_by_byte(monkeypatch):
    monkeypatch.setattr(profile, "TOGETHER", 1)
    monkeypatch.setattr(profile, "LEAST_PART", 0.0)
    row = profile.joint_profile("ridge", True, d=40, K=4, lanes=3)
    assert sum(row["calls"].values()) == pytest.approx(row["us"])
    assert {"lanes._begin_block", "iterates.at", "credibility.prior_weight"} <= set(row["calls"])
    text = "\n".join(profile.joint_profile_table({"joint_profile": [row]}))
    assert "ridge, learnt, d = 40, K = 4, 3 lanes" in text
    assert "iterates 664" in text  # 41 complex numbers, and R
