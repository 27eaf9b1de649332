"""Visitors who do anything, for minutes: ``python -m benchmarks.soak --minutes 10``.

Each opens a page, changes widgets (now and then to what no browser would send), runs, stops,
turns to other pages, uploads files, good ones and bad ones, and leaves; then another one comes.
There must be no exception, and nothing may grow. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from streamlit.proto.Element_pb2 import Element
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.load import MB, Report
from pages.ui.shell import PAGES
from tests.browser.harness import Server, running_app, server_process
from tests.load.visitor import Visitor

# Most visitors are on the start page.
STAYS = ("", "", "", *(Path(file).stem for file in [*PAGES][1:]))
LINKS = ("", "alpha=x&dim=-3&data=<b>", "data=wine&budget=3", "family=lasso&run=1", "seed=7&run=1")
ACTIONS = ("change", "change", "change", "run", "stop", "page", "upload")
FORGED = 0.05
MOST_ACTIONS = 25
# Streamlit keeps a session for two minutes after its visitor has left, and forgets it when another
# one comes. So the level of memory is taken after that. It is the server's: a worker holds the last
# data sets it had to do with, or nothing, when it is new.
PARTS, REST = 2, 125.0  # seconds
# What the server keeps for all is bounded, 512 MB of data sets and more. At the beginning and
# whenever a level is taken it must be full of the same data sets: else the level tells only which
# ones the last visitors happened to open. Each of these has 120 MB of rows.
LARGE = [f"data=covertype&seed={seed}" for seed in range(1, 8)]
MOST_GROWTH = 100  # MB
# Values that no browser would send.
ODD = (-1e300, 1e300, -1.0, 0.5, 2.0**63, float("inf"))
WORDS = ("", "x" * 10_000, "<b>", "=cmd()", "\x00", "None", "csv", "../..")


def table(chance: random.Random) -> bytes:
    """Return a file: a table, a broken one, or no table at all."""
    if chance.random() < 0.3:
        return chance.choice([b"", b"\x00\xff", b"a,b\n1\n", b"a,y\n1,\xe9\n", b"PK\x03\x04zip"])
    names = chance.sample(["a", "=cmd()", "<b>b</b>", "![x](y)", "c c", "d"], k=4)
    rows = [[str(chance.randint(0, 9)) for _ in range(5)] for _ in range(chance.randint(20, 300))]
    return "\n".join(",".join(row) for row in [[*names, "y"], *rows]).encode()


async def act(visitor: Visitor, chance: random.Random, did: Counter[str]) -> None:
    """Do one thing."""
    action = chance.choice(ACTIONS)
    if action == "page":
        await visitor.turn_to(chance.choice(STAYS))
    elif action == "upload":
        await visitor.turn_to("your_data")
        await visitor.upload("table_upload_", "mine.csv", table(chance))
    elif action in ("run", "stop"):
        if not visitor.shows(action):
            return
        await visitor.press(action)
        await asyncio.sleep(chance.uniform(0, 3))
    else:
        elements = [element for _, _, element in visitor.elements.values()]
        states = [state for one in elements if (state := touched(one, chance, FORGED))]
        await visitor.set(chance.choice(states))
    did[action] += 1


def touched(element: Element, chance: random.Random, forged: float = 0.0) -> WidgetState | None:
    """Return a widget's new state, None if it is no widget that takes one.

    Parameters
    ----------
    element : what is on the screen.
    chance : makes the choices.
    forged : how often a value is one that a browser's widget does not let pass.
    """
    kind = element.WhichOneof("type")
    wild = chance.random() < forged
    match kind:
        case "number_input":
            one = element.number_input
            low = one.min if one.has_min else -100.0
            high = one.max if one.has_max else 100.0
            whole = one.step == int(one.step) and low == int(low)
            value = chance.uniform(low, min(high, low + 2_000))
            value = chance.choice(ODD) if wild else float(int(value)) if whole else value
            return WidgetState(id=one.id, double_value=value)
        case "slider":
            return _slid(element.slider, chance, wild)
        case "selectbox":
            word = chance.choice(WORDS if wild else [*element.selectbox.options] or WORDS)
            return WidgetState(id=element.selectbox.id, string_value=word)
        case "checkbox":
            return WidgetState(id=element.checkbox.id, bool_value=chance.random() < 0.5)
        case "button_group":
            labels = [option.content for option in element.button_group.options]
            state = WidgetState(id=element.button_group.id)
            state.string_array_value.data[:] = [chance.choice(WORDS if wild else labels)]
            return state
        case "multiselect":
            state = WidgetState(id=element.multiselect.id)
            words = chance.sample([*element.multiselect.options], k=1)
            state.string_array_value.data[:] = chance.sample(WORDS, 2) if wild else words
            return state
        case "button" if not element.button.disabled:
            return WidgetState(id=element.button.id, trigger_value=True)
    return None


def _slid(slider: Slider, chance: random.Random, wild: bool) -> WidgetState:
    state = WidgetState(id=slider.id)
    if slider.type == Slider.SELECT_SLIDER:
        state.string_array_value.data[:] = [chance.choice(WORDS if wild else slider.options)]
    else:
        value = chance.uniform(slider.min, slider.max)
        state.double_array_value.data[:] = [chance.choice(ODD) if wild else value]
    return state


async def visits(url: str, until: float, seed: int, did: Counter[str], report: Report) -> None:
    """Let one visitor come after the other."""
    chance = random.Random(seed)
    while time.monotonic() < until:
        page, link = chance.choice(STAYS), chance.choice(LINKS)
        async with Visitor(url, link, page) as visitor:
            try:
                await visitor.open()
                for _ in range(chance.randint(1, MOST_ACTIONS)):
                    if time.monotonic() > until or visitor.errors:
                        break
                    await act(visitor, chance, did)
                    await asyncio.sleep(chance.uniform(0, 0.5))
            except (LookupError, OSError, TimeoutError) as error:
                visitor.errors.append(f"{type(error).__name__}: {error}")
            report.errors += [f"{error} (page {visitor.page!r})" for error in visitor.errors]
        did["visits"] += 1


async def soak(server: Server, minutes: float, visitors: int, seed: int, report: Report) -> None:
    """Let them in twice and look at the server, at last when they have left."""
    did: Counter[str] = Counter()
    levels = []
    await _fill(server)
    workers = [_look(did)]
    for part in range(PARTS):
        until = time.monotonic() + 60 * minutes / PARTS
        tasks = [
            asyncio.create_task(visits(server.url, until, seed + PARTS * n + part, did, report))
            for n in range(visitors)
        ]
        while time.monotonic() < until:
            await asyncio.sleep(min(15.0, 60 * minutes / 8))
            workers.append(_look(did))
        await asyncio.gather(*tasks)
        await asyncio.sleep(REST)
        await _fill(server)
        await asyncio.sleep(1)
        workers.append(_look(did))
        levels.append(server_process().memory_info().rss / MB)
    half, whole = levels
    report.say("the server when all had left, after half of the time", half, "MB")
    report.say("the server when all had left, at the end", whole, "MB")
    report.say("    more than before", whole - half, "MB", MOST_GROWTH)
    report.say("the largest worker", max(workers), "MB")
    report.say("visits", did["visits"], "")
    report.say("actions", sum(did.values()) - did["visits"], "")


async def _fill(server: Server) -> None:
    """Open the large data sets, so that the server keeps these and no others."""
    for link in LARGE:
        async with Visitor(server.url, link) as visitor:
            await visitor.open()


def _look(did: Counter[str]) -> float:
    """Print how the server is; return the MB of its largest worker."""
    server = server_process()
    workers = [one.memory_info().rss / MB for one in server.children()]
    print(
        f"server {server.memory_info().rss / MB:5.0f} MB  {server.num_threads():3} threads  "
        f"{server.num_fds():3} files  workers {[round(one) for one in workers]}  {dict(did)}",
        flush=True,
    )
    return max(workers, default=0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak; the exit code says whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--visitors", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    report = Report()
    try:
        with running_app() as server:
            asyncio.run(soak(server, given.minutes, given.visitors, given.seed, report))
            if report.errors:
                print(server.log.read_text(encoding="utf-8")[-20_000:])
    except RuntimeError as error:  # the log holds a traceback
        report.errors.append(str(error))
    return report.say_errors()


if __name__ == "__main__":
    sys.exit(main())
