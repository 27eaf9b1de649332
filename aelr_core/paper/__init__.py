"""The paper's figures reproduced: its panels as experiments, its numbers and claims as data.

`reproduce` computes panels into a folder, under one reading of the protocol or several;
`scoreboard` reads it and decides every claim under a reading, `matrix` under all of them.
"""

from aelr_core.paper.claims import CLAIMS
from aelr_core.paper.matrix import STANDINGS, Matrix, matrix
from aelr_core.paper.panels import PANELS, Panel
from aelr_core.paper.printed import PRINTED, Compared, Printed
from aelr_core.paper.remarks import Remark
from aelr_core.paper.reproduce import reproduce
from aelr_core.paper.scoreboard import Reproduced, Scoreboard, scoreboard
from aelr_core.paper.verdicts import (
    FAILS,
    HOLDS,
    MISSING,
    OPEN,
    Claim,
    Comparison,
    Finding,
    Verdict,
    decide,
)

__all__ = [
    "CLAIMS",
    "FAILS",
    "HOLDS",
    "MISSING",
    "OPEN",
    "PANELS",
    "PRINTED",
    "STANDINGS",
    "Claim",
    "Compared",
    "Comparison",
    "Finding",
    "Matrix",
    "Panel",
    "Printed",
    "Remark",
    "Reproduced",
    "Scoreboard",
    "Verdict",
    "decide",
    "matrix",
    "reproduce",
    "scoreboard",
]
