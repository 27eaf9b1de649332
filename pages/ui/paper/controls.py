"""The buttons of a panel: the settings with which the explorer runs it live."""

from __future__ import annotations

from dataclasses import replace

from aelr_core.paper import PANELS
from pages.ui import visitor_run
from pages.ui.lessons import predict
from pages.ui.settings import Settings, sidebar
from pages.ui.settings.presets import PRESETS

OPEN = "Open in the explorer"


def settings_of(key: str) -> Settings:
    """Return the explorer's settings that run a panel live, on the same data."""
    spec = PANELS[key].spec
    preset = next(s for name, s in PRESETS.items() if name.endswith(f"(Fig. {key})"))
    return replace(preset, examples=spec.examples, seed=spec.seed)


def buttons(key: str) -> dict[str, Settings]:
    """Return the settings of each button of a panel, by its label.

    A run has either plain or AdaGrad steps, so a panel with both has two buttons.
    """
    settings = settings_of(key)
    if not settings.adagrad:
        return {OPEN: settings}
    plain = replace(settings, adagrad=False)
    return {f"{OPEN}, AdaGrad": settings, f"{OPEN}, plain steps": plain}


def start(settings: Settings) -> None:
    """Set every control and start the run. A callback; the page then goes to the explorer."""
    predict.reveal()
    settings = sidebar.as_before(settings)
    sidebar.choose(settings)
    visitor_run.submit(settings)
