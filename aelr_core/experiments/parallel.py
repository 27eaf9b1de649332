"""Spreads work over processes with joblib, and reads their updates from a shared folder.

joblib returns finished work only. On this machine every worker also writes what it has so far to
a temporary folder, every 0.2 s, so that curves can grow and a stop is noticed. Workers elsewhere
(a Dask cluster, an optional requirement) do not see the folder; their work appears when it is
finished.
"""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, process_time

from joblib import Parallel, delayed, parallel_config

from aelr_core.algorithms import ALGORITHMS, Algorithm, registered
from aelr_core.datasets import Dataset
from aelr_core.experiments.cluster import connect
from aelr_core.experiments.result import Update
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.work import WORKER_LOST, Work, perform
from aelr_core.files import written

INTERVAL = 0.2
STOP = "stop"
# How long a stop waits for the workers to notice.
PATIENCE = 10.0

Item = tuple[Work, Update]


def spread(
    spec: ExperimentSpec, dataset: Dataset | None, wave: list[Work], jobs: int
) -> Iterator[Item | None]:
    """Do the work of a wave in `jobs` processes; yield updates, and None after each wait."""
    with TemporaryDirectory(prefix="aelr-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with ctrl_c_is_ours():
            outputs = Parallel(
                n_jobs=min(jobs, len(wave)), return_as="generator_unordered", batch_size=1
            )(
                delayed(_in_worker)(spec, dataset, work, n, name, registered())
                for n, work in enumerate(wave)
            )
        finished: Queue[tuple[int, Update] | BaseException | None] = Queue()
        # joblib's generator blocks, so another thread reads it
        drain = Thread(target=_drain, args=(outputs, finished), daemon=True)
        drain.start()
        try:
            yield from _collect(wave, finished, folder)
        finally:
            (folder / STOP).touch()
            drain.join(PATIENCE)


@contextmanager
def ctrl_c_is_ours() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are started inside.

    A terminal sends it to all of them. This one tells the others to stop, and they do so in order;
    one that is still starting would print a traceback. A signal that is blocked stays blocked in
    the processes that are started; here it is only late.
    """
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """Connect to the scheduler at `address`; inside, `stream` and `run` spread over its workers.

    The workers need this package and its requirements.
    """
    with connect(address, default=True), parallel_config(backend="dask"):
        yield


def _collect(
    wave: list[Work], finished: Queue[tuple[int, Update] | BaseException | None], folder: Path
) -> Iterator[Item | None]:
    ended: set[int] = set()
    while len(ended) < len(wave):
        try:
            got = finished.get(timeout=INTERVAL)
        except Empty:
            for n in set(range(len(wave))) - ended:
                try:
                    posted = pickle.loads((folder / f"{n}.post").read_bytes())
                except OSError:  # nothing yet
                    continue
                yield wave[n], posted
            yield None
            continue
        if got is None or isinstance(got, BrokenExecutor):
            raise ChildProcessError(WORKER_LOST)
        if isinstance(got, BaseException):
            raise got
        n, update = got
        ended.add(n)
        yield wave[n], update


def _drain(
    outputs: Iterable[tuple[int, Update]],
    finished: Queue[tuple[int, Update] | BaseException | None],
) -> None:
    try:
        for output in outputs:
            finished.put(output)
        finished.put(None)
    except BaseException as error:  # raised again in the thread that waits for results
        finished.put(error)


def _in_worker(
    spec: ExperimentSpec,
    dataset: Dataset | None,
    work: Work,
    n: int,
    name: str,
    entries: Iterable[Algorithm],
) -> tuple[int, Update]:
    """Do one piece of work to its end, or until a stop; post updates on the way.

    entries : the algorithms that were registered where the work comes from.
    """
    ALGORITHMS.update({entry.key: entry for entry in entries})
    folder = Path(name)
    shown, began = perf_counter(), process_time()
    for update in perform(spec, dataset, work):
        now = perf_counter()
        if now - shown < INTERVAL or update.ended:
            continue
        shown = now
        if (folder / STOP).exists():
            break
        # where there is no folder, or not any more, nobody reads
        with suppress(OSError), written(folder / f"{n}.post") as file:
            pickle.dump(update, file)
    update.elsewhere = process_time() - began
    return n, update
