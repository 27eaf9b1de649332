"""AELR Lab's server: app.py, and a sentence at addresses that no page has."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.addresses import SeveralLevels

app = st.App(Path(__file__).resolve().with_name("app.py"), middleware=[Middleware(SeveralLevels)])
