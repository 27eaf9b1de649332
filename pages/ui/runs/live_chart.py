"""A Plotly chart that is updated in place, for curves that grow while one looks.

`st.plotly_chart` builds its chart anew whenever the data change: it blinks, and zoom and legend
choices are lost. This component keeps one chart and hands it new data (``live_chart.js``). It
needs ``server.enableStaticServing``: Plotly's script is copied from ``assets/plotly/`` into
``static/`` beside app.py.
"""

from __future__ import annotations

import json
import os
import shutil
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import streamlit as st

from pages.ui.show import CONFIG

# Nothing leaves this server: Plotly's own "Share chart..." would send the data to a company.
HERE: dict[str, object] = {**CONFIG, "showSendToCloud": False, "plotlyServerURL": ""}
# As text: to see whether a mapping is a table Streamlit would load pandas, a second of waiting.
_CONFIG = json.dumps(HERE)
_ROOT = Path(__file__).resolve().parents[3]
STATIC = _ROOT / "static"
# Plotly's own build of flat charts: a browser reads it in half the time of the one with maps and
# 3-D inside the Python package, and a visitor's first chart waits for that. Its name has its
# version, so that no browser keeps an old one.
(PLOTLY,) = (_ROOT / "assets" / "plotly").glob("plotly-*.min.js")

_component = st.components.v2.component(
    "aelr_live_chart",
    html='<div class="aelr-live-place" style="width: 100%"></div>\n',
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,  # Plotly puts its own style sheet into the page
)


def live_chart(figure: str, *, key: str, alt: str, height: int) -> None:
    """Show a figure, in the place and the chart of the one that was shown under this key before.

    Font, background and grid are the theme's where the figure does not say otherwise; traces have
    their own colours. Zoom and legend choices stay, the latter by a trace's ``uid`` or its name.
    Never show an empty figure between two runs: they would be lost.

    Parameters
    ----------
    figure : the figure as JSON, `plotly.graph_objects.Figure.to_json`. Make it once for all that
        watch a job: cache it by the job's number and version, and the theme.
    key : names the chart; there is one chart of a key in a browser tab, on all pages together.
    alt : its takeaway in words, for those who cannot see it.
    height : pixels.
    """
    data = {
        "key": key,
        "figure": figure,
        "alt": alt,
        "height": height,
        "config": _CONFIG,
        "file": serve_plotly(STATIC),
    }
    _component(key=key, data=data, height=height)


def preload() -> None:
    """Let the browser fetch Plotly's script while the server still computes the first figure."""
    _component(key="plotly", data={"file": serve_plotly(STATIC)}, height=1)


@lru_cache(maxsize=4)
def serve_plotly(folder: Path) -> str:
    """Put Plotly's script into a folder that is served, unless it is there; return its name.

    Other versions of it are removed.
    """
    target = folder / PLOTLY.name
    if not target.exists() or target.stat().st_size != PLOTLY.stat().st_size:
        folder.mkdir(exist_ok=True)
        # first under another name: a browser may ask for it meanwhile
        with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
            part.write(PLOTLY.read_bytes())
        os.chmod(part.name, 0o644)
        shutil.move(part.name, target)
    for other in folder.glob("plotly-*.min.js"):
        if other != target:
            other.unlink(missing_ok=True)
    return target.name
