"""The page about what this project adds, by AppTest: the toy, the theorems, the words."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.textbook.joint import FACTORS
from pages.ui.beyond import words
from pages.ui.beyond.controls import OWN
from pages.ui.texts import text
from tests.app.reading import charts

Open = Callable[..., AppTest]
PAGE = "pages/beyond.py"


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.main.markdown, *app.main.caption))


def grid(app: AppTest, key: str) -> np.ndarray:
    """Return how often each pair was used."""
    (trace,) = charts(app)[key].figure["data"]
    return np.asarray(trace["z"]).reshape(12, 12)


def test_one_sample_uses_more_pairs_and_its_whole_diagonal(open_app: Open) -> None:
    app = open_app(PAGE)
    one, two = grid(app, "pairs_one"), grid(app, "pairs_two")
    assert one.sum() == 25
    assert np.trace(one) == 5
    assert two.sum() <= 6  # an even split: three draws and two
    assert "**8.1 times smaller**" in said(app)
    assert all(len(chart.alt) > 60 for chart in charts(app).values())


def test_another_sample_and_more_examples(open_app: Open) -> None:
    app = open_app(PAGE)
    first = grid(app, "pairs_one")
    app.button(key="toy_draw").click().run()
    assert app.number_input(key="toy_sample").value == 8
    assert (grid(app, "pairs_one") != first).any()
    app = open_app(PAGE, toy_examples="100", toy_budget="3", mode="theory")
    many = grid(app, "pairs_one")
    assert many.sum() == pytest.approx(9)
    assert ((many > 0) & (many < 1)).any()  # shares, no longer yes or no
    assert "2 draws for x̃" not in said(app)  # of one example only


def test_a_loss_on_the_toy_is_said(open_app: Open) -> None:
    app = open_app(PAGE, family="lasso", toy_alpha="0")
    assert re.search(r"\*\*noisier, by a factor of [\d.]+\*\*", said(app))
    assert "see Theorem 2" in said(app)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_every_theorem_has_its_parts_and_the_family_s_have_numbers(
    open_app: Open, family: str
) -> None:
    app = open_app(PAGE, family=family, dim="50", examples="100")
    shown = said(app)
    assert len(app.main.expander) >= len(words.THEOREMS)
    for name in words.THEOREMS:
        parts = words.statement(name)
        assert list(parts) == ["Title", "Statement", "In words", "Reading", "Proof"]
        assert all(part in shown for part in parts.values())
        assert parts["Proof"].endswith("∎")
    for name, of in words.FAMILIES.items():
        told = shown.split(words.statement(name)["Reading"])[1].split("**Your settings** (")
        assert (len(told) > 1 and told[1].startswith(words.ABOUT[name])) == (of == family)
    assert shown.count("**Your settings**") == sum(of == family for of in words.FAMILIES.values())
    assert shown.count(":blue-badge[this project]") == len(words.THEOREMS)
    assert not re.search(r"\bnan\b", shown)
    assert "no bound in this app is about the default" in shown


def test_the_numbers_of_the_lasso_are_those_of_its_theorems(open_app: Open) -> None:
    """DDAELR has no Poisson design, and Theorem 5 no H."""
    app = open_app(PAGE, family="lasso", dim="50", examples="100")
    fourth, fifth = (one.value for one in app.main.markdown if "**Your settings**" in one.value)
    assert "DDAELR's bound" in fourth
    assert "Poisson" not in fourth
    assert r"Here $\|M\|_1/k$" in fifth
    assert "H/k" not in fifth


@pytest.mark.parametrize("name", [*words.THEOREMS, "story", "why", "algorithm", "not_proved"])
def test_the_formulas_are_closed_and_no_lists(name: str) -> None:
    """Markdown takes a line that starts with + for a list, also inside a formula."""
    source = text(f"beyond/{name}")
    assert source.count("$") % 2 == 0
    for formula in re.findall(r"\$\$?[^$]+\$\$?", source):
        assert not re.search(r"\n\s*[+*-] ", formula), formula


def test_the_algorithm_has_the_constants_of_the_code() -> None:
    shown = text("beyond/algorithm")
    assert f"η = {FACTORS['ridge']:g} / (A √(1 + t/d))" in shown
    assert f"lasso: {FACTORS['lasso']:g} / (BA" in shown


def test_nothing_is_divided_by_a_size_of_zero(open_app: Open) -> None:
    """Two attributes, both of them seen: the gradient at w* is exactly 0."""
    app = open_app(PAGE, dim="2", budget="2", alpha="0", examples="100")
    assert "exactly nothing" in said(app)


def test_no_two_controls_have_the_same_name(open_app: Open) -> None:
    """The toy has an α of its own, and so has the sidebar."""
    app = open_app(PAGE, data="synthetic")
    widgets = [*app.number_input, *app.slider, *app.selectbox, *app.button_group]
    labels = [one.label for one in widgets]
    assert "Decay of the moments, α" in labels
    assert "Decay in this picture, α" in labels
    assert len(set(labels)) == len(labels)
    assert "What is chosen here is for this picture alone." in said(app)


def test_a_bad_link_gets_a_sentence(open_app: Open) -> None:
    app = open_app(PAGE, toy_budget="99", toy_examples="7")
    assert len(app.warning) == 2
    assert grid(app, "pairs_one").sum() == 25
    assert all(name in OWN.rows for name in ("toy_budget", "toy_examples"))


def test_the_best_b_of_the_lasso_is_better_than_one(open_app: Open) -> None:
    app = open_app(PAGE, family="lasso", alpha="-2")
    found = re.search(
        r"G² is at most ([\d,]+).*With the best b, ([\d.]+), it is ([\d,]+)", said(app)
    )
    assert found
    plain, best = (float(found[at].replace(",", "")) for at in (1, 3))
    assert float(found[2]) > 3
    assert best < plain
