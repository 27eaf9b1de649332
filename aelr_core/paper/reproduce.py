"""Compute panels into a folder, going on where an earlier call stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from aelr_core import checks
from aelr_core.experiments import ExperimentSpec, stream
from aelr_core.paper.files import keep, keep_numbers, kept
from aelr_core.paper.panels import PANELS
from aelr_core.paper.printed import PRINTED

# Lanes of a search, about: nine steps and six more on ten folds, each run twice.
SEARCH_LANES = 300


@dataclass(frozen=True)
class Stage:
    """How far a reproduction is.

    Attributes
    ----------
    name : the experiment that is being computed, or was found.
    done, of : experiments that are complete, and all of them.
    fraction : of the work of this call, from 0 to 1.
    seconds : since its start.
    found : whether the experiment was there already.
    ended : whether it is complete now; its own seconds are `took`.
    """

    name: str
    done: int
    of: int
    fraction: float
    seconds: float
    found: bool = False
    ended: bool = False
    took: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """About how long it will still take; None before anything is known."""
        if self.fraction <= 0:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction


def experiments(
    keys: Sequence[str], *, runs: int | None = None, examples: int | None = None
) -> dict[str, ExperimentSpec]:
    """Return what the panels need, by the name of the file, each once.

    runs, examples : fewer than the paper's protocol has, to try it out.
    """
    found: dict[str, ExperimentSpec] = {}
    for key in keys:
        found |= dict(reversed(PANELS[key].experiments))
    changed = {name: n for name, n in (("runs", runs), ("examples", examples)) if n is not None}
    return {name: replace(spec, **changed) for name, spec in found.items()}  # type: ignore[arg-type]


def reproduce(
    keys: Sequence[str],
    folder: Path,
    *,
    runs: int | None = None,
    examples: int | None = None,
    jobs: int = 1,
) -> Iterator[Stage]:
    """Compute the panels `keys` and our printed numbers of them; yield how far it is.

    A result that is in the folder already, complete and of the same spec, is left alone.
    """
    for key in keys:
        checks.choice("figure", key, tuple(PANELS))
    wanted = experiments(keys, runs=runs, examples=examples)
    folder.mkdir(parents=True, exist_ok=True)
    keep_numbers({p.what: p.compute() for p in PRINTED if set(p.panels) & set(keys)}, folder)
    began = perf_counter()
    to_do = dict(wanted)
    for name, spec in wanted.items():
        if kept(folder, name, spec) is not None:
            del to_do[name]
            yield Stage(name, len(wanted) - len(to_do), len(wanted), 0.0, 0.0, found=True)
    work = sum(weight(spec) for spec in to_do.values())
    done, before = 0.0, len(wanted) - len(to_do)
    for number, (name, spec) in enumerate(to_do.items(), before):
        for progress in stream(spec, jobs=jobs):
            fraction = (done + weight(spec) * progress.fraction) / work
            if not progress.result.complete:
                seconds = perf_counter() - began
                yield Stage(name, number, len(wanted), fraction, seconds)
        keep(progress.result, folder, name)
        done += weight(spec)
        yield Stage(
            name, number + 1, len(wanted), done / work, perf_counter() - began,
            ended=True, took=progress.seconds,
        )  # fmt: skip


def weight(spec: ExperimentSpec) -> float:
    """Return about how much work an experiment is, against others of this kind."""
    lanes = SEARCH_LANES + spec.runs * (spec.points + 1) / 2
    return spec.examples * lanes * (1 + spec.budget / 10)
