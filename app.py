"""AELR Lab: the server, and what it draws: the frame, the sidebar, and the chosen page.

Streamlit runs this file as a script for every visitor. Before that, ``streamlit run`` imports it:
it looks for an ``app``, which is the server around the script.
"""

from pathlib import Path

import streamlit as st

from aelr_core.datasets import DatasetError
from pages.ui import appearance, server, shell, uploads, visitor_run
from pages.ui.lessons import predict
from pages.ui.prose import in_markdown
from pages.ui.settings import sidebar
from pages.ui.settings.table import hides_everything
from pages.ui.streamlit_internals import replace_forged_values

ASSETS = Path(__file__).resolve().parent / "assets"  # wherever it was started from


def draw() -> None:
    """Draw everything, for one visitor."""
    replace_forged_values()
    page = shell.navigation()
    stored = hides_everything(shell.file_of(page))
    st.set_page_config(
        page_title=f"{page.title} · AELR Lab",
        page_icon=ASSETS / "icon.png",
        layout="wide",
        initial_sidebar_state="collapsed" if stored or appearance.projected() else "auto",
        menu_items={"About": "AELR Lab: see and run attribute efficient linear regression."},
    )
    st.logo(ASSETS / "logo.svg", size="large", icon_image=ASSETS / "icon.png")
    shell.enter()
    uploads.bound()
    if shell.is_start(page):
        predict.open_link()
    go = visitor_run.run_or_stop if shell.is_start(page) else None
    settings = sidebar.draw(go, above=() if stored else appearance.above())
    visitor_run.run_if_asked(settings)  # on any page: the visitor may have left after Run
    appearance.dress(shell.file_of(page))
    appearance.follow_the_browser()  # first, so a large window is known while the page is drawn
    try:
        page.run()
    except DatasetError as error:  # the visitor's table does not fit into memory any more
        st.error(in_markdown(str(error)))
    shell.show_ways()


if __name__ == "__main__":
    draw()
else:
    app = st.App(Path(__file__).resolve(), lifespan=server.started, middleware=server.middleware())
