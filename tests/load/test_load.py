"""What visitors cost a real server, and what it does not let anyone do."""

from __future__ import annotations

import asyncio
import random
import re
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urljoin

import psutil
import pytest
from streamlit.proto.BackMsg_pb2 import (
    BackendOperationRequest,
    BackMsg,
    InstallSkillsRequestPayload,
)
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pages.ui.server import SENTENCE as NO_PAGE
from pages.ui.shell import PAGES
from pages.ui.streamlit_internals import FORGED as SENTENCE
from tests.browser.harness import Server, running_app, server_process
from tests.load.visitor import Forger, Visitor, has_run, put_file

TINY = "examples=100&runs=1&dim=10&budget=3&step=theory"
# A run of minutes, which the app refuses unless its limit is lifted.
LONG = "&".join(
    ["dim=500&budget=400&examples=20000&runs=100&step=theory"]
    + [f"algorithms={word}" for word in ("uniform", "known", "two-phased")]
)
NO_LIMIT = {"AELR_ESTIMATE": "1000"}
# The most that the start page may take.
OPENING, OPENING_BYTES = 200, 300_000
# The most messages for the beginning and the end of a run together, and for each look at it.
RUN, LOOK, LOOK_BYTES = 250, 12, 60_000


def workers() -> list[psutil.Process]:
    return server_process().children()


async def idle(seconds: float = 30.0) -> bool:
    """Whether the workers have nothing to do before long."""
    for _ in range(int(seconds)):
        before = [one.cpu_times().user for one in workers()]
        await asyncio.sleep(1)
        after = [one.cpu_times().user for one in workers()]
        if len(before) == len(after) and sum(after) - sum(before) < 0.2:
            return True
    return False


async def busy(seconds: float = 30.0) -> bool:
    """Whether the workers do something before long; on a busy machine they get little of it."""
    began = sum(one.cpu_times().user for one in workers())
    for _ in range(int(seconds)):
        await asyncio.sleep(1)
        if sum(one.cpu_times().user for one in workers()) > began + 0.2:
            return True
    return False


async def a_run_without_the_sidebar(server: Server) -> None:
    """A run begins and ends in the page's own fragment: thirty of them cost half as much."""
    async with Visitor(server.url, "examples=100&runs=1&step=theory&seed=5") as visitor:
        await visitor.open()
        assert len(visitor.received) < OPENING
        assert sum(visitor.received) < OPENING_BYTES
        whole, before = visitor.finished, len(visitor.received)
        await visitor.press("run")
        await visitor.until(lambda: has_run(visitor) and visitor.shows("run"))
        assert len(visitor.received) - before < RUN + LOOK * visitor.looks.total()
        assert visitor.finished == whole
        assert not visitor.shows("stop")
        assert visitor.errors == []


async def looks_are_small(visitor: Visitor) -> None:
    """A look at a run that goes on is a few messages, and one picture."""
    before, looks = len(visitor.received), visitor.looks.total()
    await visitor.until(lambda: visitor.looks.total() > looks + 4)
    assert len(visitor.received) - before < LOOK * (visitor.looks.total() - looks + 1)
    assert max(visitor.received[before:]) < LOOK_BYTES


async def one_who_types_and_clicks(server: Server) -> None:
    """Whoever types a number and clicks at once gets a run of that number."""
    for link, number in ((TINY, 6), (f"{TINY}&alpha=x", 7)):  # which is said above the page
        async with Visitor(server.url, link) as visitor:
            await visitor.open()
            seed = WidgetState(id=visitor.id_of("seed"), double_value=number)
            visitor.query = f"{link}&seed={number}"
            await visitor.set_and_press(seed, "run")
            await visitor.until(lambda: has_run(visitor) and visitor.shows("run"))
            assert visitor.errors == []


async def a_visitor_who_leaves(server: Server) -> None:
    """Closing the tab in the middle of a run sets the worker free, which stays or is replaced."""
    async with Visitor(server.url, LONG) as visitor:
        await visitor.open()
        await visitor.press("run")
        await visitor.until(lambda: visitor.shows("stop"))
        await looks_are_small(visitor)
    assert await idle()
    assert all(one.status() != psutil.STATUS_ZOMBIE for one in workers())


async def forgers(server: Server) -> None:
    """Whoever sends what no browser would gets an answer, and the others notice nothing."""
    async with Visitor(server.url, "seed=4") as visitor, Visitor(server.url, TINY) as other:
        await visitor.open()
        await other.open()
        for name, value in {"budget": -3.0, "dim": 1e300, "runs": 1e9, "examples": 0.5}.items():
            await visitor.set(WidgetState(id=visitor.id_of(name), double_value=value))
        await visitor.set(WidgetState(id=visitor.id_of("data"), string_value="../../etc/passwd"))
        await visitor.press("run")
        await visitor.press("stop")
        assert visitor.errors == []
        await unreadable_values(server)
        await other.press("run")
        await other.until(lambda: other.shows("run"))
        assert other.errors == []


async def unreadable_values(server: Server) -> None:
    """What no widget can read gets a sentence, once, and the page goes on, whichever it is."""
    for page in (name.removeprefix("pages/").removesuffix(".py") for name in list(PAGES)[1:]):
        async with Forger(server.url, "seed=4", page) as forger:
            await forger.open()
            if page == "your_data":
                await forger.press("table_sample")
            for of_many_kinds in list(zip(*forger.forged(mixed=True), strict=True))[:2]:
                await forger.set_all(of_many_kinds)
                assert any(SENTENCE in alert for alert in forger.alerts()), page
                assert forger.errors == []
    async with Forger(server.url, "seed=4") as forger:
        await forger.open()
        for of_one_kind in zip(*forger.forged(), strict=True):
            await forger.set_all(of_one_kind)
            assert any(SENTENCE in alert for alert in forger.alerts())
            assert forger.errors == []
        whole = WidgetState(id=forger.id_of("runs"), int_value=3)  # as browsers send it
        await forger.set_all([whole])
        assert forger.alerts() == []
        assert forger.errors == []


async def one_who_clears_the_caches(server: Server) -> None:
    """No message of one visitor stops another one's run.

    Of Streamlit's messages only ``clear_cache`` reaches across sessions: it empties all caches,
    those of other sessions too, and calls their ``on_release``, so the board is in none of them.
    ``debug_*`` need the development mode, ``install_skills`` a server that is not headless, and
    the others work on the sender's own session, whatever session they name.
    """
    async with (
        Visitor(server.url, f"{LONG}&seed=78") as watcher,
        Forger(server.url, TINY) as forger,
    ):
        await watcher.open()
        await forger.open()
        await watcher.press("run")
        before = [one.pid for one in workers()]
        whose = watcher.session
        for forged in (
            BackMsg(clear_cache=True),
            BackMsg(stop_script=True),
            BackMsg(set_run_on_save=True),
            BackMsg(load_git_info=True),
            BackMsg(app_heartbeat=True),
            BackMsg(debug_disconnect_websocket=True),
            BackMsg(debug_shutdown_runtime=True),
            BackMsg(file_urls_request=FileURLsRequest(session_id=whose, file_names=["x"])),
            BackMsg(
                backend_operation_request=BackendOperationRequest(
                    session_id=whose, install_skills=InstallSkillsRequestPayload()
                )
            ),
            BackMsg(clear_cache=True),
        ):
            await forger.send(forged)
        await asyncio.sleep(3)  # the server looks after those who have left twice a second
        assert watcher.shows("stop")
        assert [one.pid for one in workers()] == before
        assert await busy()
        async with Visitor(server.url, f"{TINY}&seed=9") as third:
            await third.open()
            await third.press("run")
            await third.until(lambda: has_run(third) and third.shows("run"))
            assert third.errors == []
        assert watcher.shows("stop")
        assert watcher.errors == []
    assert await idle()  # who leaves stops a run all the same


async def hostile_links(server: Server) -> None:
    """A number that is none, in the address: opened, by Back, and by a link inside the app."""
    bad = "examples=inf&runs=1e309&dim=-inf&budget=Infinity&seed=1e999&alpha=nan"
    for page in ("", "story"):
        async with Forger(server.url, bad, page) as visitor:
            await visitor.open()
            assert any("Seed must be a whole number" in text for text in visitor.alerts())
            await visitor.go_back("runs=3")
            assert not visitor.alerts()
            await visitor.go_back(bad)
            assert any("Seed must be a whole number" in text for text in visitor.alerts())
            await visitor.turn_to("bounds")
            assert visitor.errors == []


def refusal(url: str, **options: Any) -> int:
    """Return the status with which a request is refused."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(url, **options))
    with caught.value as answer:
        return answer.code


async def lost_visitors(server: Server) -> None:
    """An address of several levels gets a sentence and a way home; what is served, its files."""
    for path in ("/a/b", "/story/x", "/a/b/c?seed=3", "/a/b.html", "/story/_stcore/x"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{server.url}{path}")
        with caught.value as answer:
            page = answer.read().decode()
            assert (answer.code, NO_PAGE in page) == (404, True)
        (home,) = re.findall(r'href="([^"]+)"', page)
        assert urljoin(f"{server.url}{path}", home) == f"{server.url}/"
    with urllib.request.urlopen(f"{server.url}/story") as answer:
        scripts = re.findall(r'src="\./(static/js/[^"]+)"', answer.read().decode())
    for name in scripts:
        with urllib.request.urlopen(f"{server.url}/{name}") as answer:
            assert "javascript" in answer.headers["content-type"]
    assert scripts


async def strangers(server: Server) -> None:
    """A page of another site gets no session, and no file without the token."""
    address = server.url.replace("http", "ws") + "/_stcore/stream"
    with pytest.raises(InvalidStatus):
        async with connect(address, subprotocols=["streamlit"], origin="http://evil.example"):
            pass
    for path in ("/app/static/../app.py", "/app/static/%2e%2e/app.py", "/app/static/"):
        assert refusal(server.url + path) in (400, 403, 404)
    assert refusal(f"{server.url}/_stcore/upload_file/x/y", data=b"a,b", method="PUT") == 403
    with pytest.raises(ConnectionError, match="400"):  # a token, but no session
        put_file(server.url, "/_stcore/upload_file/x/y", "x.csv", b"a,b")


async def one_who_sends_files(server: Server) -> None:
    """Streamlit would keep them all until the session ends: here 300 MB."""
    content = random.Random(3).randbytes(15 * 2**20)
    async with Visitor(server.url, "", "your_data") as visitor:
        await visitor.open()
        before = server_process().memory_info().rss
        for number in range(20):
            path = f"/_stcore/upload_file/{visitor.session}/forged-{number}"
            await asyncio.to_thread(put_file, server.url, path, "x.csv", content)
        grown = server_process().memory_info().rss - before
    assert grown < 120 * 2**20


def test_visitors_of_every_kind() -> None:
    # In a thread of its own: after a browser test this one has an event loop already.
    with running_app(NO_LIMIT) as server, ThreadPoolExecutor(1) as own:
        for story in (
            a_run_without_the_sidebar,
            one_who_types_and_clicks,
            a_visitor_who_leaves,
            forgers,
            one_who_clears_the_caches,
            hostile_links,
            lost_visitors,
            strangers,
            one_who_sends_files,
        ):
            own.submit(asyncio.run, story(server)).result()
        left = workers()
    # A worker ends by itself when the server's end of its connection is closed.
    _, alive = psutil.wait_procs(left, timeout=60)
    assert not alive
