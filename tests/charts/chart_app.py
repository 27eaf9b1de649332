"""A page for the browser test: a chart that grows with every tick, and buttons beside it."""

from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from aelr_core.plots import theme
from pages.ui.charts import chart

chart.STATIC = Path(__file__).parent / "static"

st.session_state.setdefault("ticks", 2)
palette = theme.PALETTE["dark" if st.context.theme.type == "dark" else "light"]


def tick() -> None:
    st.session_state.ticks += 1


def again() -> None:
    st.session_state.again = st.session_state.get("again", 0) + 1


def curve(name: str, colour: str, factor: float) -> go.Scatter:
    x = np.arange(1, st.session_state.ticks + 1)
    return go.Scatter(x=x, y=factor / x, name=name, line={"color": colour})


@st.fragment
def view() -> None:
    st.button("Tick", on_click=tick)
    st.button("Replay", on_click=again)
    curves = [curve("one", palette[0], 1), curve("two", palette[1], 2)]
    if st.session_state.ticks >= 4:  # a curve that appears later, in front of the others
        curves.insert(0, curve("late", palette[2], 3))
    figure = go.Figure(curves, {"template": "none", "xaxis": {"title": {"text": "examples"}}})
    chart.chart(
        figure.to_json(),
        key="curves",
        alt=f"{st.session_state.ticks} points",
        height=300,
        replay=st.session_state.get("again"),
    )


if not st.checkbox("Hide the chart"):
    view()
st.checkbox("Something else")
