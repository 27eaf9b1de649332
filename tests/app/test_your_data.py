"""The page `your_data` by AppTest: a file comes in, numbers come out, a run starts."""

import logging
import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import uploads
from pages.ui.explorer.words import CHANGED
from pages.ui.prose import text
from tests.app.reading import charts
from tests.runs.waiting import until

PAGE = "pages/your_data.py"
RATIO = "$\\rho_\\text{ridge}$ = "  # in the box with the verdict alone
Open = Callable[..., AppTest]
SMALL = {"runs": "2", "step": "theory", "examples": "100"}
ODD = (
    b"=cmd(),![x](http://e.x/y.png),<b>z</b>,:smile: $x$,a;=1,kind\n"
    b"1,2,3,4,5,red\n2,3,5,1,2,blue\n4,4,2,4,1,red\n4,1,2,4,2,green\n3,1,7,4,9,green\n"
)


def texts(app: AppTest) -> str:
    return "\n".join(block.value for block in app.main.markdown)


def families_named(app: AppTest) -> list[str]:
    """Return the families in the bold words of the verdict: those that gain more."""
    (box,) = (block for block in texts(app).split("\n") if RATIO in block)
    return re.findall(r"\b(ridge|lasso)\b", box.split("**")[1])


def upload(app: AppTest, content: bytes, name: str = "mine.csv") -> AppTest:
    app.file_uploader[0].set_value((name, content, "text/csv")).run()
    assert not app.exception
    return app


def with_sample(app: AppTest) -> AppTest:
    app.button(key="table_sample").click().run()
    assert not app.exception
    return app


def test_the_sample_gives_everything_there_is_to_see(open_app: Open) -> None:
    app = with_sample(open_app(PAGE))
    assert families_named(app) == ["lasso"]
    shopping, columns = (frame.value for frame in app.dataframe)
    assert list(shopping["Attribute"][:2]) == ["ward=A", "ward=B"]
    assert len(shopping) == 29
    assert list(columns["Outcome"][:2]) == ["left out", "one-hot encoded"]
    assert len(charts(app)) == 1
    assert len(app.get("download_button")) == 2


def test_target_gaps_and_scaling_are_the_visitors_choice(open_app: Open) -> None:
    app = with_sample(open_app(PAGE))
    app.selectbox(key="table_target").set_value("age").run()
    assert "57.8221" in texts(app).replace("\\", "")
    assert app.metric[-1].value == "30"
    app.selectbox(key="table_scaling").set_value("standardise").run()
    assert app.metric[0].value == "1"  # all moments are 1 then
    assert families_named(app) == []
    app.selectbox(key="table_missing").set_value("refuse").run()
    assert not app.metric
    (sentence,) = (error.value.replace("\\", "") for error in app.main.error)
    assert re.search(r"'age' .*\b2\b", sentence)
    app.selectbox(key="table_missing").set_value("drop").run()
    assert "were left out because a value is missing" in texts(app)
    app.selectbox(key="table_target").set_value("ward").run()
    app.selectbox(key="table_positive").set_value("C").run()
    assert "+1 for 'C' and −1 for all other values" in texts(app).replace("\\", "")


def test_the_family_is_the_visitors_and_a_button_switches_it(open_app: Open) -> None:
    app = with_sample(open_app(PAGE, family="ridge"))
    headings = [each.value for each in app.header]
    assert "How often to measure, for ridge" in headings
    assert "Recommended: Learns as it goes (Adaptive JAERR)" in headings
    assert families_named(app) == ["lasso"]
    app.button(key="table_family").click().run()
    assert app.session_state["_settings"].family == "lasso"
    headings = [each.value for each in app.header]
    assert "How often to measure, for lasso" in headings
    assert "Recommended: Learns as it goes (Adaptive JAELR)" in headings
    assert app.dataframe[0].value["Of 1,000 draws"][0] == pytest.approx(222.6)
    assert "table_family" not in [button.key for button in app.button]


def test_prices_stand_beside_the_list(open_app: Open) -> None:
    app = with_sample(open_app(PAGE))
    assert "Price" not in app.dataframe[0].value
    names = [*dict.fromkeys(each.split("=")[0] for each in app.dataframe[0].value["Attribute"])]
    lines = [f"{name},{n}" for n, name in enumerate(names, start=1)]
    app.text_area(key="table_prices").set_value("\n".join(["name,price", *lines])).run()
    listed = app.dataframe[0].value
    assert {*listed["Price"]} == {*range(1, len(names) + 1)}
    prices = listed.set_index("Attribute")["Price"]
    assert prices["ward=A"] == prices["ward=B"] == names.index("ward") + 1
    assert listed["Cost of 1,000 draws"][0] == pytest.approx(
        listed["Price"][0] * listed["Of 1,000 draws"][0], abs=0.1
    )
    for bad, said in {
        "1 2 3": "Only one column",
        "name,price\ncrp,1": "has no price",
        "\n".join(["name,price", *lines, "x-ray,7"]): "'x-ray'",
        "\n".join(["name,price", *lines[1:], f'{names[0]},"1,5"']): "The price of",
    }.items():
        app.text_area(key="table_prices").set_value(bad).run()
        (sentence,) = (error.value for error in app.main.error)
        assert said in sentence.replace("\\", "")
        assert "Price" not in app.dataframe[0].value
        assert app.text_area(key="table_prices").value == bad


def test_a_file_that_cannot_be_used_gets_one_sentence(open_app: Open) -> None:
    app = open_app(PAGE)
    for content, words in {
        b"": "The file is empty",
        b"PK\x03\x04rubbish": "Excel workbook or a zip archive",
        b"\x00\x01\x02\x03": "is not text",
        b"a\n1\n2\n": "Only one column was found",
        b"a,b\n": "no rows",
        b"a,b\n1,2\n1,2,3\n": "more fields than the 2 names",
        b"a,b\n1,2\n1,2\n": "No column can be the target",
        b"x" * (20 * 2**20 + 1): "larger than 20 MB",
    }.items():
        upload(app, content)
        (sentence,) = (error.value.replace("\\", "") for error in app.main.error)
        assert words in sentence
        assert sentence.endswith(".")
        assert not app.metric


def test_a_table_too_large_for_a_session_gets_one_sentence(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 2**16)
    app = with_sample(open_app(PAGE))
    (sentence,) = (error.value for error in app.main.error)
    assert "0 MB of memory" in sentence
    assert not app.metric


def test_a_bad_file_leaves_the_one_before_alone(open_app: Open) -> None:
    app = upload(with_sample(open_app(PAGE)), b"broken")
    assert len(app.main.error) == 1
    assert app.metric[-1].value == "29"
    app = with_sample(app)
    assert not app.main.error


def test_names_are_never_markup(open_app: Open) -> None:
    app = upload(open_app(PAGE), ODD, "../<b>![x](y)</b>.csv")
    app.selectbox(key="table_target").set_value("kind").run()
    assert not app.exception
    assert app.selectbox(key="table_positive").options == ["blue", "green", "red"]
    for markup in ("![x]", "<b>", ":smile:", "$x$"):
        assert markup not in texts(app)
        assert markup not in "\n".join(caption.value for caption in app.main.caption)
    names = [*app.dataframe[0].value["Attribute"], *app.dataframe[1].value["Column"]]
    assert "'=cmd()" in names
    assert "a;'=1" in names
    (shown,) = charts(app).values()
    assert "<b>z" not in shown.sent
    app.selectbox(key="table_target").set_value("<b>z</b>").run()
    assert not app.exception


def test_nothing_of_a_file_is_logged(open_app: Open, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        upload(
            open_app(PAGE), b"secret name,b,y\n1,2,hidden\n2,1,other\n3,3,other\n", "private.csv"
        )
    for word in ("secret", "hidden", "private"):
        assert word not in caplog.text


def test_one_click_runs_it_in_the_explorer(open_app: Open) -> None:
    app = with_sample(open_app(PAGE, **SMALL))
    app.button(key="table_run_lasso").click().run()
    assert not app.exception
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert job.state == "done"
    spec = job.result.spec
    assert (spec.data, spec.family, spec.examples) == ("csv", "lasso", 100)
    assert dict(spec.options)["target"] == "ill"
    assert app.session_state["_settings"].spec() == spec  # so the curves are of these settings
    app.switch_page("pages/explorer.py").run()
    assert CHANGED not in "".join(b.value for b in app.markdown)
    app.switch_page(PAGE).run()
    assert app.metric[-1].value == "29"
    # the sidebar's table is changed along, and its scaling is the page's
    app.selectbox(key="table_target").set_value("age").run()
    assert app.session_state["_settings"].table.target == "age"
    app.selectbox(key="table_scaling").set_value("minmax").run()
    assert app.session_state["_settings"].scaling == "minmax"
    assert not app.exception


def test_a_table_can_be_forgotten(open_app: Open) -> None:
    app = with_sample(open_app(PAGE, **SMALL))
    app.button(key="table_run_ridge").click().run()
    app.switch_page("pages/explorer.py").run()
    assert "_session_caches" in app.session_state
    app.switch_page(PAGE).run()
    app.button(key="table_forget").click().run()
    assert not app.exception
    assert text("your_data/empty").strip() in texts(app)
    assert app.session_state["_settings"].data == "synthetic"
    for name in ("_upload", "_table_file", "_table_found", "_session_caches", "_run_job"):
        assert name not in app.session_state


def test_a_constant_target_is_refused_in_a_sentence(open_app: Open) -> None:
    rows = "".join(f"{i}.5,{i * 7 % 11},1,{i % 3}\n" for i in range(1, 30))
    app = upload(open_app(PAGE), f"a,b,y,c\n{rows}".encode())
    (sentence,) = (error.value.replace("\\", "") for error in app.main.error)
    assert sentence.startswith("The target 'y' has the same value in every row")
    assert app.selectbox(key="table_target").value == "y"
    app.selectbox(key="table_target").set_value("b").run()
    assert not app.main.error


def with_ids(rows: int = 120) -> bytes:
    """Return a table with two identifiers and three measurements."""
    numbers = np.random.default_rng(0).normal(size=(rows, 3))
    lines = (
        f"{1000 + 3 * i},{a:.3f},{b:.3f},{100 * c:.0f},N{i},{int(a + b > 0)}"
        for i, (a, b, c) in enumerate(numbers)
    )
    return "\n".join(["patient_id,crp,age,weight,code,ill", *lines, ""]).encode()


def test_identifiers_are_left_out_until_the_visitor_chooses_them(open_app: Open) -> None:
    app = upload(open_app(PAGE), with_ids())
    app.number_input(key="table_categories").set_value(200).run()  # texts would be used as well
    said = texts(app).replace("\\", "")
    assert "patient_id (a different whole number in every row, and called an id)" in said
    assert "code (a different text in every row)" in said
    assert {*app.dataframe[0].value["Attribute"]} == {"crp", "age", "weight"}
    report = app.dataframe[1].value.set_index("Column")
    for name in ("patient_id", "code"):
        assert report["Outcome"][name] == "left out"
        assert report["Details"][name].startswith("identifier: a different")
    app.button_group(key="table_identifiers").set_value(["patient_id"]).run()
    assert not app.exception
    assert {*app.dataframe[0].value["Attribute"]} == {"crp", "age", "weight", "patient_id"}
    upload(app, with_ids())  # a new file, a new choice
    assert "patient_id" not in [*app.dataframe[0].value["Attribute"]]


def test_a_table_of_identifiers_can_still_be_used(open_app: Open) -> None:
    rows = "".join(f"{i},{2 * i},{i * i % 7}\n" for i in range(1, 30))
    app = upload(open_app(PAGE), f"a,b,y\n{rows}".encode())
    assert len(app.main.error) == 1
    app.button_group(key="table_identifiers").set_value(["a", "b"]).run()
    assert not app.main.error
    assert {*app.dataframe[0].value["Attribute"]} == {"a", "b"}
