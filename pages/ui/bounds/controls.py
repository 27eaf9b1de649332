"""The widgets of the page `bounds`, and the run that measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from aelr_core.analysis.bounds import AXES
from aelr_core.analysis.plan import LARGEST, MOST_CHARACTERS
from aelr_core.datasets import Dataset
from aelr_core.datasets.options import Option
from aelr_core.experiments import ExperimentSpec
from pages.ui.bounds import planner_words
from pages.ui.runs.board import BusyError
from pages.ui.runs.job import Job
from pages.ui.runs.limits import TooLargeError
from pages.ui.runs.sessions import board, session_id
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row

_JOB, _BUSY = "_bounds_job", "_bounds_busy"

ONE_PRICE, COLUMN = "one price", "a column of prices"
OWN = PageOptions(
    Row(Option("bound_axis", "x-axis", "choice", "m", choices=tuple(AXES)), "segments", words=AXES),
    Row(
        Option(
            "target",
            "Target excess risk, τ, in % of 2B²",
            "number",
            10.0,
            at_least=0.01,
            at_most=99.0,  # 2B² needs no examples at all
            help="The excess risk that the bound must guarantee, as a share of 2B², which holds "
            "without learning anything.",
        ),
        "field",
        step=1.0,
        width=220,
    ),
    Row(
        Option(
            "example_price",
            "Price of an example, c₀",
            "number",
            0.0,
            at_least=0,
            at_most=LARGEST,
            help="The cost of an example before any of its attributes is seen.",
        ),
        "field",
        step=1.0,
        width=220,
    ),
    Row(
        Option(
            "prices",
            "Prices of the attributes",
            "choice",
            ONE_PRICE,
            choices=(ONE_PRICE, COLUMN),
            help="All attributes cost the same, or each has its own price.",
        ),
        "segments",
    ),
    Row(
        Option(
            "attribute_price",
            "Price of an attribute, c",
            "number",
            1.0,
            at_least=0,
            at_most=LARGEST,
            help="The cost of seeing one attribute of one example.",
        ),
        "field",
        step=1.0,
        width=220,
    ),
    Row(
        Option(
            "price_column",
            "Prices c₁, c₂, …, one per attribute",
            "text",
            "",
            help="As many prices as attributes, separated by line breaks, spaces, commas or "
            "semicolons; decimals with a point.",
        ),
        "text",
        most=MOST_CHARACTERS,
        height=110,
    ),
)


def take_back() -> list[str]:
    """Put the last good number into every field that holds a bad one; return a sentence for each.

    A field with limits would turn red without reporting the bad number, so the page could not say
    that the plan still uses the previous one.
    """
    said = []
    for name, row in OWN.rows.items():
        option = row.option
        if option.kind != "number" or name not in st.session_state:
            continue
        typed, good = st.session_state[name], st.session_state.get(f"_good_{name}", option.default)
        try:
            option.check(typed)
        except ValueError:
            st.session_state[name] = good
            said.append(planner_words.refused_number(option, typed, good))
    return said


def number(name: str) -> None:
    """Draw a number of the planner; `take_back` enforces its limits."""
    st.session_state[f"_good_{name}"] = OWN.value(name)
    OWN.draw(name)


def measuring(spec: ExperimentSpec) -> Job | None:
    """Return the session's job for exactly this run, if there is one."""
    job: Job | None = st.session_state.get(_JOB)
    return job if job is not None and job.spec == spec else None


def measure(spec: ExperimentSpec, table: Dataset | None) -> None:
    """Start a run. A callback; a table is handed over with the job."""
    try:
        st.session_state[_JOB] = board().submit(spec, session_id(), table)
        st.session_state.pop(_BUSY, None)
    except (BusyError, TooLargeError) as refused:
        st.session_state[_BUSY] = str(refused)


def stop() -> None:
    """Stop the run. A callback."""
    if (job := st.session_state.get(_JOB)) is not None:
        st.session_state[_JOB] = board().stop(job, session_id())


def refused_run() -> str:
    """Return why the last run could not be started, or nothing."""
    return str(st.session_state.get(_BUSY, ""))


def column_config(rows: Sequence[Mapping[str, str | int | float]]) -> dict[str, ColumnConfig]:
    """Return headings and formats of the plan's columns, short enough to fit on the screen.

    A phone shows the first three; when it is moved sideways, the names stay.
    Columns with large numbers have commas, the others four digits.
    """
    headed = {
        "Algorithm": st.column_config.TextColumn(width=184, pinned=True),
        "Source": st.column_config.TextColumn(width=96, help="Theorem or section of the bound."),
    }
    for heading, (label, width) in planner_words.HEADINGS.items():
        large = max(float(row[heading]) for row in rows) >= 1_000
        headed[heading] = st.column_config.NumberColumn(
            label, width=width, help=f"{heading}.", format="localized" if large else "%.4g"
        )
    return headed
