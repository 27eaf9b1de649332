"""How far a computation of many experiments is, such as all panels of the paper or the study."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from aelr_core.cli.terminal import clear, draw, left


@dataclass(frozen=True)
class FolderProgress:
    """The progress of a computation into a folder.

    Attributes
    ----------
    name : what is being computed, or was already there.
    done, of : number of complete experiments, and of all experiments.
    fraction : share of the work of this call that is done, from 0 to 1.
    seconds : time since the start of the call.
    already_there : whether nothing was left to compute.
    took : the seconds it took, if it is now complete.
    """

    name: str
    done: int
    of: int
    fraction: float
    seconds: float
    already_there: bool = False
    took: float | None = None

    @property
    def seconds_left(self) -> float | None:
        """The estimated time left; None before any work is done.

        >>> FolderProgress("1a", 0, 2, 0.25, 10.0).seconds_left
        30.0
        """
        if self.fraction <= 0:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction


def show(stage: FolderProgress) -> None:
    """Draw how far a long computation is; print a line when a part of it is done."""
    count = f"{stage.done} of {stage.of}"
    remaining = None if stage.fraction >= 1 else stage.seconds_left
    if stage.already_there:
        line = f"{stage.name}: already there ({count})"
    elif stage.took is not None:
        line = f"{stage.name}: {stage.took:.0f} s ({count}){left(remaining)}"
    else:
        draw(stage.fraction, remaining, stage.name)
        return
    clear()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
