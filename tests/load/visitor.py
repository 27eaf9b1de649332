"""A visitor without a browser: speaks to the server over its websocket, as Streamlit's page does.

It keeps the elements that a browser would show, answers timers of fragments, presses buttons,
sets widgets, turns to other pages and uploads files. A `Forger` also sends what no browser would.
Loopback only.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from http.client import HTTPConnection
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 120.0  # seconds
TRIES = 3
WHOLE = ForwardMsg.FINISHED_SUCCESSFULLY
RERUN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
Pressed = WidgetState | None
# By path: the run that drew an element, the fragment it is in, and the element.
Shown = dict[tuple[int, ...], tuple[str, str, Element]]


class Visitor:
    """One session.

    Parameters
    ----------
    url : of the server, ``http://localhost:...``.
    query : what stands behind the question mark of the link that is opened.
    page : which page, "" is the first one.
    """

    def __init__(self, url: str, query: str = "", page: str = "") -> None:
        self.url, self.query, self.page, self.patience = url, query, page, PATIENCE
        assert urlsplit(url).hostname == "localhost"
        self.session, self.back = "", False  # back: an address of the browser's history
        self.errors: list[str] = []
        self.elements: Shown = {}
        self._widgets: dict[str, WidgetState] = {}
        self._known: dict[str, ForwardMsg] = {}  # what need not be sent again, by its hash
        self._used: deque[set[str]] = deque([set()], maxlen=5)  # in the last whole runs
        self._timers = Timers(lambda fragment: self._send(fragment=fragment, timer=True))
        self._pages: dict[str, str] = {}
        self._page_hash = ""
        self._complete = ""  # the page of the last whole run that came to its end
        self._run = ""
        self._whole = False  # whether all of the page is being run
        self._fragments: tuple[str, ...] = ()  # those which are run, none if all of the page is
        self._cut_short: tuple[str, ...] = ()  # those of a run that may have had to end early
        self.looks: Counter[str] = Counter()  # runs of each fragment
        self._changed = asyncio.Condition()
        self.finished = 0  # script runs that have come to their end
        self.received: list[int] = []  # the bytes of each message
        self.settled = False  # whether none is under way; looks by a timer do not count
        self._uploads: asyncio.Queue[FileURLs] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        parts = urlsplit(self.url)
        self._socket: ClientConnection = await connect(
            f"ws://{parts.netloc}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=self.url,  # type: ignore[arg-type]
            max_size=None,
            proxy=None,
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timers.stop()
        self._reader.cancel()
        await self._socket.close()

    # ---- What a visitor does -----------------------------------------------------------------

    async def open(self) -> None:
        """Open the link and wait until the page is complete."""
        await self._ask()

    async def turn_to(self, page: str) -> None:
        """Turn to a page by the name in its address."""
        self.page = page
        # As in a browser, a look that is asked for at the same moment names the page before, and
        # may win: then the visitor tries again.
        for _ in range(TRIES):
            await self._ask(page=self._pages[page])
            if self._complete == self._pages[page]:
                return
        self.errors.append(f"The page {page!r} could not be turned to.")

    async def press(self, key: str) -> None:
        """Press a button, as soon as it is there."""
        await self.until(lambda: self.shows(key))
        await self._press(key)

    async def set(self, state: WidgetState) -> None:
        """Give a widget a value, or press a button, which is pressed once."""
        pressed = state if state.trigger_value else None
        self._widgets.update({} if pressed else {state.id: state})
        await self._ask(self._fragment_of(state.id), pressed)

    async def set_and_press(self, state: WidgetState, key: str) -> None:
        """Give a widget a value and press a button in the same moment, as a click after typing."""
        self._widgets[state.id] = state
        await self._send()
        await self._press(key)

    async def upload(self, key: str, name: str, content: bytes) -> None:
        """Upload a file into an uploader whose key begins like this, as soon as it is there."""
        await self.until(lambda: any(f"-{key}" in one for one in self._names()))
        uploader = self._named(lambda one: f"-{key}" in one, key)  # a click may turn the page soon
        message = BackMsg()
        message.file_urls_request.request_id = name
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self.session
        await self._socket.send(message.SerializeToString())
        urls = await asyncio.wait_for(self._uploads.get(), PATIENCE)
        await asyncio.to_thread(put_file, self.url, urls.upload_url, name, content)
        await self.set(uploaded(uploader, urls, name, len(content)))

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until the screen shows something."""
        async with asyncio.timeout(self.patience), self._changed:
            await self._changed.wait_for(lambda: true() or self._reader.done())
        if not true():
            raise ConnectionError("The server closed the connection.")

    # ---- What a visitor sees -----------------------------------------------------------------

    def shows(self, key: str) -> bool:
        """Whether there is a widget with a key, on a page that is complete."""
        return self.settled and any(one.endswith(f"-{key}") for one in self._names())

    def id_of(self, key: str) -> str:
        """Return a widget's own name."""
        return self._named(lambda one: one.endswith(f"-{key}"), key)

    def _named(self, right: Callable[[str], bool], key: str) -> str:
        found = next(filter(right, self._names()), None)
        if found is None:  # a StopIteration would end a coroutine without a word
            raise LookupError(f"There is no widget {key!r} on the page {self.page!r}.")
        return found

    def _names(self) -> list[str]:
        return [name_of(element) for _, _, element in self.elements.values()]

    def texts(self) -> list[str]:
        """Return all words on the screen."""
        shown = [element for _, _, element in self.elements.values()]
        return [one.markdown.body for one in shown if one.WhichOneof("type") == "markdown"]

    # ---- The wire ----------------------------------------------------------------------------

    async def _press(self, key: str) -> None:
        pressed = WidgetState(id=self.id_of(key), trigger_value=True)
        await self._ask(self._fragment_of(pressed.id), pressed)

    async def _ask(self, fragment: str = "", pressed: Pressed = None, page: str = "") -> None:
        """Ask for a run of a fragment, or of the page, and wait until it is over."""
        before, looks = self.finished, self.looks[fragment]

        def answered() -> bool:
            gone = fragment and all(its != fragment for _, its, _ in self.elements.values())
            return self.finished > before or self.looks[fragment] > looks or bool(gone)

        await self._send(pressed, fragment, page=page)
        await self.until(answered)

    def _fragment_of(self, name: str) -> str:
        """Return the fragment a widget is in: as in a browser, it alone is run for it."""
        found = self.elements.values()
        return next((its for _, its, element in found if name_of(element) == name), "")

    async def _send(
        self, pressed: Pressed = None, fragment: str = "", *, page: str = "", timer: bool = False
    ) -> None:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_name = self.page if not self._page_hash else ""
        state.page_script_hash = page or self._page_hash
        state.fragment_id = fragment
        state.is_auto_rerun = timer
        state.is_history_navigation = self.back
        state.widget_states.widgets.extend(self._widgets.values())
        if pressed is not None:
            state.widget_states.widgets.append(pressed)
        state.cached_message_hashes.extend(self._known)
        state.context_info.timezone = "UTC"
        state.context_info.url = f"{self.url}/{self.page}?{self.query}"
        await self._socket.send(message.SerializeToString())

    async def _read(self) -> None:
        try:
            await self._take_all()
        except Exception as error:
            self.errors.append(f"{type(error).__name__}: {error}")
            raise
        finally:
            async with self._changed:
                self._changed.notify_all()

    async def _take_all(self) -> None:
        async for frame in self._socket:
            assert isinstance(frame, bytes)
            message = ForwardMsg.FromString(frame)
            self.received.append(len(frame))
            self._used[-1].add(message.ref_hash or message.hash)
            if message.ref_hash:
                whole = ForwardMsg()
                whole.CopyFrom(self._known[message.ref_hash])
                whole.metadata.delta_path[:] = message.metadata.delta_path
                message = whole
            elif message.metadata.cacheable:
                self._known[message.hash] = message
            async with self._changed:
                self._take(message)
                self._changed.notify_all()

    def _take(self, message: ForwardMsg) -> None:
        match message.WhichOneof("type"):
            case "new_session":
                new = message.new_session
                self.session = new.initialize.session_id or self.session
                if self._whole and message.metadata.run.fragment_ids:
                    self._end(WHOLE)  # or there would be no look: its end was not sent
                self._run = message.metadata.run.script_run_id
                self._fragments = tuple(message.metadata.run.fragment_ids)
                self._whole = not self._fragments
                if self._whole:
                    self._page_hash = new.page_script_hash
                    self._timers.stop()
                else:  # what is not run again was complete, but a look came at once
                    self.looks.update({*self._cut_short} - {*self._fragments})
                self._cut_short = ()
                self.settled &= not self._whole and self._timers.have(self._fragments)
            case "navigation":
                there = message.navigation.app_pages
                self._pages = {one.url_pathname: one.page_script_hash for one in there}
                self._page_hash = message.navigation.page_script_hash
            case "delta":
                self._take_delta(tuple(message.metadata.delta_path), message.delta)
            case "auto_rerun":
                self._timers.start(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "stop_auto_rerun":
                self._timers.stop(message.stop_auto_rerun.fragment_ids)
            case "file_urls_response":
                self._uploads.put_nowait(message.file_urls_response.file_urls[0])
            case "script_finished":
                self._end(message.script_finished)

    def _take_delta(self, path: tuple[int, ...], delta: Delta) -> None:
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        self.elements[path] = (self._run, delta.fragment_id, element)
        if element.WhichOneof("type") == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")

    def _end(self, status: int) -> None:
        self._whole = False
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.errors.append("The script could not be compiled.")
        if status == RERUN:
            self._cut_short = self._fragments
            return
        if status == FRAGMENT:
            for fragment in self._fragments:
                self.elements = left_of(self.elements, self._run, fragment)
                self.looks[fragment] += 1
            self.settled = True
            return
        self.elements = {
            path: found for path, found in self.elements.items() if found[0] == self._run
        }
        there = {*self._names()}
        self._widgets = {name: state for name, state in self._widgets.items() if name in there}
        # what the server may still refer to: a request under way has named it as known
        needed = set().union(*self._used)
        self._known = {name: kept for name, kept in self._known.items() if name in needed}
        self._used.append(set())
        self._complete = self._page_hash
        self.finished += 1
        self.settled = True


class Forger(Visitor):
    """One session of the kind that the server must survive."""

    async def send(self, message: BackMsg) -> None:
        """Send any message at all."""
        await self._socket.send(message.SerializeToString())

    async def set_all(self, states: Iterable[WidgetState]) -> None:
        """Give these widgets a value, and no other; some may not be on the screen."""
        self._widgets = {state.id: state for state in states}
        await self._ask()

    async def go_back(self, query: str) -> None:
        """Go back to an address of this page, as the browser's button does."""
        self.query, self.back = query, True
        await self._ask()
        self.back = False

    def forged(self, *, mixed: bool = False) -> list[list[WidgetState]]:
        """Return values of every type for each widget on the screen, and for one that is not.

        mixed : each begins with another type.
        """
        names = {name_of(element) for _, _, element in self.elements.values()} - {""}
        values = [not_of_a_kind(name) for name in sorted({*names, "no widget of ours"})]
        turned = [n % len(one) if mixed else 0 for n, one in enumerate(values)]
        return [one[n:] + one[:n] for one, n in zip(values, turned, strict=True)]

    def alerts(self) -> list[str]:
        """Return the sentences of warnings and errors."""
        shown = [element for _, _, element in self.elements.values()]
        found = [one.alert.body for one in shown if one.WhichOneof("type") == "alert"]
        return [body.replace("\\", "") for body in found]


def not_of_a_kind(name: str) -> list[WidgetState]:
    """Return values of every type for a widget, most of which it cannot read."""
    several = WidgetState(id=name)
    several.string_array_value.data[:] = ["x", "y"]
    none = WidgetState(id=name)
    none.string_array_value.data[:] = []
    numbers = WidgetState(id=name)
    numbers.double_array_value.data[:] = [math.inf, 2.0, 3.0]
    return [
        several,
        none,
        numbers,
        WidgetState(id=name, double_value=math.inf),
        WidgetState(id=name, string_value="<b>"),
        WidgetState(id=name, json_value="{"),
        WidgetState(id=name, bool_value=False),
    ]


def has_curve(visitor: Visitor) -> bool:
    """Whether the screen shows a curve of a run that goes on."""
    said = [element.progress.text for _, _, element in visitor.elements.values()]
    return any(text and "previous run" not in text for text in said)


def has_run(visitor: Visitor) -> bool:
    """Whether the screen shows a complete run of what was asked for."""
    seed = visitor.query.rpartition("seed=")[2]
    said = [text for text in visitor.texts() if f", seed {seed}: " in text]
    return any("computed in" in text and "Stopped" not in text for text in said)


# ---- The page: its elements, each at a path, and its timers --------------------------------------


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


class Timers:
    """Ask for a `look` at each fragment that has a timer, again and again."""

    def __init__(self, look: Callable[[str], Awaitable[None]]) -> None:
        self._look = look
        self._ticking: dict[str, asyncio.Task[None]] = {}
        self._paces: dict[str, float] = {}

    def have(self, fragments: Iterable[str]) -> bool:
        """Whether all of these have one."""
        return {*fragments} <= self._ticking.keys()

    def start(self, fragment: str, seconds: float) -> None:
        """Start the timer of a fragment, unless it has one of the same pace."""

        async def tick() -> None:
            while True:
                await asyncio.sleep(seconds)
                await self._look(fragment)

        if self._paces.get(fragment) == seconds:
            return
        self.stop([fragment])
        self._paces[fragment] = seconds
        self._ticking[fragment] = asyncio.create_task(tick())

    def stop(self, fragments: Iterable[str] | None = None) -> None:
        """Stop the timers of some fragments, or all."""
        for fragment in [*self._ticking] if fragments is None else fragments:
            if fragment in self._ticking:
                self._ticking.pop(fragment).cancel()
                del self._paces[fragment]


# ---- A file on its way to the server, as a browser sends it --------------------------------------


def put_file(url: str, path: str, name: str, content: bytes) -> None:
    """Send a file as a browser does, with the token that the server has set as a cookie."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    connection = HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/_stcore/health")
        answer = connection.getresponse()
        answer.read()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        boundary = "a-boundary-of-this-file"
        head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = f"--{boundary}\r\n{head}".encode() + content + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "Cookie": cookie,
            "X-Xsrftoken": cookie.partition("=")[2],
            "Content-Type": f"multipart/form-data; boundary={boundary}",
        }
        connection.request("PUT", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status >= 300:
            raise ConnectionError(f"The upload was refused with status {answer.status}.")
    finally:
        connection.close()


def uploaded(uploader: str, urls: FileURLs, name: str, size: int) -> WidgetState:
    """Return the state of an uploader that has a file."""
    state = WidgetState(id=uploader)
    info = state.file_uploader_state_value.uploaded_file_info.add()
    info.file_id, info.name, info.size = urls.file_id, name, size
    info.file_urls.CopyFrom(urls)
    return state
