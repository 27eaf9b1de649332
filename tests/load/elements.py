"""What a page is made of: elements, each at a path, some of them widgets with a name."""

from __future__ import annotations

from collections.abc import Sequence

from streamlit.proto.Element_pb2 import Element

# By path: the run that drew an element, the fragment it is in, and the element.
Shown = dict[tuple[int, ...], tuple[str, str, Element]]


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


def left_of(shown: Shown, run: str, fragment: str) -> Shown:
    """Return what stays after a run of a fragment: not what it has not drawn again."""
    now = run, fragment
    new = [path for path, (*drawn, _) in shown.items() if tuple(drawn) == now]
    place = beginning([path[:-1] for path in new])
    return {
        path: found
        for path, found in shown.items()
        if found[0] == run or not place or path[: len(place)] != place
    }
