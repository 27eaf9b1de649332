"""What is said on the screen agrees with the numbers."""

import pytest

from pages.ui import words
from pages.ui.overview import overview
from pages.ui.state import Settings


def test_cards_say_the_numbers() -> None:
    look = overview(Settings())
    assert [card.value for card in words.cards(look)] == ["0.0562", "0.00329", "1/39", "1/31", "4"]
    assert all(card.help.endswith((".", "d.")) for card in words.cards(look))


def test_the_sentence_is_about_the_chosen_family() -> None:
    ridge = words.sentence(overview(Settings(alpha=-1.0, examples=100)))
    lasso = words.sentence(overview(Settings(alpha=-1.0, family="lasso", examples=100)))
    assert "gains **a little**" in ridge
    assert "= 0.552." in ridge
    assert "gains **very much**" in lasso
    assert "= 0.0136." in lasso


def test_small_data_are_not_promised_a_gain() -> None:
    look = overview(Settings(dim=3, budget=3, examples=100))
    assert look.best_cost > 1
    assert "do not either" in words.budgets(look)
    assert words.sampling(look).startswith("The most frequent attribute gets")
    assert "× the attributes of seeing everything" in words.sentence(look).replace("**", "")


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_every_role_has_a_name(family: str) -> None:
    labels = words.labels(family)
    assert set(labels) == {"known", "two_phase", "uniform", "online", "offline"}
    assert len({named.name for named in labels.values()}) == 5
