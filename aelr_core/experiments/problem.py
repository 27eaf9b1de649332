"""The problem behind a spec: its data, the norm bound B, the points of each curve, and the judge.

A predictor gets the same measures alone or among others, in every process: BLAS adds up in the same
order, because it uses one thread and all products have the same shape.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import ALGORITHMS, full_information_examples
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import DATASETS, Dataset, facts_of, load_dataset
from aelr_core.datasets.dataset import split_again
from aelr_core.experiments.spec import ExperimentSpec, Plain

# Training rows on which the offline predictor's norm is found.
ROWS = 2_000
# With more attributes than this, it takes seconds to find B from the rows.
QUICK_DIMENSION = 100


def dataset_of(spec: ExperimentSpec, dataset: Dataset | None = None, number: int = 0) -> Dataset:
    """Return the data of a spec; a table must be passed in and match the spec's fingerprint.

    number : which of its `data_sets`; those of a table are splits into training and test rows.
    """
    if spec.entry.uploaded:
        wanted = dict(spec.options)["fingerprint"]
        if dataset is None or dataset.fingerprint != wanted:
            raise ValueError(f"dataset must be the table whose fingerprint is {wanted}.")
        if dataset.family != spec.family:
            raise ValueError(f"dataset must be scaled for {spec.family}, the spec's family.")
        if number > 0:
            dataset = _split_again(dataset, seed_of(spec.seed, number))
    elif dataset is not None:
        raise ValueError(f"dataset must be None for {spec.data}: only a table is passed in.")
    else:
        seed = seed_of(spec.seed, number)
        dataset = _load(spec.data, spec.options, spec.family, seed, _rows(spec))
    spec.check_budget(dataset.d)
    return dataset


def attributes_of(spec: ExperimentSpec, dataset: Dataset | None) -> int:
    """Return d, from stored facts where there are any, without loading the data."""
    if dataset is not None:
        return dataset.d
    if spec.entry.bundled:
        return facts_of(spec.data).d
    return int(str(dict(spec.options)["dim"]))


def norm_bound(spec: ExperimentSpec, dataset: Dataset) -> float:
    """Return B: as given, or the data's own, or the norm of the cross-validated offline predictor.

    The data's own is ‖w*‖ for synthetic data and a stored value for bundled data with default
    options, whatever the seed. With ``norm_bound="cv"`` it is the centre of the search, and also
    of the offline method's search wherever there is one (see `growth`).
    """
    if not isinstance(spec.norm_bound, str):
        return spec.norm_bound
    if dataset.norm_bound is not None:
        return dataset.norm_bound
    return computed_norm_bound(dataset, spec.seed)


def norm_bound_at_once(spec: ExperimentSpec, dataset: Dataset) -> float | None:
    """Return B, as `norm_bound` does, if it can be found without a long computation, else None."""
    known = not isinstance(spec.norm_bound, str) or dataset.norm_bound is not None
    return norm_bound(spec, dataset) if known or dataset.d <= QUICK_DIMENSION else None


def computed_norm_bound(dataset: Dataset, seed: int) -> float:
    """Return the norm of the offline predictor, cross-validated on 2,000 training rows."""
    from aelr_core.baselines import tune_norm_bound

    with one_blas_thread():
        B, _ = tune_norm_bound(
            dataset.X_train, dataset.y_train, dataset.family, seed=seed, max_rows=ROWS
        )
    return B


def prefixes(spec: ExperimentSpec) -> Ints:
    """Return the prefixes floor(i m / points), i = 1..points, for a budgeted algorithm."""
    return np.arange(1, spec.points + 1) * spec.examples // spec.points


def positions(spec: ExperimentSpec, key: str, d: int) -> Ints:
    """Return the numbers of examples after which an algorithm is measured, increasing.

    Full-information methods get the attributes of each prefix, n = max(1, floor(m (k+1) / d))
    whole examples. A two-phased algorithm's anytime curve starts after m1.
    """
    at = prefixes(spec)
    entry = ALGORITHMS[key]
    if not entry.budgeted:
        return np.unique([full_information_examples(int(m), spec.budget, d) for m in at])
    if spec.curve == "anytime" and entry.two_phased:
        return at[at > spec.mode.m1(spec.examples)]
    return at


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a data set: that of the spec for the first, others for the others."""
    if number == 0:
        return seed
    return int(np.random.SeedSequence((seed, number)).generate_state(1)[0])


def _rows(spec: ExperimentSpec) -> int | None:
    return spec.examples if spec.entry.takes("examples") else None


# A table that was split is kept: the algorithms run one after another on it.
_split_again = lru_cache(maxsize=1)(split_again)


@lru_cache(maxsize=1)
def _load(
    name: str, options: tuple[tuple[str, Plain], ...], family: str, seed: int, rows: int | None
) -> Dataset:
    """Load a data set and keep it: all work of a spec, and often the next spec, needs it."""
    given: dict[str, object] = {**dict(options), "family": family}
    if rows is not None:
        given["examples"] = rows
    if DATASETS[name].takes("seed"):
        given["seed"] = seed
    return load_dataset(name, **given)


# -- how good predictors are: relative test loss, excess risk and error rate -------------------

# Predictors are always judged exactly this many at a time: BLAS may add up in another order
# for another shape, and the numbers of a run must not depend on the runs beside it.
TOGETHER = 32


class Measures(NamedTuple):
    """The measures of L predictors; None where a measure is not defined for the data."""

    relative_loss: Floats  # (L,) test loss / the zero predictor's test loss
    excess_risk: Floats | None  # (L,) exact, with the ½ loss
    error_rate: Floats | None  # (L,) share of wrong signs on the test rows, targets ±1


class Judge:
    r"""Measures predictors on the test rows of a data set.

    The relative loss is :math:`\sum (\langle w,x\rangle - y)^2 / \sum y^2`. Where only the loss
    is needed and there are more rows than attributes, it is computed from the quadratic form
    :math:`w^\top G w - 2 b^\top w + c` with :math:`G = X^\top X`, :math:`b = X^\top y`,
    :math:`c = y^\top y`, which is accurate to about 1e-14.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._X, self._y = dataset.X_test.astype(np.float64, copy=False), dataset.y_test
        self.zero_loss = float(self._y @ self._y)
        self.mean_zero_loss = self.zero_loss / len(self._y)
        self._quadratic = not dataset.targets_are_classes and len(self._y) > dataset.d
        if self._quadratic:
            with one_blas_thread():
                self._G, self._b = self._X.T @ self._X, self._X.T @ self._y

    def measure(self, W: Floats) -> Measures:
        """Return the measures of predictors W, (L, d); NaN where a predictor is not finite."""
        finite = _finite(W)
        W = np.where(finite[:, None], W, 0.0)
        loss = np.empty(len(W))
        wrong = np.empty(len(W)) if self._dataset.targets_are_classes else None
        excess = self._excess(W)
        for start in range(0, len(W), TOGETHER):
            part = W[start : start + TOGETHER]
            places = slice(start, start + len(part))
            if self._quadratic:
                across = product(part, self._G)
                loss[places] = ((across - 2.0 * self._b) * part).sum(axis=1) + self.zero_loss
                continue
            predicted = product(part, self._X.T)
            loss[places] = ((predicted - self._y) ** 2).sum(axis=1)
            if wrong is not None:
                wrong[places] = (np.where(predicted > 0, 1.0, -1.0) != self._y).mean(axis=1)
        relative = np.maximum(loss, 0.0) / self.zero_loss
        for values in (relative, excess, wrong):
            if values is not None:
                values[~finite] = np.nan
        return Measures(relative, excess, wrong)

    def _excess(self, W: Floats) -> Floats | None:
        if self._dataset.w_star is None or self._dataset.means is None:
            return None
        with one_blas_thread():
            return np.concatenate(
                [
                    self._dataset.excess_risk(padded(W[start : start + TOGETHER]))[: len(W) - start]
                    for start in range(0, len(W), TOGETHER)
                ]
            )


def judge_of(dataset: Dataset) -> Judge:
    """Return the judge of a data set, cached for the next call unless it is a visitor's table."""
    return Judge(dataset) if DATASETS[dataset.name].uploaded else _kept_judge(dataset)


_kept_judge = lru_cache(maxsize=1)(Judge)


def padded(W: Floats) -> Floats:
    """Return W filled up with rows of zeros to `TOGETHER` rows."""
    if len(W) == TOGETHER:
        return W
    full = np.zeros((TOGETHER, W.shape[1]))
    full[: len(W)] = W
    return full


def product(W: Floats, X: NDArray[np.floating]) -> Floats:
    """Return W @ X for at most `TOGETHER` rows W, each row's numbers independent of the others."""
    with one_blas_thread():
        result: Floats = (padded(W) @ X)[: len(W)]
    return result


def held_out_loss(W: Floats, X: NDArray[np.floating], y: Floats) -> Floats:
    """Return each predictor's loss on held-out rows over the zero predictor's, (L,).

    W : (L, d); X : (n, d); y : (n,). A predictor that is not finite has loss inf. Where y is 0 on
    all rows, the loss itself is returned.
    """
    finite = _finite(W)
    W = np.where(finite[:, None], W, 0.0)
    X = X.astype(np.float64, copy=False)
    loss = np.empty(len(W))
    for start in range(0, len(W), TOGETHER):
        part = slice(start, start + TOGETHER)
        loss[part] = ((product(W[part], X.T) - y) ** 2).sum(axis=1)
    zero_loss = float(y @ y)
    return np.where(finite, loss / (zero_loss if zero_loss > 0 else 1.0), np.inf)


def _finite(W: Floats) -> NDArray[np.bool_]:
    """Return which rows are finite throughout, (L,)."""
    return np.asarray(np.isfinite(W).all(axis=1))


def one_blas_thread() -> AbstractContextManager[object]:
    """Return a context in which BLAS uses one thread (where threadpoolctl is installed).

    It is faster for small products, and gives the same sums in every process.
    """
    controller = _controller()
    return nullcontext() if controller is None else controller.limit(limits=1)


@lru_cache(maxsize=1)
def _controller():  # type: ignore[no-untyped-def]  # threadpoolctl has no types
    try:
        from threadpoolctl import (  # type: ignore[import-untyped]
            ThreadpoolController,
        )
    except ImportError:
        return None
    return ThreadpoolController()
