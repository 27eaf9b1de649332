"""Computes panels into a folder, continuing where an earlier call stopped.

The folder has one file per panel and part; a file is replaced only when its replacement is
complete. With several jobs, each part is computed in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Empty
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import NamedTuple

from aelr_core import checks
from aelr_core.experiments.work import WORKER_LOST
from aelr_core.files import refuse_unwritable_folder
from research.progress import FolderProgress
from research.study.compute import compute
from research.study.design import FIRST, PARTS, Panel, arms_of
from research.study.outcome import keep, kept

# Seconds between two looks at the other processes.
INTERVAL = 0.5


class Work(NamedTuple):
    """A part of a panel, to be computed."""

    panel: Panel
    part: str

    @property
    def name(self) -> str:
        """Its name on the screen."""
        return self.panel.key if self.part == "main" else f"{self.panel.key}, {self.part}"

    @property
    def weight(self) -> float:
        """Roughly how much work it is, relative to others: the steps of its searches."""
        panel = self.panel
        orders = panel.repeats * (panel.searched or panel.datasets)
        return (
            sum(panel.sizes_of(self.part))
            * orders
            * (1 + panel.budget / 5)
            * len(arms_of(self.part))
        )


class Update(NamedTuple):
    """What a process says about its work: the share that is done, or the seconds it took."""

    name: str
    share: float
    took: float | None = None


def works(panels: Sequence[Panel], parts: Sequence[str] = PARTS) -> list[Work]:
    """Return what there is to compute: the most important panels first, ablations last."""
    first = [panel for key in FIRST for panel in panels if panel.key == key]
    ordered = [*first, *(panel for panel in panels if panel not in first)]
    all_works = [Work(panel, part) for part in parts for panel in ordered]
    return [work for work in all_works if work.part == "main" or work.panel.dissected]


def conduct(
    panels: Sequence[Panel],
    folder: Path,
    *,
    parts: Sequence[str] = PARTS,
    again: bool = False,
    jobs: int = 1,
) -> Iterator[FolderProgress]:
    """Compute the panels that are not in the folder yet (with `again`, all); yield the progress."""
    jobs = checks.integer("jobs", jobs, at_least=1)
    wanted = works(panels, parts)
    folder.mkdir(parents=True, exist_ok=True)
    refuse_unwritable_folder(folder)
    to_do = [work for work in wanted if again or kept(folder, work.panel, work.part) is None]
    done, of = 0, len(wanted)
    for work in wanted:
        if work not in to_do:
            done += 1
            yield FolderProgress(work.name, done, of, 0.0, 0.0, already_there=True)
    weights = {work.name: work.weight for work in to_do}
    shares, total, began = dict.fromkeys(weights, 0.0), sum(weights.values()), perf_counter()
    for name, share, took in _updates(to_do, folder, jobs):
        shares[name] = share
        done += took is not None
        fraction = sum(weights[n] * s for n, s in shares.items()) / total
        yield FolderProgress(name, done, of, fraction, perf_counter() - began, took=took)


def _updates(to_do: Sequence[Work], folder: Path, jobs: int) -> Iterator[Update]:
    if jobs > 1 and len(to_do) > 1:
        yield from _in_processes(to_do, folder, jobs)
    else:
        for work in to_do:
            yield from _compute(work, folder)


def _compute(work: Work, folder: Path) -> Iterator[Update]:
    """Compute a part of a panel and store it."""
    computing = compute(work.panel, work.part)
    while True:
        try:
            yield Update(work.name, next(computing))
        except StopIteration as end:
            keep(end.value, folder)
            yield Update(work.name, 1.0, end.value.seconds)
            return


# -- processes -------------------------------------------------------------------------------

_said: Queue[Update] | None = None  # in a worker process: where it says what it has done


def _in_processes(to_do: Sequence[Work], folder: Path, jobs: int) -> Iterator[Update]:
    # a fresh process each: a forked one may hold locks of BLAS
    context = get_context("spawn")
    updates: Queue[Update] = context.Queue()
    others, workers = {*active_children()}, set[BaseProcess]()
    with ProcessPoolExecutor(jobs, context, _listen, (updates,), max_tasks_per_child=1) as pool:
        running: list[Future[None]] = [pool.submit(_in_worker, work, folder) for work in to_do]
        left = len(to_do)
        try:
            while left:
                for future in running:
                    if future.done():
                        _raise_error(future)
                workers |= {*active_children()} - others
                if any(worker.exitcode for worker in workers):  # the pool may notice much later
                    raise ChildProcessError(WORKER_LOST)
                try:
                    update = updates.get(timeout=INTERVAL)
                except Empty:
                    continue
                left -= update.took is not None
                yield update
        finally:
            pool.shutdown(wait=not left, cancel_futures=True)
            if left:  # stopped: nobody waits for what is under way
                for worker in workers | ({*active_children()} - others):
                    worker.terminate()
                    worker.join()


def _raise_error(future: Future[None]) -> None:
    """Raise the error of a worker, if there is one."""
    try:
        future.result()
    except BrokenExecutor:
        raise ChildProcessError(WORKER_LOST) from None


def _listen(updates: Queue[Update]) -> None:
    global _said
    _said = updates
    signal(SIGINT, SIG_IGN)  # Ctrl-C is for the process that started this one, and ends it


def _in_worker(work: Work, folder: Path) -> None:
    assert _said is not None
    for update in _compute(work, folder):
        _said.put(update)
