"""AELR Lab: the frame, the sidebar, and the chosen page; nothing else."""

from pathlib import Path

import streamlit as st

from pages.ui import (
    appearance,
    forged_values,
    shell,
    theme_message,
    upload_room,
    visitor_run,
    ways,
)
from pages.ui.charts.chart import preload
from pages.ui.lessons import classroom
from pages.ui.settings import ignored, sidebar

ASSETS = Path(__file__).resolve().parent / "assets"  # wherever it was started from

forged_values.guard()
theme_message.keep()
page = shell.navigation()
st.set_page_config(
    page_title=f"{page.title} · AELR Lab",
    page_icon=ASSETS / "icon.png",
    layout="wide",
    initial_sidebar_state=appearance.sidebar_state(folded=ignored.everything(shell.file_of(page))),
    menu_items={"About": "AELR Lab: see and run attribute efficient linear regression."},
)
st.logo(ASSETS / "logo.svg", size="large", icon_image=ASSETS / "icon.png")
shell.enter()
upload_room.bound()
if shell.is_start(page):
    classroom.open_link()
preload()  # the browser loads Plotly's script while the server prepares the rest
visitor_run.run_if_asked(sidebar.draw())  # on any page: the visitor may have left after Run
appearance.dress(shell.file_of(page))
appearance.follow_the_browser()  # first, so that a large window is known while the page is drawn
page.run()
ways.show()
