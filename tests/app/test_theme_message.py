"""The theme that is kept is the one that Streamlit would put together."""

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig, NewSession
from streamlit.runtime import app_session

from pages.ui import theme_message

SECTIONS = ["theme", *(f"theme.{one.value}" for one in config.CustomThemeCategories)]


def test_it_is_streamlits_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "_populate_theme_msg", theme_message._put_together)
    theme_message.keep()
    for section in SECTIONS:
        for _ in range(2):
            kept, own = CustomThemeConfig(), CustomThemeConfig()
            app_session._populate_theme_msg(kept, section)
            theme_message._put_together(own, section)
            assert kept == own
    assert kept.ListFields()  # the last one is set in our settings


def test_a_section_without_settings_stays_unset() -> None:
    session = NewSession()
    theme_message._copy(session.custom_theme.sidebar, "theme.no such section")
    assert not session.HasField("custom_theme")
