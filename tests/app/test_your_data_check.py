"""The check on the page `your_data`: runs on splits of the table, weights, predictions."""

import csv
import inspect
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.your_table import compare, compared, own_estimate
from aelr_core.datasets import load_dataset
from aelr_core.datasets.csv import SAMPLE
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.experiments import ExperimentSpec, model_of, run
from aelr_core.experiments.model import THREE_LINES, TableModel
from aelr_core.experiments.spec import PLAIN_FORM
from aelr_core.modes import EXPERIMENTS
from pages.ui import uploads
from pages.ui.settings.table import THE_PAPERS
from pages.ui.streamlit_internals import REFUSED_FILE
from tests.app.reading import charts
from tests.app.test_your_data import PAGE, Open, texts, upload, with_sample
from tests.runs.waiting import until


def test_the_adaptive_algorithm_is_recommended_and_run_on_the_page(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = with_sample(
        open_app(PAGE, runs="3", mode="theory", budget="3", origin=THE_PAPERS, family="lasso")
    )
    assert "Recommended: Learns as it goes (Adaptive JAELR)" in [each.value for each in app.header]
    app.button(key="table_run_adaptive").click().run()
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert job.state == "done"
    assert {*job.result.curves} == {*compared("lasso")}
    assert (job.spec.mode, job.spec.examples) == (EXPERIMENTS, 240)
    assert (job.spec.runs, job.spec.data_sets) == (10, 10)
    assert (job.spec.length, job.spec.guarded) == ("measured", True)
    assert app.session_state["_settings"].data == "synthetic"  # the sidebar is the visitor's
    app.run()
    assert not app.exception
    assert "(Adaptive JAELR)** in" in texts(app)
    found = compare(job.result, test_rows=60)
    assert found is not None
    for each in found.each:
        assert f"({each.algorithm.label}) | {each.error.mean:.2f} (" in texts(app)
    assert not (*app.success, *app.info, *app.main.warning)
    shown = {metric.label: metric.value for metric in app.metric}
    assert shown["Attributes paid in the end"] == "720"
    with SAMPLE.open(encoding="utf-8") as file:
        classes = Counter(row["ill"] for row in csv.DictReader(file))
    wrong = min(classes.values()) / classes.total()
    assert f"Error rate (always the commoner class: {wrong:.1%})" in shown
    own = own_estimate(job.result.curves["adaptive_jaelr"])
    assert own is not None
    assert float(shown["Its own estimate"].split()[0]) == pytest.approx(own.mean(), abs=1e-3)
    assert float(shown["Test error"].split()[0]) == pytest.approx(
        job.result.curves["adaptive_jaelr"].mean[-1], abs=1e-3
    )
    looks = app.dataframe[0].value
    assert sorted(looks["Attribute"]) == sorted(app.dataframe[1].value["Attribute"])
    assert looks["Of 1,000 rows"].sum() == pytest.approx(3_000, abs=2)
    assert looks["Of 1,000 rows"].min() > 0
    assert looks["Times uniform"].mean() == pytest.approx(1)
    assert len(charts(app)) == 2
    listed = app.dataframe[1].value
    weights = job.result.curves["adaptive_jaelr"].weights
    assert sorted(listed["Learnt weight"]) == pytest.approx(sorted(weights[-1]))
    predict_for_a_second_table(app, monkeypatch)
    app.selectbox(key="table_scaling").set_value("standardise").run()  # other data: another run
    assert "(Adaptive JAELR)** in" not in texts(app)


@pytest.mark.parametrize("estimator", [AttributeEfficientRidge, AttributeEfficientLasso])
def test_what_is_checked_has_the_form_of_the_estimators(estimator: type) -> None:
    """The program beside the check runs an estimator with its defaults."""
    usual = inspect.signature(estimator).parameters
    for name in PLAIN_FORM:
        assert usual[name].default == getattr(ExperimentSpec, name) != PLAIN_FORM[name]


def test_a_run_in_another_form_is_not_the_outcome(open_app: Open) -> None:
    other = {"length": "plain", "guarded": "false"}
    app = with_sample(open_app(PAGE, runs="2", budget="3", examples="100", **other))
    app.button(key="table_run_lasso").click().run()  # all algorithms, as the sidebar has them
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert (job.spec.length, job.spec.guarded) == ("plain", False)
    app.switch_page(PAGE).run()
    assert not app.exception
    assert "(Adaptive JAELR)** in" not in texts(app)


VERDICTS = re.compile(r"\bworth\b|\bonly if\b|\bnot decided\b|\bverdict\b", re.IGNORECASE)


def noise(rows: int, seed: int = 0) -> bytes:
    """Return a table of independent numbers."""
    table = np.random.default_rng(seed).normal(size=(rows, 4))
    lines = (",".join(f"{value:.4f}" for value in row) for row in table)
    return "\n".join(["a,b,c,y", *lines, ""]).encode()


def everything_said(app: AppTest) -> str:
    """Return all sentences of the page."""
    kinds = (app.main.markdown, app.main.caption, app.success, app.info, app.main.warning)
    return "\n".join(each.value for kind in kinds for each in kind)


@pytest.mark.parametrize("rows", [3, 99])
def test_few_rows_are_said_to_be_too_few_and_nothing_is_compared(open_app: Open, rows: int) -> None:
    app = upload(open_app(PAGE, runs="2"), noise(rows))
    said = everything_said(app)
    assert f"{rows} rows: too few" in said
    assert not [each.value for each in app.header if "Recommended" in each.value]
    assert not VERDICTS.search(said)
    assert "table_run_adaptive" not in [button.key for button in app.button]


def test_a_table_of_noise_gets_numbers_and_no_verdict(open_app: Open) -> None:
    app = upload(open_app(PAGE, runs="2"), noise(100))
    app.button(key="table_run_adaptive").click().run()
    job = app.session_state["_run_job"]
    until(lambda: job.ended)
    assert job.state == "done"
    app.run()
    assert not app.exception
    assert job.spec.examples == job.result.rows == 80  # no row is seen twice
    said = everything_said(app)
    assert len(re.findall(r"\| \d\.\d\d \(\d\.\d\d to \d\.\d\d\) \|", said)) == 4
    assert not VERDICTS.search(said)


@pytest.mark.parametrize("length", ["plain", "measured"])
def test_the_model_is_of_the_form_that_was_run(length: str) -> None:
    options: dict[str, Any] = {"target": "ill", "missing": "mean"}
    table = load_dataset("csv", file=SAMPLE, family="lasso", **options)
    spec = ExperimentSpec(
        data="csv",
        options={**options, "fingerprint": table.fingerprint},  # type: ignore[arg-type]
        family="lasso",
        budget=3,
        examples=240,
        runs=1,
        points=2,
        algorithms=("adaptive_jaelr",),
        length=length,
        guarded=True,
    )
    model = model_of(run(spec, dataset=table), "adaptive_jaelr", table)
    assert model is not None
    assert (model.made["length"], model.made["guarded"]) == (length, True)
    # the error of the weights in the file is the run's own
    assert model.made["test_error"] == pytest.approx(model.made["test_error_of_one_run"])


def predict_for_a_second_table(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    read, scores = [], TableModel.scores
    monkeypatch.setattr(TableModel, "scores", lambda *asked: read.append(1) or scores(*asked))
    labels = [each.label for each in app.get("download_button")]
    assert "Download the model (JSON)" in labels
    assert THREE_LINES in [each.value + "\n" for each in app.code]
    app.file_uploader[1].set_value(("more.csv", SAMPLE.read_bytes(), "text/csv")).run()
    assert not app.exception
    assert "Download 300 predictions (CSV)" in [each.label for each in app.get("download_button")]
    first = app.dataframe[1].value
    assert list(first["Row"]) == [1, 2, 3, 4, 5]
    assert {*first["Prediction"]} <= {"no", "yes"}
    app.file_uploader[1].set_value(("large.csv", b"", REFUSED_FILE)).run()
    assert [error.value for error in app.main.error] == [uploads.NO_ROOM_FOR_FILES]
    assert app.dataframe[1].value.equals(first)  # the table before it stays
    app.file_uploader[1].set_value(("bad.csv", b"a,b\n1,2\n", "text/csv")).run()
    (sentence,) = (error.value.replace("\\", "") for error in app.main.error)
    assert "must have the columns that were learnt from" in sentence
    assert len(app.run().main.error) == 1
    assert len(read) == 2  # each table once, however often the page is run
