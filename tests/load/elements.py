"""What a page is made of: elements, each at a path, some of them widgets with a name."""

from __future__ import annotations

from collections.abc import Sequence

from streamlit.proto.Element_pb2 import Element


def name_of(element: Element) -> str:
    """Return a widget's own name, which ends with its key; "" if it is none."""
    kind = element.WhichOneof("type")
    return str(getattr(getattr(element, kind), "id", "")) if kind else ""


def beginning(paths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return what all the paths begin with."""
    same = 0
    for step in zip(*paths, strict=False):
        if len(set(step)) > 1:
            break
        same += 1
    return paths[0][:same] if paths else ()
