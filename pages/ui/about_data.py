"""A data set's description, source and licence, from its entry."""

from __future__ import annotations

import streamlit as st

from aelr_core.datasets import DATASETS, Dataset, bundled, facts_of
from pages.ui.plain_text import in_markdown
from pages.ui.settings import Settings

# A visitor's file may have any name.
LONGEST_NAME = 60


def name(settings: Settings) -> str:
    """Return the name of the chosen data, in Markdown."""
    if settings.table:
        return in_markdown(settings.table.name, LONGEST_NAME)
    return DATASETS[settings.data].label


def summary(settings: Settings) -> str:
    """Return one or two sentences about the chosen data."""
    entry, (d, rows) = DATASETS[settings.data], settings.size
    if entry.simulated:
        return entry.description
    own = settings.table
    what = entry.description if own is None else f"{in_markdown(own.name)}:"
    return f"{what} {rows:,} training rows, d = {d:,}."


def source(name: str) -> str:
    """Return the source of a data set, and its licence."""
    entry = DATASETS[name]
    return f"{entry.provenance} Licence: {entry.licence}"


def expander(dataset: Dataset) -> None:
    """Draw a description of loaded data, their source and licence, and how they were scaled."""
    with st.expander("About this data"):
        st.markdown(f"**{in_markdown(dataset.label)}.** {DATASETS[dataset.name].description}")
        said = [f"Source: {dataset.provenance}", f"Licence: {dataset.licence}"]
        st.markdown("\n".join(f"- {in_markdown(line)}" for line in (*said, *dataset.steps)))


def bundled_list() -> str:
    """Return the bundled data sets, their sizes and sources, as a Markdown list."""
    lines = []
    for name in bundled():
        entry, facts = DATASETS[name], facts_of(name)
        lines.append(
            f"- **{entry.label}** ({entry.task}), d = {facts.d:,}, {facts.rows:,} training rows, "
            f"$\\rho_\\text{{ridge}}$ = {facts.rho_ridge:.3g}, "
            f"$\\rho_\\text{{lasso}}$ = {facts.rho_lasso:.3g}. {source(name)}"
        )
    return "\n".join(lines)
