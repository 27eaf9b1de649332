"""What a claim is, and what the paper's words about two curves are taken to mean.

A claim is a list of comparisons of two curves of a panel, by the names of `panels.names`, and
`aelr_core.paper.verdicts` decides them. The meaning of the words was fixed before the figures
were computed, but for "at the same numbers of attributes":

- *better*: a lower mean loss;
- *considerably better*: lower by more than the margin, a twentieth of the picture's height from
  the best loss in it up to 1, the zero predictor's;
- *similar*: within that margin of each other;
- *no worse*: higher by less than the margin;
- *varies less*: a smaller mean distance from the median of the runs;
- *closer*, *further apart*: the gap at the end against that at few attributes;
- *wider gap*: against the same gap in another panel, at the same numbers of attributes.
"""

from __future__ import annotations

from dataclasses import dataclass

# Places on the x-axis, as shares of all attributes; "overall" is the mean over all prefixes.
FEW, HALF, END, OVERALL = "few", "half", "end", "overall"
EVERY = tuple(f"{n} tenths" for n in range(1, 11))
SHARES = {FEW: 0.1, HALF: 0.5, END: 1.0} | {place: n / 10 for n, place in enumerate(EVERY, 1)}

KINDS = (
    "better", "considerably better", "similar", "no worse", "varies less", "closer",
    "further apart", "wider gap",
)  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """One comparison: curve `a` is `kind` than (or to) curve `b` at a place of the x-axis.

    `other` is the panel whose gap between a and b is the smaller one, for "wider gap" only.
    """

    kind: str
    a: str
    b: str
    at: str
    other: str | None = None


@dataclass(frozen=True)
class Claim:
    """One sentence of the paper about a panel.

    Attributes
    ----------
    key : the panel's key, a full stop, and a word.
    panel : the panel it is about (for a claim about several, the last of them).
    says : what the paper says.
    tests : the comparisons that must all come out so.
    """

    key: str
    panel: str
    says: str
    tests: tuple[Comparison, ...]
