"""A class of sixty: every guess reaches the lecturer, and nobody sees an error."""

from __future__ import annotations

import asyncio
import re
from itertools import chain

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.harness import Server, running_app
from tests.load.visitor import Visitor

STUDENTS = 60
PATIENCE = 600.0  # the pages of all of them are drawn by one process


def code_in(visitor: Visitor) -> str:
    return "".join(re.findall(r"class=(\w+)", " ".join(visitor.texts()))[:1])


async def guess(server: Server, code: str) -> list[str]:
    """Join the class, guess, and return what went wrong."""
    async with Visitor(server.url, f"class={code}") as student:
        student.patience = PATIENCE
        await student.open()
        await student.until(lambda: student.shows("guess_place"))
        made = WidgetState(id=student.id_of("guess_place"))
        made.double_array_value.data.append(5_000)
        await student.set(made)
        await student.press("reveal")
        await student.until(lambda: any("on the lecturer's screen" in t for t in student.texts()))
        return student.errors


async def a_class(server: Server) -> None:
    async with Visitor(server.url, page="story") as lecturer:
        lecturer.patience = PATIENCE
        await lecturer.open()
        await lecturer.press("start_class")
        await lecturer.press("open_few")
        await lecturer.turn_to("")
        await lecturer.until(lambda: code_in(lecturer))
        code = code_in(lecturer)
        errors = await asyncio.gather(*(guess(server, code) for _ in range(STUDENTS)))
        told = f"**{STUDENTS}** guesses"
        await lecturer.until(lambda: any(told in text for text in lecturer.texts()))
        assert [*lecturer.errors, *chain(*errors)] == []


def test_sixty_students_and_their_lecturer() -> None:
    with running_app() as server:
        asyncio.run(a_class(server))
