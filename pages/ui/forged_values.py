"""Values that no widget of ours can have: a sentence and the default, not the end of the page.

Browsers keep to a widget's limits, but anyone can send anything. What Streamlit cannot read, as a
text for a number or infinity for a whole one, it raises wherever the value is first looked at, on
every run from then on, so that visitor's page would be dead. The values that Streamlit can read
are checked where they are used.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.common import is_element_id
from streamlit.runtime.state.session_state import (
    STREAMLIT_INTERNAL_KEY_PREFIX,
    Serialized,
    Value,
    WStates,
)

SENTENCE = "This browser sent a value that no control here can have: its default is used."
_read, _take = WStates.__getitem__, WStates.set_widget_from_proto
# A browser sends a whole number as such to a widget that takes numbers.
_ALIKE = {"int_value": "double_value", "int_array_value": "double_array_value"}
# The sessions that have yet to be told, the latest ones: some end before they are.
_told: OrderedDict[str, None] = OrderedDict()
MOST_TOLD = 1_000


def guard() -> None:
    """Make Streamlit replace what it cannot read by the widget's default, once per server."""
    WStates.__getitem__ = _readable  # type: ignore[method-assign]
    WStates.set_widget_from_proto = _of_a_widget  # type: ignore[method-assign,assignment]


def problems() -> tuple[str, ...]:
    """Return what to tell this visitor, once."""
    session = _session()
    if session not in _told:
        return ()
    _told.pop(session, None)
    return (SENTENCE,)


def _readable(states: WStates, name: str) -> Any:
    """Return a widget's value; its default if what was sent for it cannot be read."""
    sent, known = states.states.get(name), states.widget_metadata.get(name)
    if not isinstance(sent, Serialized) or known is None:
        return _read(states, name)
    kind: str | None = sent.value.WhichOneof("value")  # None: it was emptied
    takes: str | None = known.value_type  # None: it was empty when it was drawn last
    try:
        if kind and takes and _ALIKE.get(kind, kind) != _ALIKE.get(takes, takes):
            raise ValueError(f"{kind} was sent to a widget that takes {takes}.")
        return _read(states, name)
    except Exception:  # whatever the widget's reader raises
        _tell()
        states.states[name] = Value(known.deserializer(None))
        return _read(states, name)


def _of_a_widget(states: WStates, sent: WidgetState) -> None:
    """Take what was sent for a widget; a name that no widget can have is left out.

    What a component of ours reports has the name of its element, marked as internal.
    """
    if is_element_id(sent.id.removeprefix(f"{STREAMLIT_INTERNAL_KEY_PREFIX}_")):
        _take(states, sent)
    else:
        _tell()


def _tell() -> None:
    """Let this session be told."""
    _told[_session()] = None
    while len(_told) > MOST_TOLD:
        _told.popitem(last=False)


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""
