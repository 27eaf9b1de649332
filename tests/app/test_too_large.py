"""A run that is too large for here, on the explorer's screen: a sentence, a command, no loss."""

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


def test_it_is_refused_with_what_to_do_and_nothing_is_lost(
    open_app: Open, live_figure: Callable[[AppTest, str], dict[str, Any]]
) -> None:
    app = open_app(dim="500", budget="500", examples="5000")
    before = live_figure(app, "learning")["lines"]
    app.button(key="run").click().run()
    assert not app.exception
    (warning,) = app.main.warning
    assert "40 s" in warning.value
    assert "reduce runs to" in warning.value
    (command,) = [code.value for code in app.main.code if code.value.startswith("python -m")]
    assert "--budget=500" in command
    assert app.button(key="run").label == "Run"  # nothing is under way
    assert live_figure(app, "learning")["lines"].keys() == before.keys()
    app.number_input(key="budget").set_value(5).run()
    assert not app.main.warning  # it was about other settings
    app.number_input(key="runs").set_value(1)
    app.number_input(key="examples").set_value(100).run()
    app.button(key="run").click().run()
    assert not app.main.warning
    assert not [code for code in app.main.code if code.value.startswith("python -m")]
