"""The paper's figures reproduced: its panels as experiments, its numbers and claims as data.

`reproduce` computes panels into a folder; `scoreboard` reads the folder and decides every claim.
"""

from aelr_core.paper.claims import CLAIMS
from aelr_core.paper.panels import PANELS, Panel
from aelr_core.paper.printed import PRINTED, Compared, Printed
from aelr_core.paper.remarks import Remark
from aelr_core.paper.reproduce import Stage, reproduce
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
    "Claim",
    "Compared",
    "Comparison",
    "Finding",
    "Panel",
    "Printed",
    "Remark",
    "Reproduced",
    "Scoreboard",
    "Stage",
    "Verdict",
    "decide",
    "reproduce",
    "scoreboard",
]
