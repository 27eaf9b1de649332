"""A damaged result is refused in one sentence, or what is read of it can be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aelr_core.cli.run import as_text
from aelr_core.experiments import Result, as_plain, load, run, save
from aelr_core.experiments.files import LEARNT, NEEDED
from tests.experiments.specs import small

Words = dict[str, Any]
NUMBERS = (-1, 0.5, float("nan"), float("inf"), 10**400)
OTHERS: tuple[Any, ...] = (None, True, "x", [], {}, [[]], {"a": None}, *NUMBERS)


@pytest.fixture(scope="module")
def result() -> Result:
    keys = ("aerr", "two_phase_ddaerr", "jaerr", "offline_ridge")
    return run(small(6, test_examples=20, budget=2, examples=30, step="quick", algorithms=keys))


@pytest.fixture
def file(result: Result, tmp_path: Path) -> Path:
    save(result, tmp_path / "a.npz")
    return tmp_path / "a.npz"


def refused(file: Path) -> bool:
    """Return whether a file is refused, which takes one sentence; use what is read otherwise."""
    try:
        result = load(file)
    except ValueError as error:
        sentence = str(error)
    else:
        sentence = ""
        json.dumps(as_plain(result), allow_nan=False)
        as_text(result)
        save(result, file)
    assert sentence in ("", f"{file} is not a result saved by AELR Lab.")
    return bool(sentence)


def test_flipped_and_missing_bytes(file: Path) -> None:
    whole, rng, refusals = file.read_bytes(), np.random.default_rng(0), 0
    for _ in range(150):
        content = bytearray(whole)
        for place in rng.integers(len(whole), size=rng.integers(1, 4)):
            content[place] ^= 1 << rng.integers(8)
        file.write_bytes(content)
        refusals += refused(file)
    assert refusals > 50
    for _ in range(50):
        begin, end = sorted(rng.integers(len(whole), size=2))
        for content in (whole[:end], whole[:begin] + whole[end + 1 :]):
            file.write_bytes(content)
            assert refused(file)


def test_arrays_of_another_shape_or_kind(file: Path) -> None:
    with np.load(file) as archive:
        arrays = dict(archive)
    changes: list[Callable[[np.ndarray], np.ndarray]] = [
        lambda a: a[:0],
        lambda a: a[..., :0],
        lambda a: a[None],
        lambda a: a.reshape(-1, 1, 1),
        lambda a: np.concatenate([a, a]),
        lambda a: a.astype(str),
        lambda a: a.astype(complex),
        lambda a: np.array(1.0),
        lambda a: a.astype(bool),
    ]
    for name in set(arrays) - {"json"}:
        for change in changes:
            np.savez(file, **{**arrays, name: change(arrays[name])})  # type: ignore[arg-type]
            longer = name.endswith("unsampled") and change(arrays[name]).shape == (4,)
            assert refused(file) or longer, name
        np.savez(file, **{key: array for key, array in arrays.items() if key != name})  # type: ignore[arg-type]
        assert refused(file) == (name.partition("/")[2] in (*NEEDED, *LEARNT))
    for name in ("aerr/relative_loss", "aerr/distinct"):
        np.savez(file, **{**arrays, name: np.full_like(arrays[name], np.nan)})  # type: ignore[arg-type]
        assert refused(file)
    for name in ("aerr/relative_loss", "aerr/distinct", "aerr/q"):
        np.savez(file, **{**arrays, name: -arrays[name]})  # type: ignore[arg-type]
        assert refused(file)
    by_run = ("runs", "distinct", "relative_loss", "excess_risk", "error_rate")
    fewer = {key: arrays[key][:1] for name in by_run if (key := f"aerr/{name}") in arrays}
    np.savez(file, **{**arrays, **fewer})  # type: ignore[arg-type]
    assert refused(file)
    for name in ("aerr/runs", "aerr/examples", "aerr/attributes"):
        np.savez(file, **{**arrays, name: arrays[name][::-1] - 10_000})  # type: ignore[arg-type]
        assert refused(file)


def test_words_that_say_something_else(file: Path) -> None:
    with np.load(file) as archive:
        arrays = dict(archive)
    words = json.loads(str(arrays.pop("json")))
    for changed in _changed(words):
        np.savez(file, json=np.array(json.dumps(changed)), **arrays)  # type: ignore[arg-type]
        refused(file)
    for other in ({"notes": "one note"}, {"settings": {}}):  # complete, and without a curve
        np.savez(file, json=np.array(json.dumps(words | other)), **arrays)  # type: ignore[arg-type]
        assert refused(file), other
    for name in words:
        less = {key: value for key, value in words.items() if key != name}
        np.savez(file, json=np.array(json.dumps(less)), **arrays)  # type: ignore[arg-type]
        assert refused(file), name
    deep = "[" * 100_000 + "]" * 100_000
    inside = json.dumps({**words, "label": "deep"}).replace('"deep"', deep)
    for text in (deep, inside, "1", "[]", ""):
        np.savez(file, json=np.array(text), **arrays)  # type: ignore[arg-type]
        assert refused(file)
    np.savez(file, json=np.arange(3), **arrays)  # type: ignore[arg-type]
    assert refused(file)


def _changed(words: Words) -> Iterator[Words]:
    """Yield the words with each value replaced, one at a time, three levels down."""
    for number, path in enumerate(_paths(words)):
        copy = json.loads(json.dumps(words))
        at = copy
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = OTHERS[number % len(OTHERS)]
        yield copy


def _paths(value: Any, depth: int = 3) -> Iterator[list[Any]]:
    if depth and isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(min(len(value), 2)):
            yield [key]
            yield from ([key, *rest] for rest in _paths(value[key], depth - 1))
