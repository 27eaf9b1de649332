"""The last elements of a page reach the browser, whatever is asked for in that moment.

A script's thread hands its elements to the server's loop. If a request comes when the thread has
ended but the loop has not taken all of them, Streamlit starts another thread and drops what is left
of the one before: a page without its last elements, and without its end. Here the request waits for
them, which is one turn of the loop.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

_request = AppSession.request_rerun
# How many requests of a session wait: later ones wait behind them.
_waiting: WeakKeyDictionary[AppSession, int] = WeakKeyDictionary()


def wait_for() -> None:
    """Make requests wait for the last elements of a run that has ended, once per server."""
    AppSession.request_rerun = _request_behind  # type: ignore[method-assign,assignment]


def _request_behind(session: AppSession, client_state: ClientState | None) -> None:
    runner = session._scriptrunner
    ended = runner is not None and runner._requests._state is ScriptRequestType.STOP
    if not ended and not _waiting.get(session):
        _request(session, client_state)
        return
    _waiting[session] = _waiting.get(session, 0) + 1

    def later() -> None:
        _waiting[session] -= 1
        _request(session, client_state)

    # Whatever the thread has handed over stands in the loop's queue before this.
    session._call_soon_on_event_loop(later)
