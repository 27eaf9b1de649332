"""The guide by AppTest."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest


def test_all_chapters_are_there(open_app: Callable[..., AppTest]) -> None:
    app = open_app("pages/guide.py")
    headings = [heading.value for heading in app.subheader]
    assert "The problem" in headings
    assert "Where the paper has misprints" in headings
    text = "\n".join(block.value for block in app.main.markdown)
    for words in ("fewer attributes in all", "Cheapest k + 1", "the half norm", "arXiv:1410.6382"):
        assert words in text


def test_its_buttons_set_every_control(open_app: Callable[..., AppTest]) -> None:
    """That they also lead to the explorer is seen in the browser only."""
    app = open_app("pages/guide.py", dim="60")
    assert len(app.main.button) == 3
    app.main.button[2].click().run()
    assert app.get("button_group")[0].value == "lasso"
    assert app.number_input(key="dim").value == 500


def test_the_texts_are_whole(open_app: Callable[..., AppTest]) -> None:
    """Every formula is closed: KaTeX shows an open one as red text."""
    app = open_app("pages/guide.py")
    for block in app.main.markdown:
        assert block.value.count("$") % 2 == 0
