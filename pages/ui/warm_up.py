"""What the server does before it answers, so that no visitor waits for it: imports, mainly.

Besides the wait there is a danger in leaving it to visitors. Each has a thread, and two that import
NumPy in the same moment may find half a module: where threads wait for each other's imports in a
circle, Python lets one of them go on.
"""

from __future__ import annotations

import inspect


def start_page() -> None:
    """Import what the start page needs and app.py has not imported, and read the run it shows."""
    from pages.ui import about_data, show  # noqa: F401
    from pages.ui.example_run import example_run
    from pages.ui.explorer import follow, learnt, panels, results, top_row  # noqa: F401
    from pages.ui.runs import sessions  # noqa: F401

    example_run()
    # With its first element Streamlit asks who has called it, and Python then looks for the file of
    # every module there is; it remembers them.
    inspect.stack()
