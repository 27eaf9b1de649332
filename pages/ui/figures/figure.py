"""Plotly's figure, taken as it is.

Plotly checks every part of a figure when it is made, and looks for tables in every array when it is
written. For curves that thirty visitors watch while they grow, that is most of the server's time,
and ours are made of plain data: tests/figures has Plotly check each of them instead.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

# Plotly's names of the types that its script reads as they are in memory.
_NAMES = {"float64": "f8", "float32": "f4", "int32": "i4", "int16": "i2", "int8": "i1"}
# Where its script wants a list.
_LISTS = ("range",)


class Figure(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """A figure of plain data; reading and changing it are Plotly's."""

    def __init__(
        self, traces: Sequence[Mapping[str, object]], layout: Mapping[str, object]
    ) -> None:
        super().__init__([_selectable(trace) for trace in traces], layout, _validate=False)
        self._stills: list[dict[str, object]] = []

    @property
    def frames(self) -> tuple[go.Frame, ...]:
        """The frames of a film, as Plotly's."""
        return tuple(go.Frame(still) for still in self._stills)

    @frames.setter
    def frames(self, stills: Sequence[dict[str, object]]) -> None:
        self._stills = [*stills]

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as JSON can hold it, all of it new."""
        found = {"data": _plain(self._data), "layout": _plain(self._layout)}
        return found | ({"frames": _plain(self._stills)} if self._stills else {})


def _selectable(trace: Mapping[str, object]) -> dict[str, object]:
    """Return a trace whose uid can stand in a CSS selector: Plotly's script makes one of it.

    >>> _selectable({"uid": "mean of 1,000"})
    {'uid': 'mean-of-1-000'}
    """
    named = {"uid": re.sub(r"[^A-Za-z0-9_-]+", "-", str(trace["uid"]))} if "uid" in trace else {}
    return {**trace, **named}


def _plain(value: object, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _plain(each, key) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return value.tolist() if name in _LISTS else _packed(value)
    return value.item() if isinstance(value, np.generic) else value


def _packed(values: np.ndarray) -> object:
    """Return numbers as they are in memory, whole ones as small as they can be; else a list.

    >>> _packed(np.array([1, 2]))
    {'dtype': 'i1', 'bdata': 'AQI='}
    """
    if values.dtype.kind in "iu" and values.size:
        least, most = values.min(), values.max()
        fits = (each for each in (np.int8, np.int16, np.int32) if _fits(least, most, each))
        values = values.astype(next(fits, values.dtype))
    name = _NAMES.get(values.dtype.name)
    if name is None or not values.size:
        return values.tolist()
    packed: dict[str, object] = {"dtype": name}
    packed["bdata"] = base64.b64encode(values.tobytes()).decode("ascii")
    if values.ndim > 1:
        packed["shape"] = str(values.shape)[1:-1]
    return packed


def _fits(least: int, most: int, kind: type[np.signedinteger[Any]]) -> bool:
    return bool(np.iinfo(kind).min <= least and most <= np.iinfo(kind).max)
