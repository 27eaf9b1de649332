"""The sidebar without the rest of the app, as tests open, read and use it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from pages.ui.settings import Settings


def script() -> None:
    import streamlit as st

    from pages.ui import uploads
    from pages.ui.settings import sidebar

    if "upload" in st.session_state:
        uploads.put(st.session_state["upload"].encode(), "mine.csv", target="y")
    if "choose" in st.session_state:
        sidebar.choose(st.session_state.pop("choose"))
    sidebar.draw()
    assert sidebar.current().spec()


def opened(**query: str | list[str]) -> AppTest:
    app = AppTest.from_function(script, default_timeout=30)
    for name, text in query.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return app


def settings(app: AppTest) -> Settings:
    assert not app.exception
    found = app.session_state["_settings"]
    assert isinstance(found, Settings)
    return found


def group(app: AppTest, key: str) -> object:
    """Return a segmented control or pills."""
    (found,) = [one for one in app.get("button_group") if one.key == key]
    return found


def chosen(app: AppTest, settings: Settings) -> AppTest:
    app.session_state["choose"] = settings
    return app.run()
