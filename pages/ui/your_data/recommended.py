"""The recommended algorithm on the visitor's table: why, a run of it, and what it did."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from aelr_core.analysis.your_table import (
    FEWEST_ROWS,
    SPLITS,
    Findings,
    Recommendation,
    compared,
    recommend,
)
from aelr_core.experiments import Result
from aelr_core.experiments.recipe import TABLE, estimator_program
from pages.ui import visitor_run
from pages.ui.plain_text import in_markdown, one_line
from pages.ui.redraw import show_again
from pages.ui.settings import Settings
from pages.ui.settings.sidebar_rows import NO_READING, OURS_TOO, USUAL
from pages.ui.settings.values import RULES
from pages.ui.texts import text
from pages.ui.your_data import advice

# The form in which the estimators run it: what is checked is what the program gives.
FORM: dict[str, Any] = {"length": "measured", "guarded": True}
# What two runs must share for their outcome to be the same, apart from the number of runs.
SAME = (
    "data",
    "data_sets",
    "options",
    "family",
    "budget",
    "seed",
    "mode",
    "step",
    "adagrad",
    "norm_bound",
    *FORM,
)
MOST_ROWS = 5_000  # of a run: ten splits take ten times as long


def recommended(found: Findings, settings: Settings) -> Recommendation:
    """Return what is recommended for the family and the budget of the settings."""
    rows = min(found.train_rows, settings.examples)
    return recommend(
        settings.family,
        budget=settings.budget,
        rows=rows,
        d=found.d,
        alignment=found.alignment,
        cost=found.known[settings.family].against_full,
    )


def to_run(settings: Settings, of: Recommendation) -> Settings:
    """Return the settings of one pass of the recommended algorithm, with its automatic step.

    It runs in the estimators' form, not by the rules of the theorems, nor with AdaGrad's steps.
    Beside it run those that it is compared with, which know no other form. No row is seen twice,
    and every split has as many runs.
    """
    usual: dict[str, Any] = dict.fromkeys(RULES)
    rows = min(of.rows, MOST_ROWS)
    return replace(
        settings,
        **usual,
        **FORM,
        mode="experiments",
        origin=OURS_TOO,
        step=USUAL,
        adagrad=False,
        algorithms=compared(settings.family),
        protocol=NO_READING,
        examples=rows,
        points=min(settings.points, rows),
        runs=SPLITS * -(-settings.runs // SPLITS),
    )


def enough_rows(found: Findings) -> bool:
    """Return whether the table has enough rows for a comparison."""
    return found.rows >= FEWEST_ROWS


def draw(of: Recommendation, wanted: Settings, found: Findings) -> None:
    """Draw why it is recommended, when not, and the button that runs it or the run's progress."""
    left, right = st.columns([3, 2])
    left.markdown(advice.why(of))
    left.markdown(f"**When not to use it**\n\n{advice.when_not(of)}")
    with right, st.container(border=True, height="stretch"):
        if not enough_rows(found):
            st.markdown(advice.too_few(found.rows))
            _program(wanted)
            return
        st.markdown(advice.run(of, runs=wanted.runs, examples=wanted.examples))
        if visitor_run.live():
            show_again(_progress, visitor_run.update_interval)
            st.button("Stop", key="table_stop", on_click=visitor_run.stop)
            return
        with st.container(horizontal=True):
            _check(wanted)
            _program(wanted)
        _say_what_went_wrong(wanted)


def outcome_of(settings: Settings, of: Recommendation) -> Result | None:
    """Return the visitor's last run if it is complete, about this table, and has its curve.

    A run of all algorithms will do as well, if it has the same form.
    """
    job = visitor_run.job()
    result = None if job is None else job.result
    if result is None or not result.complete or of.algorithm.key not in result.curves:
        return None
    wanted = replace(settings.spec(), data_sets=SPLITS)
    same = all(getattr(result.spec, name) == getattr(wanted, name) for name in SAME)
    return result if same else None


def program(wanted: Settings) -> str:
    """Return a Python program that runs the same form, as the estimator with its defaults."""
    name = one_line(wanted.table.name) if wanted.table else ""
    where = f"Save it in the folder that holds aelr_core and your table, named {TABLE}."
    return estimator_program(wanted.spec(), f"A few attributes of each row of {name}.\n\n{where}")


def _check(wanted: Settings) -> None:
    st.button(
        "Check it",
        key="table_run_adaptive",
        type="primary",
        on_click=visitor_run.submit,
        args=(wanted, SPLITS),
    )


def _program(wanted: Settings) -> None:
    st.download_button(
        "Python program",
        partial(program, wanted),
        file_name=f"aelr-adaptive-{wanted.family}.py",
        mime="text/x-python",
        on_click="ignore",
        key="table_program",
        help=text("your_data/program"),
    )


def _progress() -> None:
    job = visitor_run.job()
    if job is None or job.ended:
        st.rerun()  # the page shows what came out
    st.progress(min(max(job.fraction, 0.0), 1.0), f"{job.fraction:.0%} done")


def _say_what_went_wrong(wanted: Settings) -> None:
    job = visitor_run.job()
    sentence, command = visitor_run.problem(wanted)
    if sentence:
        st.warning(in_markdown(sentence))
        if command:
            st.code(command, language="bash", wrap_lines=True)
    elif job is not None and job.state == "failed":
        st.error(in_markdown(job.error))
