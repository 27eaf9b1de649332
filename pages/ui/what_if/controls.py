"""The page's own settings: A and B, the curves, and what the draws are shown for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import streamlit as st

from aelr_core.analysis import what_if
from aelr_core.analysis.phase_one import PhaseOne
from aelr_core.datasets.entry import Kind
from aelr_core.datasets.registry import DATASETS, bundled
from aelr_core.letters import DECAY, DIMENSION
from pages.ui.prose import in_markdown, sections
from pages.ui.settings import PageSettings, Setting, Settings

SIDES = ("a", "b")
SIDEBAR, UPLOAD = "sidebar", "upload"
# Moments by a rule or by hand, in words for the screen.
PROFILES = {
    "power": "Power law",
    "exponential": "Exponential",
    "blocks": "Block-sparse",
    "pasted": "Pasted numbers",
}
EXAMPLE_TEXT = "9, 4, 4, 1, 1, 1, 0.25, 0.25"
# Which numbers a rule takes.
TAKES = {
    "power": ("alpha", "dim"),
    "exponential": ("ratio", "dim"),
    "blocks": ("strong", "dim", "weak"),
}


@dataclass(frozen=True)
class Side:
    """One of the two, besides the sidebar's family and budget: plain values, a key of caches."""

    source: str = "power"
    alpha: float = -2.0
    ratio: float = 0.98
    strong: int = 50
    weak: float = 0.0
    dim: int = Settings().dim
    text: str = EXAMPLE_TEXT


DEFAULTS = {"a": Side(source=SIDEBAR), "b": Side(alpha=-1.0)}


def sources() -> dict[str, str]:
    """Return every source of moments by its key, with its words."""
    known = {name: DATASETS[name].label for name in bundled()}
    return {SIDEBAR: "The sidebar's data", **PROFILES, **known, UPLOAD: "Your uploaded table"}


def _rows(side: str) -> list[Setting]:
    """Return the rows of one side; names have the side's letter in front."""
    named, helps = sources(), sections("what_if/helps")

    def row(name: str, label: str, kind: Kind, **more: Any) -> Setting:
        usual = getattr(DEFAULTS[side], name)
        label = label if name == "source" else f"{side.upper()}: {label}"
        return Setting(f"{side}_{name}", label, kind, usual, help=helps.get(name, ""), **more)

    def slider(name: str, label: str, **more: Any) -> Setting:
        return row(name, label, "number", widget="slider", **more)

    return [
        row(
            "source",
            f"Data {side.upper()}",
            "choice",
            choices=tuple(named),
            widget="menu",
            words=named,
        ),
        slider("alpha", "decay, α", **DECAY.keywords, step=0.05),
        slider("ratio", "ratio of neighbours, r", at_least=0.5, at_most=1, step=0.005),
        row("strong", "strong attributes", "integer", at_least=1, at_most=what_if.MOST),
        slider("weak", "moment of the others", at_least=0, at_most=1, step=0.01),
        row("dim", "attributes, d", "integer", **DIMENSION.keywords),
        row("text", "second moments", "text", most=what_if.MOST_CHARACTERS, height=100),
    ]


_IMAGES = {name: entry.short for name, entry in DATASETS.items() if entry.image_shape}
OWN = PageSettings(
    *(row for side in SIDES for row in _rows(side)),
    Setting(
        "image",
        "Shown for",
        "choice",
        next(iter(_IMAGES)),
        choices=(*_IMAGES, SIDEBAR),
        words={**_IMAGES, SIDEBAR: sources()[SIDEBAR]},
    ),
    # 0 means the sidebar's m₁; `choose_m1` draws it.
    Setting(
        "phase_one",
        "Examples to learn the sizes from, m₁",
        "integer",
        0,
        at_least=0,
        at_most=20_000,
        widget="slider",
    ),
)
_M1_SLIDER = "_phase_one_slider"


def takes(side: str) -> tuple[str, ...]:
    """Return which numbers a side is asked for."""
    return TAKES.get(OWN.value(f"{side}_source"), ())


def choose_side(side: str, *, has_upload: bool) -> Side:
    """Draw one side's widgets and return their values; after a bad list, the last good one."""
    key = f"{side}_source"
    if OWN.value(key) == UPLOAD and not has_upload:
        usual = DEFAULTS[side].source
        OWN.replace(
            key,
            usual,
            f"your table has to be loaded first, on the page Your data, so “{sources()[usual]}” "
            "is used",
        )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        OWN.draw(key, without=() if has_upload else (UPLOAD,), on_change=partial(_follow, key))
        for name in takes(side):
            OWN.draw(f"{side}_{name}")
    if OWN.value(key) == "pasted":
        _text_area(side)
    chosen = {field.name: OWN.value(f"{side}_{field.name}") for field in fields(Side)}
    return Side(**chosen | {"text": _last_good(side)})


def _follow(key: str) -> None:
    """Show the draws for the images that A or B has been set to. A callback."""
    if (source := st.session_state.get(key)) in _IMAGES:
        st.session_state["image"] = source


def _text_area(side: str) -> None:
    """Draw the field for a list; a bad list stays in it, with one sentence."""
    text = OWN.draw(f"{side}_text")
    try:
        what_if.pasted(text)
    except ValueError as refusal:
        st.error(f"{in_markdown(str(refusal))} The last valid list is used instead.")
    else:
        st.session_state[f"_good_{side}_text"] = text


def _last_good(side: str) -> str:
    return str(st.session_state.get(f"_good_{side}_text", EXAMPLE_TEXT))


def choose_m1(known: PhaseOne) -> int:
    """Draw the slider of m₁ and return the index of the estimate that it chooses.

    It follows the sidebar's m₁ until it is moved, and again once it is moved back there.
    """
    choices = [int(m1) for m1 in known.estimates.m1]
    nearest = choices[known.at(OWN.value("phase_one") or known.m1)]
    if st.session_state.get(_M1_SLIDER) != nearest:
        st.session_state[_M1_SLIDER] = nearest
    st.select_slider(
        OWN.settings["phase_one"].label,
        choices,
        key=_M1_SLIDER,
        format_func="{:,}".format,
        on_change=_keep_m1,
        args=(known.m1,),
        help="Before it learns, the two-phased algorithm estimates the sizes from so many "
        "examples, with uniform draws. The slider starts at the sidebar's m₁.",
    )
    return known.at(nearest)


def _keep_m1(usual: int) -> None:
    chosen = st.session_state.get(_M1_SLIDER, usual)
    st.session_state["phase_one"] = 0 if chosen == usual else chosen
