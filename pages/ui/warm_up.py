"""What a server does while nobody waits: things that are slow the first time.

Importing what the start page needs takes most of a second, which the first visitor would wait for.
A thread does it as soon as the server answers, while that visitor's browser is still loading
scripts. Whatever the visitor asks for first is waited for, never done twice: imports and caches
have locks of their own.
"""

from __future__ import annotations

import inspect
import threading
import time

# Seconds after the start: by then the first visitor, who may have come at once, sees the page.
LATER = 10.0


def begin() -> None:
    """Start the thread; the server's end does not wait for it."""
    threading.Thread(target=_warm_up, name="warm-up", daemon=True).start()


def _warm_up() -> None:
    start_page()
    time.sleep(LATER)
    other_pages()


def start_page() -> None:
    """Import what app.py and the start page need, and read the run that they show."""
    from pages.ui import (  # noqa: F401
        about_data,
        appearance,
        shell,
        theme_message,
        upload_room,
        visitor_run,
        ways,
    )
    from pages.ui.example_run import example_run
    from pages.ui.explorer import follow, learnt, panels, results, top_row  # noqa: F401
    from pages.ui.lessons import classroom  # noqa: F401
    from pages.ui.runs import sessions  # noqa: F401

    example_run()
    # With its first element Streamlit asks who has called it, and Python then looks for the file of
    # every module there is; it remembers them.
    inspect.stack()


def other_pages() -> None:
    """Compute what the pages Ratios and Paper show to everyone: half a second each."""
    from aelr_core.letters import FAMILIES
    from pages.ui.paper import numbers as paper
    from pages.ui.ratios import numbers as ratios

    for family in FAMILIES:
        ratios.landscape_of(family)
        ratios.bundled_places(family)
    paper.stored()
