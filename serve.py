"""AELR Lab's server: app.py, ready for its first visitor, and a sentence at other addresses."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui import warm_up
from pages.ui.addresses import SeveralLevels
from pages.ui.at_once import send_at_once
from pages.ui.early_scripts import EarlyScripts


@asynccontextmanager
async def started(app: st.App) -> AsyncIterator[None]:
    """Prepare the server, which answers as soon as this yields."""
    send_at_once()
    warm_up.start_page()
    yield


app = st.App(
    Path(__file__).resolve().with_name("app.py"),
    lifespan=started,
    middleware=[Middleware(SeveralLevels), Middleware(EarlyScripts)],
)
