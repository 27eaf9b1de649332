"""The study of JAERR, JAELR and their adaptive forms: fresh data, the paper's steps finely tuned.

`panels` is the design, frozen before anything was computed; `conduct` computes it into a folder;
`read` reads the folder and compares.
"""

from aelr_core.study.arms import ARMS, PARTS, Arm
from aelr_core.study.conduct import conduct, works
from aelr_core.study.first_run import Counts, FirstRun, first_run
from aelr_core.study.outcome import RESULTS, Measured, Outcome, kept
from aelr_core.study.panels import PANELS, STUDY_RUN, Panel, panel
from aelr_core.study.reading import COMPARISONS, LADDER, MENDS, PLAIN, Compared, Study, read
from aelr_core.study.statistics import LOSS, TIE, WIN, Needed, PairedTest

__all__ = [
    "ARMS",
    "COMPARISONS",
    "LADDER",
    "LOSS",
    "MENDS",
    "PANELS",
    "PARTS",
    "PLAIN",
    "RESULTS",
    "STUDY_RUN",
    "TIE",
    "WIN",
    "Arm",
    "Compared",
    "Counts",
    "FirstRun",
    "Measured",
    "Needed",
    "Outcome",
    "PairedTest",
    "Panel",
    "Study",
    "conduct",
    "first_run",
    "kept",
    "panel",
    "read",
    "works",
]
