"""A panel in the explorer: what is run there, and how that differs from the stored one."""

from __future__ import annotations

from dataclasses import replace

from aelr_core.paper import PANELS
from pages.ui.explore import shown
from pages.ui.lessons import predict
from pages.ui.settings import Settings, sidebar
from pages.ui.settings.presets import PRESETS

OPEN = "Open in the explorer"


def settings_of(key: str) -> Settings:
    """Return the settings of the explorer that run a panel live, on the same data."""
    spec = PANELS[key].spec
    preset = next(s for name, s in PRESETS.items() if name.startswith(f"Fig. {key}:"))
    return replace(preset, examples=spec.examples, seed=spec.seed)


def parts(key: str) -> dict[str, Settings]:
    """Return what the explorer can show of a panel, by the words of the button.

    A run has either plain or adaptive steps, so a panel with both comes in two.
    """
    settings = settings_of(key)
    if not settings.adaptive:
        return {OPEN: settings}
    plain = replace(settings, adaptive=False)
    return {f"{OPEN}, AdaGrad": settings, f"{OPEN}, plain steps": plain}


def said(key: str) -> str:
    """Return what a button of a panel runs, beside what the panel shows.

    >>> said("1a")
    'Runs the same data, k + 1 and m, but 20 runs, not 100, each giving all the points of its curve
    as it learns, where the panel has a run of its own for every prefix, and steps by a quick
    search.'
    """
    settings = settings_of(key)
    return (
        f"Runs the same data, k + 1 and m, but {settings.runs} runs, not {PANELS[key].spec.runs}, "
        "each giving all the points of its curve as it learns, where the panel has a run of its "
        "own for every prefix, and steps by a quick search."
    )


def start(settings: Settings) -> None:
    """Set every control and start the run. A callback; the page then goes to the explorer."""
    predict.reveal()
    sidebar.choose(replace(settings, projector=sidebar.current().projector))
    shown.submit(settings)
