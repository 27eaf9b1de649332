"""A joint lane without an end learns the same from a stream that comes in pieces."""

import numpy as np
import pytest

from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.joint.seen import JointAccess
from aelr_core.engine.lanes import endless, lanes


@pytest.mark.parametrize("engine", [JAERR, JAELR])
@pytest.mark.parametrize(("d", "K", "known"), [(23, 4, False), (40, 18, True), (3, 5, False)])
def test_pieces_make_the_same_lane(engine: type, d: int, K: int, known: bool) -> None:
    rng = np.random.default_rng(d)
    X, y = rng.normal(size=(90, d)), rng.normal(size=90)
    M = np.mean(X**2, axis=0) if known else None
    one = lanes(eta=1.0, B=2.0, order=np.arange(90)[None], seed=d, run=[0])
    whole = engine(X, y, one, K=K, M=M, progressive=True)
    whole.advance()
    stream = engine(X[:0], y[:0], endless(eta=1.0, B=2.0, seed=d), K=K, M=M, progressive=True)
    spent = 0
    for piece in np.split(np.arange(90), [1, 2, 30, 31, 77]):
        door = JointAccess(X[piece], 1)
        stream.follow(door, y[piece])
        stream.advance(len(piece))
        spent += door.spent[0]
    np.testing.assert_allclose(stream.w_bar(), whole.w_bar(), rtol=1e-12)
    np.testing.assert_allclose(stream.progressive_loss_sums, whole.progressive_loss_sums)
    assert spent == whole.attributes_seen[0][0] <= 90 * min(K, d)
    assert np.shape(stream.moments)[-1] == d
    assert stream.inclusion_probabilities.sum() <= K + 1e-9
