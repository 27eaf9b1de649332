"""The theme as Streamlit tells it to browsers: put together once, not for every look of a visitor.

Each run of a page, and of a part of it, begins with a message that has the whole theme, read option
by option from the settings: a quarter of the time of a look at a run that waits. The settings do
not change while the server runs.
"""

from __future__ import annotations

from functools import cache

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

_put_together = app_session._populate_theme_msg


def keep() -> None:
    """Make Streamlit keep the theme, once per server."""
    app_session._populate_theme_msg = _copy


def _copy(msg: CustomThemeConfig, section: str = "theme") -> None:
    found = _kept(section)
    if found.ByteSize():  # what is merged, even nothing, counts as set
        msg.MergeFrom(found)


@cache
def _kept(section: str) -> CustomThemeConfig:
    made = CustomThemeConfig()
    _put_together(made, section)
    return made
