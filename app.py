"""AELR Lab: the server, and what it draws: the frame, the sidebar, and the chosen page.

Streamlit runs this file as a script for every visitor. Before that, ``streamlit run`` imports it:
it looks for an ``app``, which is the server around the script.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui import (
    appearance,
    forged_values,
    last_elements,
    shell,
    theme_message,
    upload_room,
    visitor_run,
    warm_up,
    ways,
)
from pages.ui.addresses import SeveralLevels
from pages.ui.at_once import send_at_once
from pages.ui.charts.chart import served
from pages.ui.early_scripts import EarlyScripts
from pages.ui.lessons import classroom
from pages.ui.settings import ignored, sidebar

ASSETS = Path(__file__).resolve().parent / "assets"  # wherever it was started from


def draw() -> None:
    """Draw everything, for one visitor."""
    forged_values.guard()
    theme_message.keep()
    page = shell.navigation()
    st.set_page_config(
        page_title=f"{page.title} · AELR Lab",
        page_icon=ASSETS / "icon.png",
        layout="wide",
        initial_sidebar_state=appearance.sidebar_state(
            folded=ignored.everything(shell.file_of(page))
        ),
        menu_items={"About": "AELR Lab: see and run attribute efficient linear regression."},
    )
    st.logo(ASSETS / "logo.svg", size="large", icon_image=ASSETS / "icon.png")
    shell.enter()
    upload_room.bound()
    if shell.is_start(page):
        classroom.open_link()
    visitor_run.run_if_asked(sidebar.draw())  # on any page: the visitor may have left after Run
    appearance.dress(shell.file_of(page))
    appearance.follow_the_browser()  # first, so a large window is known while the page is drawn
    page.run()
    ways.show()


@asynccontextmanager
async def started(app: st.App) -> AsyncIterator[None]:
    """Prepare the server, which answers as soon as this yields."""
    last_elements.wait_for()
    send_at_once()
    warm_up.many_connections()
    warm_up.start_page()
    yield


if __name__ == "__main__":
    draw()
else:
    app = st.App(
        Path(__file__).resolve(),
        lifespan=started,
        middleware=[Middleware(SeveralLevels), Middleware(EarlyScripts)],
    )
    served()  # Streamlit looks for the folder of the charts' script before it calls `started`
