"""Experiments on the workers of a Dask cluster, one worker per experiment, with their progress.

An experiment is a Dask actor that computes the next piece of its stream when it is asked for it.
So progress comes back as it is made, an experiment that nobody asks any more stands still, and one
whose worker is lost is noticed at the next question. Everything goes through the scheduler. The
numbers are those of `stream` in one process. Dask is an optional requirement.
"""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import shuffle
from threading import Lock
from typing import Any, Literal, NamedTuple

from aelr_core.experiments.result import Progress
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.stream import stream

# Seconds to wait for an answer of a scheduler.
TIMEOUT = 10.0
# Pieces that are asked for in advance: the worker goes on while the last one is on its way.
AHEAD = 2

# What Dask raises when the time for a reply is up; the second one, a slip in its own code, where
# that happens just as the answer comes.
NOT_YET = (TimeoutError, UnboundLocalError)

GONE = "The cluster does not answer."
UNABLE = "The workers of the cluster cannot run experiments ({why})."


class WorkerLostError(RuntimeError):
    """The worker of an experiment is gone."""


class ClusterGoneError(RuntimeError):
    """The cluster does not answer, or cannot compute; the message is a sentence."""


class Reply(NamedTuple):
    """The answer of a worker: a piece of progress, the end, or why there is none.

    number : its place among the worker's answers, from 0.
    kind : "progress", "end", or "refused" (`text` is the sentence of a ValueError), "memory" or
        "error" (`text` is the traceback's last line).
    """

    number: int
    kind: Literal["progress", "end", "refused", "memory", "error"]
    progress: Progress | None = None
    text: str = ""
    size: int = 0


def connect(address: str, *, default: bool = False) -> Any:
    """Return a client of the scheduler at `address`; ValueError if there is none.

    default : whether Dask, and joblib, find it by themselves.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            "--dask needs Dask: install it with 'pip install -r requirements-dask.txt'."
        ) from None
    try:
        return Client(  # type: ignore[no-untyped-call]
            address, timeout=TIMEOUT, set_as_default=default
        )
    except Exception as error:  # Dask raises anything: TypeError for tls:// without certificates
        raise ValueError(f"There is no Dask scheduler at {address!r}.") from error


class Cluster:
    """The cluster of a scheduler. Its methods may be called by several threads.

    Raises
    ------
    ValueError
        If there is no scheduler at the address.
    """

    def __init__(self, address: str) -> None:
        self._client = connect(address)
        self._lock, self._runs = Lock(), list[ClusterRun]()

    @property
    def there(self) -> bool:
        """Whether the scheduler answers."""
        return bool(self._client.status == "running")

    @property
    def workers(self) -> int:
        """How many processes its workers are.

        Whatever Dask raises if the scheduler is gone; TimeoutError if it does not answer, as one
        that was stopped.
        """
        ask = self._client.scheduler.identity
        return int(self._client.sync(ask, n_workers=0, callback_timeout=TIMEOUT)["n_workers"])

    def begin(self, spec: ExperimentSpec, *, watched: bool) -> ClusterRun:
        """Begin an experiment on a worker that has the fewest of ours.

        Left to itself, Dask puts it beside another one while a worker has nothing to do.

        Raises
        ------
        ClusterGoneError
            If the scheduler does not answer.
        """
        with self._lock:
            try:
                ask = self._client.scheduler.ncores
                workers = [*self._client.sync(ask, callback_timeout=TIMEOUT)]
            except Exception as error:  # whatever Dask raises
                raise ClusterGoneError(GONE) from error
            self._runs = [run for run in self._runs if not run.left]
            load = Counter(run.worker for run in self._runs)
            shuffle(workers)  # other servers may have runs on the same cluster
            worker = min(workers, key=load.__getitem__, default=None)
            self._runs.append(ClusterRun(self._client, spec, watched=watched, worker=worker))
            return self._runs[-1]

    def close(self) -> None:
        """Leave the cluster."""
        with suppress(Exception):  # one that is gone cannot be left
            self._client.close(timeout=1)


class ClusterRun:
    """One experiment on a cluster; all methods are for one thread, and none waits for long.

    worker : the address of the worker that computes it, if it is still there by then.
    left : whether it was left.
    """

    def __init__(
        self,
        client: Any,
        spec: ExperimentSpec,
        *,
        watched: bool = True,
        worker: str | None = None,
    ) -> None:
        self._client, self.worker, self.left = client, worker, False
        self._actor: Any = None
        self._asked: deque[Any] = deque()
        # Two questions may overtake each other on their way to the worker, so that the answer to
        # the first is the second piece: what comes too early waits here, by number.
        self._early: dict[int, Reply] = {}
        self._next = 0
        try:
            where = {"workers": [worker], "allow_other_workers": True} if worker else {}
            self._future = client.submit(
                _Computation, spec, watched, actor=True, pure=False, **where
            )
        except Exception as error:
            raise ClusterGoneError(GONE) from error

    def receive(self, seconds: float) -> Reply | None:
        """Return the next piece, or None if it does not come in time.

        Raises
        ------
        WorkerLostError
            If its worker is gone.
        ClusterGoneError
            If the cluster is, or its workers cannot compute.
        """
        if (reply := self._in_turn()) is not None:
            return reply
        try:
            if self._actor is None:
                with self._client.as_current():  # the actor keeps this client
                    self._actor = self._future.result(timeout=seconds)
            while len(self._asked) < AHEAD:
                self._asked.append(self._actor.next())
            packed: bytes = self._asked[0].result(timeout=seconds)
        except Exception as error:
            if self._client.status != "running":  # first: of one that was left, nothing comes
                raise ClusterGoneError(GONE) from error
            if isinstance(error, NOT_YET):
                return None
            if isinstance(error, ImportError | AttributeError):  # a worker without this package
                raise ClusterGoneError(UNABLE.format(why=error)) from error
            raise WorkerLostError("A worker of the cluster was lost.") from error
        self._asked.popleft()
        new: Reply = pickle.loads(packed)
        self._early[new.number] = new._replace(size=len(packed))
        return self._in_turn()

    def _in_turn(self) -> Reply | None:
        """Return the next piece if it is here."""
        reply = self._early.pop(self._next, None)
        self._next += reply is not None
        return reply

    def leave(self) -> None:
        """Forget the experiment: its worker does the pieces that were asked for, and no more."""
        self._asked.clear()
        self._actor, self.left = None, True
        with suppress(Exception):  # of a cluster that is gone
            self._future.cancel(force=True)  # not release: the actor has references of its own


class _Computation:
    """The actor: an experiment, piece by piece. Its worker answers one question at a time."""

    def __init__(self, spec: ExperimentSpec, watched: bool) -> None:
        self._pieces: Iterator[Progress] = stream(spec, watched=watched)
        self._count = count()

    def next(self) -> bytes:
        """Return the next `Reply`, pickled: Dask need not look into it."""
        number = next(self._count)
        try:
            progress = next(self._pieces, None)
            kind: Literal["end", "progress"] = "end" if progress is None else "progress"
            reply = Reply(number, kind, progress)
        except MemoryError:
            reply = Reply(number, "memory")
        except ValueError as error:
            reply = Reply(number, "refused", text=str(error))
        except Exception as error:
            reply = Reply(number, "error", text=f"{type(error).__name__}: {error}")
        return pickle.dumps(reply, protocol=pickle.HIGHEST_PROTOCOL)
