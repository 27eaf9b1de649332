"""The recommended algorithm on the visitor's table: why, a run of it, and what it did."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import isfinite

import streamlit as st

from aelr_core.algorithms import by_word
from aelr_core.analysis.your_table import (
    SPLITS,
    Comparison,
    Findings,
    Recommendation,
    compare,
    compared,
    own_estimate,
)
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.experiments.recipe import TABLE, estimator_program
from aelr_core.experiments.result import SEARCHED
from aelr_core.plots.theme import Look
from aelr_core.student import Interval
from pages.ui import visitor_run
from pages.ui.figures.your_data import looks_picture
from pages.ui.prose import Card, filled, one_line, sections, text
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import NO_READING, OURS_TOO, USUAL
from pages.ui.settings.values import RULES
from pages.ui.show import cards, download, markdown_table, panel, show_again
from pages.ui.your_data.numbers import by_size, looks_list, of_attributes
from pages.ui.your_data.words import bars_shown, named, runs_each, what_it_runs, when_not, why

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
    "length",
    "guarded",
)
MOST_ROWS = 5_000  # of a run: ten splits take ten times as long


def recommended(findings: Findings, settings: Settings) -> Recommendation:
    """Return what is recommended for the family and the budget of the settings."""
    rows = min(findings.train_rows, settings.examples)
    return Recommendation(
        by_word("adaptive", settings.family),
        budget=settings.budget,
        rows=rows,
        d=findings.d,
        alignment=findings.alignment,
        cost=findings.known[settings.family].against_full,
    )


def to_run(settings: Settings, of: Recommendation) -> Settings:
    """Return the settings of one pass of the recommended algorithm, with its automatic step.

    It runs in the default form, as the estimators do, so that what is checked is what the program
    gives: not by the rules of the theorems, nor with AdaGrad's steps.
    Beside it run those that it is compared with, which know no other form. No row is seen twice,
    and every split has as many runs.
    """
    usual = {name: getattr(DEFAULTS, name) for name in (*RULES, "length", "guarded")}
    rows = min(of.rows, MOST_ROWS)
    return replace(
        settings,
        **usual,
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


def draw(of: Recommendation, wanted: Settings) -> None:
    """Draw why it is recommended, when not, and the button that runs it or the run's progress."""
    left, right = st.columns([3, 2])
    left.markdown(why(of))
    left.markdown(f"**When not to use it**\n\n{when_not(of)}")
    with right, st.container(border=True, height="stretch"):
        st.markdown(what_it_runs(of, runs=wanted.runs, examples=wanted.examples))
        if visitor_run.live():
            show_again(_progress, visitor_run.update_interval)
            st.button("Stop", key="table_stop", on_click=visitor_run.stop)
            return
        with st.container(horizontal=True):
            st.button(
                "Check it",
                key="table_run_adaptive",
                type="primary",
                on_click=visitor_run.submit,
                args=(wanted, SPLITS),
            )
            download(
                "Python program",
                partial(program, wanted),
                f"aelr-adaptive-{wanted.family}.py",
                key="table_program",
                help=text("your_data/program"),
            )
        visitor_run.say_what_went_wrong(wanted)


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


def _progress() -> None:
    job = visitor_run.job()
    if job is None or job.ended:
        st.rerun()  # the page shows what came out
    st.progress(min(max(job.fraction, 0.0), 1.0), f"{job.fraction:.0%} done")


SHOWN = 15  # bars; the table beside them has all attributes
_SAID = sections("your_data/outcome")


def show(result: Result, of: Recommendation, findings: Findings, look: Look) -> None:
    """Show the numbers of the run, the notes on it, and where it looked."""
    key = of.algorithm.key
    curve = result.curves[key]
    _comparison(compare(result, findings.rows - findings.train_rows))
    st.markdown(f"**{named(of.algorithm)}** in {len(curve.runs):,} runs on your table")
    cards(numbers(curve, findings.rarer))
    for note in result.notes:
        if note != SEARCHED or key in result.searches:  # the others' steps may have been tuned
            st.caption(note)
    if curve.pi is not None:
        _looks(curve.pi, of, findings, look)


def _comparison(comparison: Comparison | None) -> None:
    """Show the errors at equal numbers of attributes, with their intervals."""
    if comparison is None:
        st.info(_SAID["Nothing to compare"])
        return
    words = {"attributes": f"{comparison.attributes:,}", "rows": f"{comparison.whole_rows:,}"}
    st.markdown(filled(_SAID["Compared"], **words))
    st.markdown(comparison_table(comparison))
    st.caption(filled(_SAID["Intervals"], splits=f"{SPLITS}", runs=runs_each(comparison.runs)))


def comparison_table(comparison: Comparison) -> str:
    """Return the compared algorithms with their errors, as Markdown."""
    rows = [
        (
            named(each.algorithm),
            _with_interval(each.error),
            _with_interval(each.chosen_minus_this),
        )
        for each in comparison.each
    ]
    return markdown_table(("", "Error", "First minus this"), rows)


def _with_interval(of: Interval | None) -> str:
    if of is None:
        return ""
    low, mean, high = (f"{value:z.2f}".replace("-", "−") for value in (of.low, of.mean, of.high))
    return f"{mean} ({low} to {high})" if isfinite(of.high - of.low) else mean


def numbers(curve: Curve, rarer: float) -> list[Card]:
    """Return what was paid and how well the predictor does, as cards.

    rarer : the error rate of always predicting the commoner class.
    """
    shown = [
        Card("Attributes paid in the end", f"{curve.attributes[-1]:,}", _SAID["Attributes paid"]),
        Card("Test error", _spread(curve.mean[-1], curve.sd[-1]), _SAID["Test error"]),
    ]
    estimates = own_estimate(curve)
    if estimates is not None:
        sd = estimates.std(ddof=1) if len(estimates) > 1 else 0.0
        shown.append(
            Card("Its own estimate", _spread(estimates.mean(), sd), _SAID["Its own estimate"])
        )
    if curve.error_rate is not None:
        rates = curve.error_rate[:, -1]
        label = f"Error rate (always the commoner class: {rarer:.1%})"
        shown.append(Card(label, f"{rates.mean():.1%}", _SAID["Error rate"]))
    return shown


def _looks(pi: Floats, of: Recommendation, findings: Findings, look: Look) -> None:
    """Show how likely it is to look at each attribute, as bars and as a table."""
    order = by_size(pi)
    first = order[:SHOWN]
    left, right = st.columns([3, 2])
    with left:
        panel(
            "Where it looks",
            looks_picture(
                [findings.attributes[i] for i in first],
                pi[first],
                uniform=min(of.budget / findings.d, 1.0),
                algorithm=of.algorithm.key,
                look=look,
            ),
            key="looks",
            below=f"{bars_shown(len(first), findings.d, 'looked at')}{_SAID['Where it looks']}",
        )
    right.dataframe(
        looks_list(findings, pi, of.budget),
        hide_index=True,
        column_config=of_attributes("rows", "uniform looks", digits=0),
        alt="Every attribute with the number of rows in which it is looked at, the most first.",
    )


def _spread(mean: float, sd: float) -> str:
    return f"{mean:.3f} ± {sd:.3f}"
