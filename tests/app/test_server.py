"""The server around the app: it answers at once, is warm early, names the charts' script."""

from __future__ import annotations

import asyncio
import contextlib
import os
import runpy
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from streamlit import config

import pages.ui.server as around
from pages.ui.charts import chart
from pages.ui.charts.chart import PLOTLY
from pages.ui.server import ADDRESSES, NO_FILES_LEFT, Message, OtherAddresses, Send
from pages.ui.shell import OLD_ADDRESSES
from pages.ui.streamlit_internals import send_at_once
from tests.browser.harness import ROOT, START_SECONDS, Server, free_port, running_app
from tests.load.visitor import Visitor

# What the start page has imported, and what a server has when it is warm.
COLD = """
import runpy
import sys
from streamlit.testing.v1 import AppTest
runpy.run_path("app.py")["server"].start_page()
warm = set(sys.modules)
assert not AppTest.from_file("app.py", default_timeout=120).run().exception
ours = {name for name in sys.modules if name.startswith(("aelr_core", "pages"))}
print(*sorted(ours - warm), sep=",")
"""


def waits(connection: socket.socket) -> bool:
    """Return whether small parts of an answer wait for each other."""
    return not connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_send_at_once() -> None:
    with socket.create_server(("localhost", 0)) as server:
        send_at_once()
        with socket.create_connection(server.getsockname()):
            connection, _ = server.accept()
            with connection:
                assert not waits(connection)
    send_at_once()  # closed sockets are left alone


def test_the_charts_script_is_there_before_the_server_looks_for_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "static"  # a fresh checkout has none, and Streamlit would warn
    monkeypatch.setattr(chart, "STATIC", folder)
    runpy.run_path(str(ROOT / "app.py"))
    assert [file.name for file in folder.iterdir()] == [PLOTLY.name]


def test_the_server_sends_at_once_and_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[bool] = []
    monkeypatch.setattr(around, "start_page", lambda: began.append(True))
    imported = runpy.run_path(str(ROOT / "app.py"))

    async def start(server: socket.socket) -> None:
        async with around.started(imported["app"]):
            assert not waits(server)

    # in a thread: a browser of other tests may have a loop of its own in this one
    with socket.create_server(("localhost", 0)) as server, ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(start(server))).result()
    assert began == [True]


def test_the_frame_of_every_page_names_the_charts_script() -> None:
    tag = f'<script defer src="./app/static/{PLOTLY.name}"></script>'
    with running_app() as server:

        def frame(page: str) -> str:
            asked = urllib.request.Request(
                f"{server.url}/{page}", headers={"accept-encoding": "gzip", "range": "bytes=0-9"}
            )
            with urllib.request.urlopen(asked) as answer:
                sent: bytes = answer.read()
                assert page == "none" or answer.headers["content-length"] == str(len(sent))
                return sent.decode(errors="replace")

        for page in ADDRESSES:
            scripts, _, body = frame(page).partition("</head>")
            before, _, behind = scripts.partition(tag)
            assert "index." in before
            assert tag not in behind
            assert body.endswith("</html>\n")
        assert tag not in frame("none")
        with urllib.request.urlopen(f"{server.url}/app/static/{PLOTLY.name}") as answer:
            assert "javascript" in answer.headers["content-type"]
            assert answer.read() == PLOTLY.read_bytes()


@pytest.mark.parametrize("base", ["", "lab"])
def test_addresses_that_no_page_has(base: str) -> None:
    async def frame(scope: object, receive: object, send: Send) -> None:
        headers = [(b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    def answer(path: str) -> Message:
        told: list[Message] = []

        async def ask() -> None:
            async def send(message: Message) -> None:
                told.append(message)

            scope = {"type": "http", "method": "GET", "path": path, "query_string": b"seed=5"}
            await OtherAddresses(frame)(scope, frame, send)  # type: ignore[arg-type]

        with ThreadPoolExecutor(1) as thread:  # a browser of other tests may have a loop here
            thread.submit(lambda: asyncio.run(ask())).result()
        return told[0]

    before = config.get_option("server.baseUrlPath")
    config.set_option("server.baseUrlPath", base)
    try:
        at = f"/{base}" if base else ""
        assert [answer(f"{at}/{path}")["status"] for path in ("", "bounds", "a/b")] == [
            200,
            200,
            404,
        ]
        for old, new in OLD_ADDRESSES.items():
            for path, to in ((old, f"./{new}"), (f"{old}/", f"../{new}")):
                led = answer(f"{at}/{path}")
                location = dict(led["headers"])[b"location"].decode()
                page, *anchor = to.split("#")
                assert (led["status"], location) == (307, "#".join([f"{page}?seed=5", *anchor]))
    finally:
        config.set_option("server.baseUrlPath", before)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_sixty_visitors_fit_where_few_files_are_allowed_at_first() -> None:
    async def visit(server: Server) -> list[str]:
        async with contextlib.AsyncExitStack() as all_of_them:
            visitors = []
            for _ in range(60):
                _, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
                all_of_them.callback(writer.close)  # a browser opens several at once
                visitor = await all_of_them.enter_async_context(Visitor(server.url))
                await visitor.open()
                visitors.append(visitor)
            return [error for visitor in visitors for error in visitor.errors]

    with running_app(open_files="-S -n 256") as server, ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(visit(server))).result() == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_idle_connections_do_not_fill_the_log() -> None:
    with running_app(open_files="-n 128") as server:
        with contextlib.ExitStack() as idle:
            for _ in range(200):
                idle.enter_context(socket.create_connection(("127.0.0.1", port_of(server))))
            wait_until(lambda: len(log_of(server)) >= 200)  # its address, and a complaint
            time.sleep(2.5)  # asyncio tries again every second
            log = log_of(server)
        assert len(log) < 1_000
        assert log.count(NO_FILES_LEFT) == 1
        with urllib.request.urlopen(f"{server.url}/_stcore/health") as answer:
            assert answer.read() == b"ok"


def test_the_command_serves_the_checkout_and_leaves_no_server_when_it_is_killed(
    tmp_path: Path,
) -> None:
    # An installed package of another version, without what the dashboard needs.
    for folder in ("", "cli"):
        installed = tmp_path / "installed" / "aelr_core" / folder
        installed.mkdir(parents=True)
        for file in (ROOT / "aelr_core" / folder).glob("*.py"):
            shutil.copy(file, installed)
    port = free_port()
    health = f"http://127.0.0.1:{port}/lab/_stcore/health"
    words = [f"--port={port}", "--address=127.0.0.1", "--", "--server.baseUrlPath=lab"]
    with (tmp_path / "log").open("wb") as log:
        command = subprocess.Popen(
            [sys.executable, "-m", "aelr_core", "app", *words],
            cwd=ROOT / "pages",
            env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(lambda: answers(health) or command.poll() is not None)
        assert answers(health), (tmp_path / "log").read_text(encoding="utf-8")
    finally:
        command.kill()
        command.wait()
    wait_until(lambda: not answers(health))


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            found: bytes = answer.read()
            return found == b"ok"
    except OSError:
        return False


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + START_SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def log_of(server: Server) -> str:
    return server.log.read_text(encoding="utf-8")


def test_nothing_is_left_to_import_for_the_first_visitor() -> None:
    printed = subprocess.run(
        [sys.executable, "-c", COLD], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert printed == "\n"
