"""A visitor without a browser: speaks to the server over its websocket, as Streamlit's page does.

It keeps the elements that a browser would show, answers timers of fragments, presses buttons,
sets widgets, turns to other pages and uploads files. Loopback only.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from tests.load.elements import Shown, left_of, name_of
from tests.load.timers import Timers
from tests.load.uploading import PATIENCE, put_file, uploaded

TRIES = 3
WHOLE = ForwardMsg.FINISHED_SUCCESSFULLY
Pressed = WidgetState | None
RERUN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY


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
