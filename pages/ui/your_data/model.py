"""What was learnt from the visitor's table, to take along: the model, and predictions with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from aelr_core.checks import Floats
from aelr_core.datasets import DatasetError
from aelr_core.experiments import Result, TableModel, model_of
from aelr_core.experiments.model import THREE_LINES
from pages.ui import uploads
from pages.ui.cache import once
from pages.ui.prose import filled, in_markdown, in_spreadsheet, listed, sections
from pages.ui.settings import Settings
from pages.ui.show import csv_table, download
from pages.ui.your_data import inbox

SHOWN = 5  # predictions; the file has all
MOST_NOTES = 3
_SAID = sections("your_data/model")


@once(most=2)
def learnt(result: Result, key: str, settings: Settings) -> TableModel | None:
    """Return the model of an algorithm; None if the run has kept no predictors."""
    return model_of(result, key, uploads.dataset(settings))


def show(model: TableModel) -> None:
    """Offer the model as a file, say how it is used, and use it on a second table."""
    left, right = st.columns(2)
    with left:
        st.markdown(made(model))
        download("Download the model (JSON)", model.to_json, "aelr-model.json", key="table_model")
        st.caption(_SAID["Three lines"])
        st.code(THREE_LINES, language="python")
    with right:
        st.markdown(_SAID["Second table"])
        st.file_uploader("Second table (CSV)", key=inbox.SECOND.key, on_change=inbox.SECOND.receive)
        if sentence := inbox.SECOND.problem:
            st.error(sentence)
        second = inbox.second()
        if second is not None:
            _predictions(model, second)


def made(model: TableModel) -> str:
    """Return how the model was made, and how good its runs are on their test rows."""
    facts = model.made
    words = {
        "runs": f"{facts['runs_averaged']:,}",
        "attributes": f"{facts['attributes_of_each_run']:,}",
        "one": f"{facts['test_error_of_one_run']:.2f}",
    }
    return f"{filled(_SAID['Model'], **words)} {_SAID['Form']}"


def predictions_csv(scores: Sequence[float], labels: Sequence[str] | None) -> bytes:
    """Return the predictions for a spreadsheet, one line per row of the second table.

    labels : the names of the classes; None where the scores are the predictions
    """
    if labels is None:
        rows = [(n, score) for n, score in enumerate(scores, start=1)]
        return csv_table(("row", "prediction"), rows, digits=9).encode("utf-8-sig")
    pairs = enumerate(zip(labels, scores, strict=True), start=1)
    named = [(n, label, score) for n, (label, score) in pairs]
    return csv_table(("row", "prediction", "score"), named, digits=9).encode("utf-8-sig")


@once(most=2)
def scored(model: TableModel, content: bytes) -> tuple[Floats, tuple[str, ...]] | str:
    """Return the scores and notes for the second table, or why there are none, in one sentence.

    Once, and not whenever the page is run: other visitors wait while a table is read.
    """
    try:
        with uploads.one_at_a_time:
            return model.scores(content)
    except DatasetError as error:
        return str(error)


def _predictions(model: TableModel, content: bytes) -> None:
    """Show the first predictions for the second table, and offer all of them as a file."""
    try:
        outcome = scored(model, content)
    except MemoryError:  # not kept: there may be more of it next time
        outcome = inbox.NO_MEMORY
    if isinstance(outcome, str):
        st.error(in_markdown(outcome))
        return
    predictions, notes = outcome
    scores = predictions.tolist()
    labels = None
    if model.encoding.classes is not None:
        labels = model.encoding.labels(predictions).tolist()
    shown = scores[:SHOWN] if labels is None else [in_spreadsheet(one) for one in labels[:SHOWN]]
    first = [{"Row": n, "Prediction": one} for n, one in enumerate(shown, start=1)]
    st.dataframe(first, hide_index=True, alt="The predictions for the first rows.")
    download(
        f"Download {len(scores):,} predictions (CSV)",
        partial(predictions_csv, scores, labels),
        "aelr-predictions.csv",
        key="table_predictions",
    )
    if notes:
        st.caption(in_markdown(listed(notes, MOST_NOTES)) + ".")
