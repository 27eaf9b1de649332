"""The widgets of the page `bounds`: its settings, and the run that is measured."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from aelr_core.algorithms import ALGORITHMS, by_word, of_family
from aelr_core.analysis.bounds import AXES
from aelr_core.analysis.plan import LARGEST, MOST_CHARACTERS, entries
from aelr_core.letters import FAMILIES
from pages.ui import visitor_run
from pages.ui.settings import PageSettings, Setting, Settings, sidebar
from pages.ui.settings.widgets import refuse

ONE_PRICE, COLUMN = "one price", "a column of prices"
# Of the planner, which says what it refuses.
PLAN = ("target", "example_price", "prices", "attribute_price", "price_column")
# An axis has more room than a button.
SHORT = {"m1": "Phase one, m₁", "step": "Step size"}
# The algorithms with a bound, by the words that are the same in both families.
PROVED = {
    one.word: one.does + (" (ours)" if one.origin == "this project" else "")
    for one in map(ALGORITHMS.__getitem__, of_family("ridge"))
    if one.bounds
}


def _number(name: str, label: str, default: float, **limits: Any) -> Setting:
    return Setting(name, label, "number", default, step=1.0, width=168, **limits)


OWN = PageSettings(
    Setting("bound_axis", "x-axis", "choice", "m", choices=tuple(AXES), words=AXES | SHORT),
    Setting(
        "bounds_of",
        "Bounds of",
        "several",
        ("uniform", "known"),
        choices=tuple(PROVED),
        words=PROVED,
        help="; ".join(
            f"{name}: {' or '.join(dict.fromkeys(by_word(word, one).short for one in FAMILIES))}"
            for word, name in PROVED.items()
        ),
    ),
    Setting("bound_versions", "All versions", "flag", False),
    # 2B² needs no examples at all
    _number("target", "Target, % of 2B²", 10.0, at_least=0.01, at_most=99.0),
    _number("example_price", "Price of an example", 0.0, at_least=0, at_most=LARGEST),
    Setting("prices", "Prices of attributes", "choice", ONE_PRICE, choices=(ONE_PRICE, COLUMN)),
    _number("attribute_price", "Price of an attribute", 1.0, at_least=0, at_most=LARGEST),
    Setting(
        "price_column",
        "Prices c₁, c₂, …, one per attribute",
        "text",
        "",
        most=MOST_CHARACTERS,
        height=110,
    ),
    helps="bounds/helps",
)


def curves(settings: Settings, axis: str) -> tuple[str, ...]:
    """Draw the switches of the curves that have a bound by these rules; return the chosen words.

    Along m₁ that of the two-phased algorithm is on: the axis is about it.
    """
    family, mode = settings.family, settings.spec().mode
    entries = {word: by_word(word, family) for word in PROVED}
    hidden = [w for w, e in entries.items() if not (settings.shows(e.key) and e.bounds_in(mode))]
    chosen = OWN.value("bounds_of")
    if kept := {*chosen} & {*hidden}:
        st.session_state["bounds_of"] = [word for word in chosen if word not in kept]
    elif axis == "m1" and "two-phased" not in {*chosen, *hidden}:
        st.session_state["bounds_of"] = [*chosen, "two-phased"]
    words: tuple[str, ...] = OWN.draw("bounds_of", without=hidden)
    return words


def limit_target() -> None:
    """Bring a target above its limit down to it, and keep a sentence; before it is checked."""
    setting, asked = OWN.settings["target"], st.session_state.get("target")
    if isinstance(asked, float) and setting.at_most is not None and asked > setting.at_most:
        why = ValueError(f"target must be at most {setting.at_most:g}, but it is {asked:g}")
        refuse("target", setting.refusal(why, setting.at_most))
        st.session_state["target"] = setting.at_most


def price_column(d: int) -> None:
    """Draw the column of prices: at first a 1 for each of the d attributes."""
    if {*entries(OWN.value("price_column"))} <= {"1"}:
        st.session_state["price_column"] = " ".join("1" * d)
    OWN.draw("price_column")


def run(settings: Settings, *, measured: bool) -> None:
    """Draw Stop during a run, Run if none has been `measured`, and say what went wrong."""
    visitor_run.say_what_went_wrong(settings, command=False)
    if visitor_run.live():
        st.button("Stop", key="bounds_stop", on_click=visitor_run.stop)
    elif not measured:
        st.button("Run", key="bounds_run", type="primary", on_click=visitor_run.run)


def run_by_the_theorems(settings: Settings) -> None:
    """Set everything as the theorems have it, and run. A callback."""
    plain = replace(settings, split=None, p=None, epsilon=None, warm=None, adagrad=False)
    sidebar.choose(replace(plain, mode="theory", step="theory", scaled=True))
    visitor_run.run()
