"""From the settings to their data, to words about them, and to what is known before a run.

Loaded and computed once for all visitors. Pages never load data themselves.
"""

from __future__ import annotations

import streamlit as st

from aelr_core.analysis import prior_facts as analysis
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats
from aelr_core.datasets import DATASETS, Dataset, bundled, facts_of, load_dataset, synthetic_moments
from aelr_core.experiments import ExperimentSpec
from pages.ui import cache, uploads
from pages.ui.cache import Recent, Shelf, where
from pages.ui.prose import in_markdown
from pages.ui.settings import Settings

# For all visitors together; the largest synthetic data take 400 MB.
MOST_BYTES = 512 * 2**20
_SHELF = Shelf(MOST_BYTES)
_FOUND_B = "_found_norm_bounds"
# What the norm bound depends on.
_B_OF = ("data", "options", "family", "seed", "norm_bound")
MOST_FOUND = 16

_prior_facts: Recent[PriorFacts] = Recent(128)


def dataset(settings: Settings) -> Dataset:
    """Return the data of the settings; its arrays are read-only and shared.

    Synthetic ridge data are in the paper's units, outside the unit ball, unless
    ``settings.scaled``: use ``dataset(replace(settings, scaled=True))`` for bounds.
    """
    if settings.entry.uploaded:
        return uploads.dataset(settings)
    options = {**settings.options, "family": settings.family}
    for name in ("seed", "examples"):
        if settings.entry.takes(name):
            options[name] = getattr(settings, name)
    return _SHELF.get(
        (settings.data, *sorted(options.items())), lambda: load_dataset(settings.data, **options)
    )


def moments(settings: Settings) -> Floats:
    """Return the second moments M (d,) that DDAERR and DDAELR know.

    For synthetic data in the paper's units, no rows are needed.
    """
    if settings.entry.simulated and not settings.scaled:
        return synthetic_moments(settings.alpha, settings.dim, settings.family)
    return dataset(settings).known_moments


def prior_facts(settings: Settings) -> PriorFacts:
    """Return what is known before a run of the settings; B too, if a run has found it."""
    spec = settings.spec()
    kept = where(_prior_facts, "prior_facts", uploaded=settings.entry.uploaded)

    def known(B: float | None) -> PriorFacts:
        return kept.get((spec, B), lambda: analysis.prior_facts(spec, dataset(settings), B))

    before, B = known(None), st.session_state.get(_FOUND_B, {}).get(_b_of(spec))
    return before if before.B_known or B is None else known(B)


def keep_norm_bound(spec: ExperimentSpec, B: float) -> None:
    """Remember the norm bound that a run has found, in the data's own units, for all pages."""
    bounds = st.session_state.setdefault(_FOUND_B, {})
    bounds[_b_of(spec)] = B
    while len(bounds) > MOST_FOUND:
        bounds.pop(next(iter(bounds)))


def forget_table() -> None:
    """Forget what is known of the visitor's own table, and every value and picture made from it."""
    cache.forget()
    st.session_state.pop(_FOUND_B, None)


def _b_of(spec: ExperimentSpec) -> tuple[object, ...]:
    return tuple(getattr(spec, part) for part in _B_OF)


# ---- In words ----

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
    table = settings.table
    what = entry.description if table is None else f"{in_markdown(table.name)}:"
    return f"{what} {rows:,} training rows, d = {d:,}."


def source(name: str) -> str:
    """Return the source of a data set, and its licence."""
    entry = DATASETS[name]
    return f"{entry.provenance} Licence: {entry.licence}"


def expander(dataset: Dataset) -> None:
    """Draw a description of loaded data, their source and licence, and how they were scaled."""
    with st.expander("About this data"):
        st.markdown(f"**{in_markdown(dataset.label)}.** {DATASETS[dataset.name].description}")
        lines = [f"Source: {dataset.provenance}", f"Licence: {dataset.licence}"]
        st.markdown("\n".join(f"- {in_markdown(line)}" for line in (*lines, *dataset.steps)))


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
