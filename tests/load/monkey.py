"""What a visitor may do to a widget: some value of its kind, or one that no browser would send."""

from __future__ import annotations

import random

from streamlit.proto.Element_pb2 import Element
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState

ODD = (-1e300, 1e300, -1.0, 0.5, 2.0**63, float("inf"))
WORDS = ("", "x" * 10_000, "<b>", "=cmd()", "\x00", "None", "csv", "../..")


def touched(element: Element, chance: random.Random, forged: float = 0.0) -> WidgetState | None:
    """Return a widget's new state, None if it is no widget that takes one.

    Parameters
    ----------
    element : what is on the screen.
    chance : makes the choices.
    forged : how often a value is one that a browser's widget does not let pass.
    """
    kind = element.WhichOneof("type")
    wild = chance.random() < forged
    match kind:
        case "number_input":
            one = element.number_input
            low = one.min if one.has_min else -100.0
            high = one.max if one.has_max else 100.0
            whole = one.step == int(one.step) and low == int(low)
            value = chance.uniform(low, min(high, low + 2_000))
            value = chance.choice(ODD) if wild else float(int(value)) if whole else value
            return WidgetState(id=one.id, double_value=value)
        case "slider":
            return _slid(element.slider, chance, wild)
        case "selectbox":
            word = chance.choice(WORDS if wild else [*element.selectbox.options] or WORDS)
            return WidgetState(id=element.selectbox.id, string_value=word)
        case "checkbox":
            return WidgetState(id=element.checkbox.id, bool_value=chance.random() < 0.5)
        case "button_group":
            labels = [option.content for option in element.button_group.options]
            state = WidgetState(id=element.button_group.id)
            state.string_array_value.data[:] = [chance.choice(WORDS if wild else labels)]
            return state
        case "multiselect":
            state = WidgetState(id=element.multiselect.id)
            words = chance.sample([*element.multiselect.options], k=1)
            state.string_array_value.data[:] = chance.sample(WORDS, 2) if wild else words
            return state
        case "button" if not element.button.disabled:
            return WidgetState(id=element.button.id, trigger_value=True)
    return None


def _slid(slider: Slider, chance: random.Random, wild: bool) -> WidgetState:
    state = WidgetState(id=slider.id)
    if slider.type == Slider.SELECT_SLIDER:
        state.string_array_value.data[:] = [chance.choice(WORDS if wild else slider.options)]
    else:
        value = chance.uniform(slider.min, slider.max)
        state.double_array_value.data[:] = [chance.choice(ODD) if wild else value]
    return state
