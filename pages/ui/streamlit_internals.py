"""All that the app knows of Streamlit and Streamlit does not promise, each with its reason.

Nothing else of the app looks up a private name of Streamlit's. Where a version lacks one, the app
starts and works without what the name was for, and the log says so; ``tests/app`` takes each away.
Before another minor version is allowed, the tests of this file say in seconds what has changed.
"""

from __future__ import annotations

import gc
import logging
import socket
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn
from urllib.parse import urlencode
from uuid import uuid4
from weakref import WeakKeyDictionary

import streamlit as st

_log = logging.getLogger(__name__)

_SCRIPT = "streamlit.runtime.scriptrunner"
_CONTEXT = f"{_SCRIPT}:get_script_run_ctx"
_OF_CONTEXT = f"{_SCRIPT}_utils.script_run_context:ScriptRunContext"
_SESSION = "streamlit.runtime.app_session:AppSession"
_STATE = "streamlit.runtime.state.session_state"
_LINK = "streamlit.runtime.state.query_params:QueryParams"
_FILES = "streamlit.runtime.memory_uploaded_file_manager:MemoryUploadedFileManager"

_WHOSE = "Which session is asking: its runs, and what it is told. Else it gets an id of ours."
_ENDED = "Runs that only an ended session has watched are stopped. Else the limits end them."
_SEED = "Bound widgets read only good values of a link. Else Streamlit drops or reads the bad ones."
_TIMER = "A part that draws itself tells the browser a new interval. Else it keeps its first one."
_PART = (
    "A part of the page runs again at once. Else the whole page does, which costs twice as much."
)
_LAST = "A page keeps its last elements when it is asked for again as it ends. Else they may go."
_FORGED = "Values that no widget can have become its default. Else they end that visitor's page."
_ROOM = "All uploaded files together are bounded. Else each file is, by server.maxUploadSize."

# By module and name, what each is for, and what happens without it.
NAMES: Mapping[str, str] = {
    _CONTEXT: _WHOSE,
    f"{_OF_CONTEXT}.session_id": _WHOSE,
    "streamlit.runtime:exists": _ENDED,
    "streamlit.runtime:get_instance": _ENDED,
    "streamlit.runtime:Runtime.is_active_session": _ENDED,
    f"{_OF_CONTEXT}.session_state": _SEED,
    "streamlit.runtime.state:SafeSessionState.query_params": _SEED,
    f"{_LINK}.set_initial_query_params": _SEED,
    f"{_LINK}.has_param": _SEED,
    f"{_LINK}.set_with_no_forward_msg": _SEED,
    f"{_LINK}.discard_param_no_forward_msg": _SEED,
    f"{_LINK}.remove_param": _SEED,
    "streamlit.proto.ForwardMsg_pb2:ForwardMsg": _TIMER,
    f"{_SCRIPT}_utils.script_run_context:ThreadState": _TIMER,
    f"{_OF_CONTEXT}.enqueue": _TIMER,
    f"{_SCRIPT}:RerunData": _PART,
    f"{_SCRIPT}:RerunException": _PART,
    f"{_OF_CONTEXT}.query_string": _PART,
    f"{_OF_CONTEXT}.page_script_hash": _PART,
    f"{_OF_CONTEXT}.fragment_ids_this_run": _PART,
    f"{_OF_CONTEXT}.fragment_storage": _PART,
    f"{_OF_CONTEXT}.cached_message_hashes": _PART,
    f"{_OF_CONTEXT}.context_info": _PART,
    "streamlit.runtime.fragment:FragmentStorage.resolve_target": _PART,
    f"{_SESSION}.request_rerun": _LAST,
    f"{_SESSION}._call_soon_on_event_loop": _LAST,
    f"{_SCRIPT}_utils.script_requests:ScriptRequestType": _LAST,
    f"{_STATE}:WStates": _FORGED,
    f"{_STATE}:WStates.set_widget_from_proto": _FORGED,
    f"{_STATE}:WStates.states": _FORGED,
    f"{_STATE}:WStates.widget_metadata": _FORGED,
    f"{_STATE}:Serialized": _FORGED,
    f"{_STATE}:Value": _FORGED,
    f"{_STATE}:STREAMLIT_INTERNAL_KEY_PREFIX": _FORGED,
    "streamlit.runtime.state.common:is_element_id": _FORGED,
    f"{_OF_CONTEXT}.uploaded_file_mgr": _ROOM,
    _FILES: _ROOM,
    f"{_FILES}.add_file": _ROOM,
    f"{_FILES}.remove_file": _ROOM,
    f"{_FILES}.get_stats": _ROOM,
}


# What our styles and scripts find on a page, by Streamlit's own names, and what for.
SELECTORS: Mapping[str, str] = {
    "[data-testid=stMain]": "the part beside the sidebar, which scrolls",
    "[data-testid=stMainBlockContainer]": "margins: less above, and at the sides of a projector",
    "[data-testid=stHeader]": "how far down the menu reaches",
    "[data-testid=stStatusWidget]": "hidden: it would blink at every look at a run",
    "[data-testid=stSidebar]": "controls in it that a page ignores are hidden",
    "[data-collapsed=false]": "the sidebar is open; it grows with the type of a large window",
    "[data-collapsed=true]": "it is folded away: Run in it is out of reach",
    "[data-testid=stSidebarContent]": "on a projector it keeps its size",
    "[data-testid=stSidebarNavLink]": "a page of a phone's menu, which closes it",
    "[data-testid=stSidebarCollapseButton]": "what closes it",
    "[data-testid=stExpandSidebarButton]": "what opens it, hidden from students who guess",
    "[data-testid=stTopNavLink]": "a page of the menu: on a projector it folds the sidebar again",
    "[data-testid=stVerticalBlock]": "less room between the parts of a page that must fit",
    "[data-testid=stHorizontalBlock]": "a row stays one where charts fill a projector",
    "[data-testid=stLayoutWrapper]": "what holds Back and Next at the bottom of a phone",
    "[data-testid=stColumn]": "hidden where all in it is; less room in it",
    "[data-testid=stElementContainer]": "room above a table; no fading of live pictures",
    "[data-testid=stMarkdown]": "larger prose in the story",
    "[data-testid=stCaptionContainer]": "a colour with contrast; other words while α is dragged",
    "[data-testid=stButtonGroup]": "switches in one row",
    "[data-testid=stMetricValue]": "another number while α is dragged",
    "[data-testid=stDataFrame]": "its buttons lie above it, where fingers see them",
    "[data-testid=stProgress]": "no animation, which would lag behind",
    "[data-testid=stPopoverBody]": "no higher than the window",
    "[data-testid=stWidgetLabel]": "hidden where the story's steps speak for themselves",
    "[data-testid=stSliderThumbValue]": "a colour with contrast",
    "[data-selected=true]": "what is chosen among buttons: a colour with contrast",
    "[data-retained]": "an element of the last run that waits to be replaced: Run must not",
    "[aria-valuetext]": "the value of a slider while it is dragged, on its input of type range",
    ".stMarkdownBadge": "another word while α is dragged: the curves are then precomputed",
}


def _found(name: str) -> Any:
    """Return what a name of the table stands for, None if this Streamlit has no such thing."""
    module, _, path = name.partition(":")
    try:
        known: Any = import_module(module)
        for part in path.split("."):
            fields = getattr(known, "__dataclass_fields__", {})
            known = fields[part] if part in fields else getattr(known, part)
    except (ImportError, AttributeError):
        return None
    return known


_KNOWN = {name: _found(name) for name in NAMES}
_WITHOUT = {NAMES[name] for name, known in _KNOWN.items() if known is None}


def missing() -> list[str]:
    """Return a sentence for each name that this Streamlit lacks, with what is done without."""
    lacks = [name for name, known in _KNOWN.items() if known is None]
    return [f"Streamlit {st.__version__} has no {name}. {NAMES[name]}" for name in lacks]


def say_what_is_missing() -> None:
    """Let the log name what this Streamlit lacks, once per server."""
    for sentence in missing():
        _log.warning("%s", sentence)


def _has(why: str) -> bool:
    """Return whether all names are there that an improvement needs."""
    return why not in _WITHOUT


def _context() -> Any:
    """Return what Streamlit knows of the script that runs in this thread; None if there is none."""
    return _KNOWN[_CONTEXT]() if _KNOWN[_CONTEXT] is not None else None


# ---- Who is asking ----

_OWN_ID = "_session_id"


def session_id() -> str:
    """Return the id of the session whose script is running; "" outside of one."""
    if not _has(_WHOSE):
        return str(st.session_state.setdefault(_OWN_ID, f"{_OWN_ID}-{uuid4().hex}"))
    context = _context()
    return "" if context is None else str(context.session_id)


def has_ended(session: str) -> bool:
    """Return whether a session is known to have ended."""
    if not _has(_ENDED) or session.startswith(_OWN_ID):
        return False
    if not _KNOWN["streamlit.runtime:exists"]():
        return False
    return not _KNOWN["streamlit.runtime:get_instance"]().is_active_session(session)


# ---- The link ----


def seed_widgets(
    good: Mapping[str, Sequence[str]],
    others: Sequence[str],
    *,
    renamed: Iterable[str] = (),
    tell: bool,
) -> None:
    """Let the bound widgets read only the good values of the link, and forget the others.

    `st.query_params` cannot do it: it refuses bound names, and widgets do not read it. The
    browser's address is changed only if `tell`, and only once: each change is a step in its
    history, and a visitor who goes back to a bad address must be able to go back further.

    renamed : names whose values came under an old name, with which they would leave the address.
    """
    context = _context()
    if context is None or not _has(_SEED):
        return
    with context.session_state.query_params() as link:
        link.set_initial_query_params(urlencode(good, doseq=True))
        for name in renamed:
            if name in good and not link.has_param(name):
                link.set_with_no_forward_msg(name, good[name][-1])
        for name in others[tell:]:
            link.discard_param_no_forward_msg(name)
        for name in others[:tell]:
            link.remove_param(name)


# ---- Parts of the page that are drawn again ----


def set_timer(seconds: float) -> None:
    """Have the fragment that is being drawn drawn again after every so many seconds.

    The browser has one timer per fragment and takes the last that it is told; `st.fragment` tells
    it only when all around the fragment is drawn.
    """
    context = _context()
    if context is None or not _has(_TIMER):
        return
    fragment = _KNOWN[f"{_SCRIPT}_utils.script_run_context:ThreadState"].get().fragment_id
    if fragment is not None:
        message = _KNOWN["streamlit.proto.ForwardMsg_pb2:ForwardMsg"]()
        message.auto_rerun.interval = seconds
        message.auto_rerun.fragment_id = fragment
        context.enqueue(message)


def draw_all_again(fragment: str = "") -> NoReturn:
    """Run the fragment of this key again, at once, or the whole page and the sidebar without one.

    `st.rerun` takes a key in callbacks only. It would also overwrite a request that has just
    arrived, such as for another page; here that request comes next. If the whole page is running,
    all of it is run again.
    """
    context = _context()
    if context is None or not _has(_PART):
        st.rerun()
    in_fragment = bool(fragment and context.fragment_ids_this_run)
    raise _KNOWN[f"{_SCRIPT}:RerunException"](
        _KNOWN[f"{_SCRIPT}:RerunData"](
            query_string=context.query_string,
            page_script_hash=context.page_script_hash,
            fragment_id_queue=(
                context.fragment_storage.resolve_target(fragment) if in_fragment else []
            ),
            is_fragment_scoped_rerun=in_fragment,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
    )


# ---- The last elements of a page ----
#
# A script's thread hands its elements to the server's loop. If a request comes when the thread has
# ended but the loop has not taken all of them, Streamlit starts another thread and drops what is
# left of the one before: a page without its last elements, and without its end. Here the request
# waits for them, which is one turn of the loop.

_request = _KNOWN[f"{_SESSION}.request_rerun"]
# How many requests of a session wait: later ones wait behind them.
_waiting: WeakKeyDictionary[Any, int] = WeakKeyDictionary()


def wait_for_last_elements() -> None:
    """Make requests wait for the last elements of a run that has ended, once per server."""
    if _has(_LAST):
        import_module("streamlit.runtime.app_session").AppSession.request_rerun = _request_behind


def _request_behind(session: Any, client_state: Any) -> None:
    requests = getattr(getattr(session, "_scriptrunner", None), "_requests", None)
    kinds = _KNOWN[f"{_SCRIPT}_utils.script_requests:ScriptRequestType"]
    ended = getattr(requests, "_state", None) is getattr(kinds, "STOP", kinds)
    if not ended and not _waiting.get(session):
        _request(session, client_state)
        return
    _waiting[session] = _waiting.get(session, 0) + 1

    def later() -> None:
        _waiting[session] -= 1
        _request(session, client_state)

    # Whatever the thread has handed over stands in the loop's queue before this.
    session._call_soon_on_event_loop(later)


# ---- Values that no widget of ours can have ----
#
# Browsers keep to a widget's limits, but anyone can send anything. What Streamlit cannot read, as a
# text for a number or infinity for a whole one, it raises wherever the value is first looked at, on
# every run from then on, so that visitor's page would be dead. The values that Streamlit can read
# are checked where they are used.

FORGED = "This browser sent a value that no control here can have: its default is used."
_STATES = _KNOWN[f"{_STATE}:WStates"]
_read = getattr(_STATES, "__getitem__", None)
_take = _KNOWN[f"{_STATE}:WStates.set_widget_from_proto"]
# A browser sends a whole number as such to a widget that takes numbers.
_ALIKE = {"int_value": "double_value", "int_array_value": "double_array_value"}
# The sessions that have yet to be told, the latest ones: some end before they are.
_told: OrderedDict[str, None] = OrderedDict()
MOST_TOLD = 1_000


def replace_forged_values() -> None:
    """Make Streamlit replace what it cannot read by the widget's default, once per server."""
    if _has(_FORGED):
        _STATES.__getitem__ = _readable
        _STATES.set_widget_from_proto = _of_a_widget


def forged() -> tuple[str, ...]:
    """Return what to tell this visitor of values that were replaced, once."""
    session = session_id()
    if session not in _told:
        return ()
    _told.pop(session, None)
    return (FORGED,)


def _readable(states: Any, name: str) -> Any:
    """Return a widget's value; its default if what was sent for it cannot be read."""
    assert _read is not None
    sent, known = states.states.get(name), states.widget_metadata.get(name)
    if not isinstance(sent, _KNOWN[f"{_STATE}:Serialized"]) or known is None:
        return _read(states, name)
    kind: str | None = sent.value.WhichOneof("value")  # None: it was emptied
    takes: str | None = known.value_type  # None: it was empty when it was drawn last
    try:
        if kind and takes and _ALIKE.get(kind, kind) != _ALIKE.get(takes, takes):
            raise ValueError(f"{kind} was sent to a widget that takes {takes}.")
        return _read(states, name)
    except Exception:  # whatever the widget's reader raises
        _tell()
        states.states[name] = _KNOWN[f"{_STATE}:Value"](known.deserializer(None))
        return _read(states, name)


def _of_a_widget(states: Any, sent: Any) -> None:
    """Take what was sent for a widget; a name that no widget can have is left out.

    What a component of ours reports has the name of its element, marked as internal.
    """
    mark = f"{_KNOWN[f'{_STATE}:STREAMLIT_INTERNAL_KEY_PREFIX']}_"
    if _KNOWN["streamlit.runtime.state.common:is_element_id"](sent.id.removeprefix(mark)):
        _take(states, sent)
    else:
        _tell()


def _tell() -> None:
    """Let this session be told."""
    _told[session_id()] = None
    while len(_told) > MOST_TOLD:
        _told.popitem(last=False)


# ---- The memory that uploaded files take ----
#
# Streamlit limits the size of each file but not their number, and keeps them until the session
# ends, so forged clients could send one after the other. Here only the newest of a session are
# kept, and a file that does not fit beside those of all visitors is refused: an empty one takes its
# place, from which the page learns it.

REFUSED_FILE = "application/x-refused"  # the type of the empty file


def uploaded_files() -> Any:
    """Return Streamlit's keeper of the files of all sessions; None where it is not known."""
    context = _context()
    if context is None or not _has(_ROOM):
        return None
    files = context.uploaded_file_mgr
    known = isinstance(files, _KNOWN[_FILES]) and hasattr(files, "file_storage")
    return files if known else None


def let_go(file_id: str) -> None:
    """Remove a file of this session that has been read."""
    files = uploaded_files()
    if files is not None:
        files.remove_file(session_id(), file_id)


def keep_newest_files(
    files: Any, held: Callable[[], int], *, most_files: int, most_bytes: int, most_of_all: int
) -> None:
    """Make a keeper forget a session's oldest files when a new one does not fit.

    If it does not fit beside those of all sessions either, it is refused. A keeper that already
    does so is not changed.

    held : returns the bytes that all sessions keep elsewhere.
    """
    if files is None or hasattr(files.add_file, "most_bytes"):
        return
    add = files.add_file

    def add_and_forget(session_id: str, file: Any) -> None:  # Streamlit names both
        files.remove_file(session_id, file.file_id)
        room = most_bytes - len(file.data)
        for place, old in enumerate(reversed([*files.file_storage[session_id].values()]), 2):
            room -= len(old.data)
            if room < 0 or place > most_files:
                files.remove_file(session_id, old.file_id)
        waiting = sum(one.byte_length for all_of in files.get_stats().values() for one in all_of)
        if waiting + held() + len(file.data) > most_of_all:
            file = file._replace(type=REFUSED_FILE, data=b"")
        add(session_id, file)

    add_and_forget.most_bytes = most_bytes  # type: ignore[attr-defined]
    files.add_file = add_and_forget


# ---- The server, and the files of the front end ----

# Where it serves files that may be pages of their own.
FILES = ("/component/", "/_stcore/bidi-components/", "/app/static/", "/media/")
# Where the front end finds the server. On a page's own address it would look for it below the page
# first, where it is not.
HERE = '<script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", location).href}</script>'


def send_at_once() -> None:
    """Switch Nagle's algorithm off for all that connect to this process from now on.

    Streamlit makes the server's socket without naming its protocol, so asyncio does not take it for
    TCP, and leaves the algorithm on: what is sent in two parts, as a file with its header is, waits
    until the browser has acknowledged the first, 40 ms on Linux. A page asks for more than a
    hundred files: its first chart came 0.4 s sooner without, 1.6 in place of 2.2 s. Connections
    inherit the option from the socket that listens, which Streamlit keeps to itself.
    """
    for each in gc.get_objects():
        if type(each) is socket.socket and _listens(each):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _listens(one: socket.socket) -> bool:
    internet = one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM
    return (
        internet
        and one.fileno() >= 0
        and bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    )
