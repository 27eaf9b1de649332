"""The visitor without a browser looks at a page when it is complete, not at the one before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.load.visitor import Visitor

UPLOADER = "$$ID-table_upload_0"


def begins(run: str, page: str) -> ForwardMsg:
    message = ForwardMsg()
    message.new_session.page_script_hash = page
    message.metadata.run.script_run_id = run
    return message


def drawn(name: str) -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path[:] = [0, 0]
    message.delta.new_element.file_uploader.id = name
    return message


def ends() -> ForwardMsg:
    return ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)


class Puppet(Visitor):
    """A visitor whose server says what a test says."""

    def __init__(self, answers: list[list[ForwardMsg]]) -> None:
        super().__init__("http://localhost:1")
        self._answers = answers
        self._pages, self._page_hash = {"": "first", "your_data": "second"}, "first"
        self._reader = asyncio.get_running_loop().create_future()  # type: ignore[assignment]

    async def hear(self, messages: list[ForwardMsg]) -> None:
        async with self._changed:
            for message in messages:
                self._take(message)
            self._changed.notify_all()

    async def _send(self, *args: Any, **options: Any) -> None:
        if self._answers:
            now = self._answers.pop(0)
            asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(self.hear(now)))


def test_a_run_that_ends_while_a_page_is_turned_is_not_taken_for_the_new_page() -> None:
    """The end of the old page's run and the beginning of the new one's come in one breath."""

    async def story() -> None:
        visitor = Puppet(
            [
                [ends(), begins("2", "second")],
                [drawn(UPLOADER), ends()],
            ]
        )
        await visitor.hear([begins("1", "first"), drawn("$$ID-something")])
        await visitor.turn_to("your_data")
        assert visitor.id_of("table_upload_0") == UPLOADER
        assert visitor.errors == []

    asyncio.run(story())


def test_a_widget_that_is_missing_is_named() -> None:
    async def story() -> None:
        visitor = Puppet([])
        with pytest.raises(LookupError, match="no widget 'seed' on the page ''"):
            visitor.id_of("seed")

    asyncio.run(story())
