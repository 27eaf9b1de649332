"""A Plotly chart that is updated in place.

`st.plotly_chart` builds a new chart whenever the data change: it blinks, zoom and legend choices
are lost, and the script that it loads takes a browser a second longer than ours. This component
keeps one chart and gives it new data (``chart.js``). It needs ``server.enableStaticServing``:
Plotly's script is copied from ``assets/plotly/`` into ``static/`` next to app.py. Where that is
impossible, the chart is Streamlit's own.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import streamlit as st
from plotly.io import from_json

# No logo and no tools but reset and download: more buttons would lie on the title of the x-axis.
# The pointer zooms by itself, and moves the picture with Shift. Nothing leaves this server:
# Plotly's own "Share chart..." would send the data to a company.
CONFIG: dict[str, object] = {
    "displaylogo": False,
    "modeBarButtonsToRemove": [
        *("select2d", "lasso2d", "autoScale2d", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d")
    ],
    "showSendToCloud": False,
    "plotlyServerURL": "",
}
_ROOT = Path(__file__).resolve().parents[3]
STATIC = _ROOT / "static"
# Plotly's own build for flat charts: a browser parses it in half the time of the full build in the
# Python package, and a visitor's first chart waits for that. The version in its name keeps
# browsers from using an old copy.
(PLOTLY,) = (_ROOT / "assets" / "plotly").glob("plotly-*.min.js")

_component = st.components.v2.component(
    "aelr_chart",
    html='<div class="aelr-chart-place" style="width: 100%"></div>\n',
    js="\n".join(
        Path(__file__).with_name(file).read_text(encoding="utf-8")
        for file in ("curve_names.js", "replay.js", "chart.js")
    ),
    isolate_styles=False,  # Plotly puts its own style sheet into the page
)


def chart(
    figure: str,
    *,
    key: str,
    alt: str,
    height: int,
    replay: float | None = None,
    on_click: Callable[[], None] | None = None,
    leads: str = "",
) -> None:
    """Show a figure, in the chart that this key had before.

    Font, background and grid are the theme's unless the figure sets its own; traces have their own
    colours. Zoom and legend choices stay; the latter follow a trace's ``uid`` or its name. Never
    show an empty figure between two runs: these choices would be lost.

    Parameters
    ----------
    figure : the figure as JSON, `aelr_core.plots.frame.Figure.to_json`. What many watch, a
        run for instance, is made once: cache it by the job's number and version, and the theme.
    key : identifies the chart; a browser tab has one chart per key, across all pages.
    alt : its takeaway in words, for those who cannot see it.
    height : pixels.
    replay : if it is not what this chart has replayed last, its curves grow once more.
    on_click : is called when a mark is clicked, which `clicked` then returns. Such a chart has no
        buttons of its own.
    leads : the key of what a click scrolls to.
    """
    file = served()
    config = CONFIG if on_click is None else CONFIG | {"displayModeBar": False}
    if file is None:  # better a chart that blinks than none
        taken: dict[str, Any] = {} if on_click is None else {"on_select": on_click}
        drawn = from_json(figure)
        st.plotly_chart(drawn, key=key, alt=alt, height=height, config=config, **taken)
        return
    data = {
        "key": key,
        "figure": figure,
        "alt": alt,
        "height": height,
        # As text: to see if a mapping is a table Streamlit would load pandas, which takes a second.
        "config": json.dumps(config),
        "file": file,
        "replay": replay,
        "clicks": on_click is not None,
        "leads": leads,
    }
    _component(key=key, data=data, height=height, on_clicked_change=on_click or _nothing)


def clicked(key: str) -> object:
    """Return the custom data of the mark that was clicked in a chart; None if there is none.

    Anyone can send anything.
    """
    event: Any = st.session_state.get(key)
    if served() is not None:
        return getattr(event, "clicked", None)
    with contextlib.suppress(KeyError, IndexError, TypeError):
        return event["selection"]["points"][0]["customdata"]
    return None


def _nothing() -> None:
    """Ignore what a chart without clicks was made to send."""


def served() -> str | None:
    """Return the name of Plotly's script on this server; None where it cannot be served.

    The folder may be read-only, or the app started from another one, whose settings count.
    """
    if not st.get_option("server.enableStaticServing"):
        return None
    try:
        return serve_plotly(STATIC)
    except OSError:
        return None


@lru_cache(maxsize=4)
def serve_plotly(folder: Path) -> str:
    """Copy Plotly's script into a folder that is served, unless it is there; return its name.

    Other versions of it are removed.
    """
    target = folder / PLOTLY.name
    if not target.exists() or target.stat().st_size != PLOTLY.stat().st_size:
        folder.mkdir(exist_ok=True)
        # first under another name: a browser may request it meanwhile
        with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
            part.write(PLOTLY.read_bytes())
        os.chmod(part.name, 0o644)
        os.replace(part.name, target)
    for other in folder.glob("plotly-*.min.js"):
        if other != target:
            other.unlink(missing_ok=True)
    return target.name
