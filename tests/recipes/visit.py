"""Open the app with a link, turn to pages, and print what each shows, as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.app.conftest import APP
from tests.app.reading import as_read
from tests.app.screen import finished


def visit(pages: list[str], run: bool, query: dict[str, str]) -> dict[str, str]:
    """Return the words and the figures of each page, and of the sidebar beside it."""
    app = AppTest.from_file(str(APP), default_timeout=120)
    for name, text in query.items():
        app.query_params[name] = text
    app.run()
    if run:
        finished(app)
    shown = {}
    for page in pages:
        app.switch_page(page).run()
        assert not app.exception, (page, app.exception)
        shown[page] = "\n".join(_parts(app))
    return shown


def _parts(app: AppTest) -> list[str]:
    words = [*app.sidebar.caption, *app.main.markdown, *app.main.caption, *app.warning]
    widgets: list[Any] = [*app.sidebar.number_input, *app.sidebar.toggle, *app.sidebar.slider]
    figures = [chart.proto.json for chart in app.get("bidi_component")]
    return [
        *(as_read(str(part.value)) for part in words),
        *(f"{widget.label}: {widget.value}" for widget in widgets),
        *(figure.encode().decode("unicode_escape") for figure in figures),
    ]


if __name__ == "__main__":
    print(json.dumps(visit(**json.loads(sys.argv[1]))))  # noqa: T201
