"""What uploaded files may take in memory, whoever sends them."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from aelr_core.datasets.csv import SAMPLE
from pages.ui import uploads
from pages.ui.prose import in_markdown
from pages.ui.streamlit_internals import REFUSED_FILE, keep_newest_files
from pages.ui.uploads import FILES_OF_ALL, MOST_FILES, MOST_OF_SESSION, NO_ROOM_FOR_FILES
from pages.ui.your_data.inbox import SecondFile
from tests.app.test_your_data import PAGE, Open, upload, with_sample
from tests.browser.harness import running_app
from tests.load.visitor import Visitor, put_file


def bound(manager: MemoryUploadedFileManager, most_bytes: int, most_of_all: int = 2**30) -> None:
    limits = {"most_files": MOST_FILES, "most_bytes": most_bytes, "most_of_all": most_of_all}
    keep_newest_files(manager, uploads.bytes_held, **limits)


def rec(name: str, size: int) -> UploadedFileRec:
    return UploadedFileRec(name, f"{name}.csv", "text/csv", bytes(size))


def test_the_newest_files_of_a_session_stay_as_many_as_fit() -> None:
    manager = MemoryUploadedFileManager("/upload")
    bound(manager, most_bytes=100)
    bound(manager, most_bytes=10)  # every run asks for it: the first one counts
    # by name, as Streamlit calls it
    manager.add_file(session_id="other", file=rec("theirs", 90))
    for number in range(50):
        manager.add_file("mine", rec(f"f{number}", 40))
    assert list(manager.file_storage["mine"]) == ["f48", "f49"]
    manager.add_file("mine", rec("large", 100))
    assert list(manager.file_storage["mine"]) == ["large"]
    manager.add_file("mine", rec("large", 60))  # again, in its own place
    assert len(manager.get_files("mine", ["large"])[0].data) == 60
    for number in range(50):
        manager.add_file("mine", rec(f"empty{number}", 0))
    assert len(manager.file_storage["mine"]) == MOST_FILES
    assert list(manager.file_storage["other"]) == ["theirs"]


def test_the_files_of_all_sessions_have_one_limit() -> None:
    manager = MemoryUploadedFileManager("/upload")
    held = uploads.bytes_held()
    bound(manager, most_bytes=100, most_of_all=held + 150)

    def sizes() -> list[int]:
        return [len(one.data) for each in manager.file_storage.values() for one in each.values()]

    manager.add_file("one", rec("a", 100))
    manager.add_file("two", rec("b", 60))  # does not fit
    assert sizes() == [100, 0]
    manager.add_file("two", rec("b", 50))
    assert sizes() == [100, 50]
    manager.add_file("one", rec("a", 100))  # in its own place
    assert sizes() == [100, 50]
    manager.remove_session_files("one")
    kept = uploads.hold(SecondFile(bytes(100)))  # read, and kept by a session
    manager.add_file("three", rec("c", 1))
    assert sum(sizes()) == 50
    del kept
    manager.add_file("three", rec("c", 1))
    assert sum(sizes()) == 51


def test_a_visitor_whose_file_does_not_fit_is_told_and_nothing_is_lost(open_app: Open) -> None:
    app = with_sample(open_app(PAGE))
    app.file_uploader[0].set_value(
        ("mine.csv", b"", REFUSED_FILE)
    ).run()  # what the page gets for it
    assert not app.exception
    assert [each.value for each in app.error] == [in_markdown(NO_ROOM_FOR_FILES)]
    assert app.metric
    upload(app, SAMPLE.read_bytes())
    assert not app.error
    assert app.metric


@pytest.mark.long
def test_many_visitors_leave_the_server_its_memory() -> None:
    size = 19 * 2**20  # Streamlit's limit is 20 MB with the header
    first = FILES_OF_ALL // MOST_OF_SESSION + 1

    async def visit(url: str) -> list[str]:
        async with contextlib.AsyncExitStack() as all_of_them:
            for number in range(first):
                visitor = await all_of_them.enter_async_context(Visitor(url, "", "your_data"))
                await visitor.open()
                for name in ("a", "b"):
                    path = f"/_stcore/upload_file/{visitor.session}/{number}{name}"
                    await asyncio.to_thread(put_file, url, path, "x.csv", bytes(size))
            late = await all_of_them.enter_async_context(Visitor(url, "", "your_data"))
            await late.open()
            await late.press("table_sample")
            await late.upload("table_upload_", "mine.csv", SAMPLE.read_bytes() + b" " * size)
            assert late.errors == []
            assert any("attributes" in words for words in late.texts())  # the sample is still there
            shown = [element for _, _, element in late.elements.values()]
            return [one.alert.body for one in shown if one.WhichOneof("type") == "alert"]

    with running_app() as server, ThreadPoolExecutor(1) as thread:
        said = thread.submit(lambda: asyncio.run(visit(server.url))).result()
    assert said == [in_markdown(NO_ROOM_FOR_FILES)]
