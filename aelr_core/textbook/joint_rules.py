"""What a run of JAERR or JAELR is given: its rules, checked (ours, not the paper's)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core.checks import Floats
from aelr_core.letters import COUNT, LENGTH, ONE_MOMENT_VECTOR, POSITIVE


@dataclass(frozen=True)
class Rules:
    """What every step of a run is given besides its example and its uniforms.

    Attributes
    ----------
    d : attributes.
    K : attributes seen of an example, k + 1; never more than can be non-zero.
    B : norm bound.
    M : (d,) known second moments; None if they are learnt.
    eta : a constant step size; None for the automatic one.
    multiplier : factor on the automatic step size.
    family : "ridge" or "lasso".
    aware : whether the design follows w; otherwise its scores are √M, to measure what that gains.
    length : whether the run returns w̄ ("plain") or a·w̄, see `measured_length` ("measured").
    guarded : whether the run is guarded against rare failures, see `guards`.
    """

    d: int
    K: int
    B: float
    M: Floats | None
    eta: float | None
    multiplier: float
    family: str
    aware: bool
    length: str
    guarded: bool

    @property
    def adaptive(self) -> bool:
        """Whether the moments are learnt."""
        return self.M is None

    @property
    def block(self) -> int:
        """T_b: the most steps between two block updates."""
        return max(1, self.d // self.K)


class Arguments(TypedDict):
    """What a run is given besides its examples and its uniforms; see `Rules`."""

    K: int
    B: float
    M: NotRequired[ArrayLike | None]  # None: learnt
    eta: NotRequired[float | None]  # None: automatic
    multiplier: NotRequired[float]  # 1 if left out
    aware: NotRequired[bool]  # True if left out
    length: NotRequired[str]  # "plain" if left out
    guarded: NotRequired[bool]  # False if left out


def joint_rules(d: int, family: str, **given: Unpack[Arguments]) -> Rules:
    """Return checked `Rules`: K := min(K, d₊), d₊ the number of moments that are not 0."""
    d, K, M, eta = COUNT("d", d), COUNT("K", given["K"]), given.get("M"), given.get("eta")
    if K < 2:
        raise ValueError("K must be at least 2: pairs need two attributes.")
    moments = None if M is None else ONE_MOMENT_VECTOR("M", M)
    if moments is not None and moments.shape != (d,):
        raise ValueError(f"M must have one entry per attribute, {d}, but it has {len(moments)}.")
    d_plus = d if moments is None else np.count_nonzero(moments)
    return Rules(
        d=d,
        K=min(K, max(int(d_plus), 1)),
        B=POSITIVE("B", given["B"]),
        M=moments,
        eta=None if eta is None else POSITIVE("eta", eta),
        multiplier=POSITIVE("multiplier", given.get("multiplier", 1.0)),
        family=family,
        aware=given.get("aware", True),
        length=LENGTH("length", given.get("length", "plain")),
        guarded=given.get("guarded", False),
    )
