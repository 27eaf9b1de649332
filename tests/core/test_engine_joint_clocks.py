"""Joint lanes whose blocks end at different steps wait for each other, and learn the same."""

import numpy as np
import pytest

from aelr_core.engine.joint.design import JointDesign
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes

L, STEPS = 6, 300


def adaptive(engine: type, K: int, which: slice = slice(None), **options: object) -> JAERR | JAELR:
    """Return adaptive lanes that see their first value other than 0 at different steps."""
    rng = np.random.default_rng(5)
    d = 40
    X = rng.normal(size=(STEPS, d)) * (rng.random((STEPS, d)) < 0.1)
    y = X @ rng.normal(size=d)
    order = np.stack([rng.permutation(STEPS) for _ in range(L)])
    X[order[3, :9]] = 0.0
    steps = np.array([STEPS, 100, STEPS, STEPS, 211, STEPS])
    own = lanes(eta=1.0, B=2.0, order=order, steps=steps, seed=1, run=np.arange(L))
    made: JAERR | JAELR = engine(X, y, own.take(np.arange(L)[which]), K=K, M=None, **options)
    return made


@pytest.mark.parametrize("engine", [JAERR, JAELR])
@pytest.mark.parametrize(
    ("K", "options"),
    [
        (3, {"progressive": True}),
        (18, {"progressive": True}),
        (3, {"length": "measured", "guarded": True}),
        (18, {"length": "measured", "guarded": True}),
    ],
)
def test_a_lane_that_waits_learns_as_if_it_were_alone(
    engine: type, K: int, options: dict[str, object]
) -> None:
    together = adaptive(engine, K, **options)
    while together.t < together.steps:
        together.advance(37)  # no multiple of anything: lanes stop within their blocks
        assert (together.attributes_seen[0] <= K * together.t).all()
    for n in range(L):
        alone = adaptive(engine, K, slice(n, n + 1), **options)
        alone.advance()
        np.testing.assert_allclose(together.w_bar()[n], alone.w_bar()[0], rtol=1e-12, atol=1e-15)
        assert together.attributes_seen[0][n] == alone.attributes_seen[0][0]
        np.testing.assert_allclose(
            together.progressive_loss_sums[n], alone.progressive_loss_sums[0], rtol=1e-9
        )
        np.testing.assert_allclose(
            together.inclusion_probabilities[n], alone.inclusion_probabilities[0], rtol=1e-12
        )


def test_lanes_begin_their_blocks_together(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = adaptive(JAERR, 3)
    design, prepared = learner._design, []

    def prepare(self: JointDesign, where: object, u: np.ndarray) -> None:
        prepared.append(len(u))
        original(self, where, u)  # type: ignore[arg-type]

    original = type(design).prepare
    monkeypatch.setattr(type(design), "prepare", prepare)
    learner.advance(60)
    prepared.clear()
    learner.advance()
    T_b = 40 // 3
    assert len(prepared) <= (STEPS - 60) / T_b + 2 + 2  # one block more for each lane that ends
