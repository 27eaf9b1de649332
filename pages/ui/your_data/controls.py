"""The widgets of the page `your_data`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from aelr_core.analysis.plan import MOST_CHARACTERS
from aelr_core.analysis.your_table import Findings, Recommendation
from aelr_core.checks import Floats
from aelr_core.datasets.csv import ENTRY, MISSING
from aelr_core.datasets.csv.peek import ColumnPeek
from aelr_core.datasets.csv.read import join_names, unique_names
from aelr_core.datasets.csv.table import prices_by_name
from aelr_core.datasets.scaling import SCALINGS
from aelr_core.experiments import Result
from pages.ui.prose import in_markdown, listed, one_line, sections, text
from pages.ui.settings import PageSettings, Setting, Settings, sidebar
from pages.ui.your_data import inbox
from pages.ui.your_data.inbox import LoadedFile
from pages.ui.your_data.numbers import Beside

LONGEST_OPTION = 60
MOST_LISTED = 10
POSITIVE_DEFAULT = "unchanged"
WIDTH = 218  # pixels: four in a row
_HELPS = sections("your_data/helps")
# Kept for the session, not in the link: a link does not hold the file.
_OWN = PageSettings(
    Setting.of(
        ENTRY.option("max_categories"),
        name=inbox.CATEGORIES,
        label="Maximum categories",
        help=_HELPS["Maximum categories"],
        width=WIDTH,
    ),
    Setting(
        inbox.PRICES,
        "Prices, if you like",
        "text",
        "",
        help=_HELPS["Prices"],
        most=MOST_CHARACTERS,
        height=70,
    ),
)


def inlet() -> None:
    """Draw the uploader and the sample, and what was wrong with the last file."""
    left, right = st.columns([3, 2])
    with left:
        st.file_uploader("CSV file", key=inbox.FIRST.key, on_change=inbox.FIRST.receive)
        st.caption(text("your_data/privacy"))
    with right, st.container(border=True, height="stretch"):
        st.markdown(text("your_data/sample"))
        st.button("Use the sample", key="table_sample", on_click=inbox.take_sample)
    if sentence := inbox.FIRST.problem:
        st.error(in_markdown(sentence))


def choose_table(of: LoadedFile, settings: Settings) -> Settings:
    """Draw the choices for the file, and return the settings that use it.

    Raises
    ------
    DatasetError
        In one sentence, when the file cannot be used as chosen.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        target = _one(
            "Target, y",
            of.peek.targets,
            inbox.TARGET,
            _HELPS["Target"],
            _labels(of.peek.targets),
        )
        positive = _positive(of.peek.column(target))
        missing = _one(
            "Missing values",
            tuple(MISSING),
            inbox.MISSING,
            _HELPS["Missing values"],
            tuple(MISSING.values()),
        )
        most = _OWN.draw(inbox.CATEGORIES)
        scaling = _scaling(settings)
    leave_out = _identifiers(of.peek.identifiers(target, most))
    table = inbox.use(
        of,
        target=target,
        positive=positive,
        missing=missing,
        max_categories=most,
        leave_out=join_names(leave_out),
    )
    if settings.entry.uploaded and settings.table != table:
        st.rerun()  # the sidebar still has the previous table
    budget = min(settings.budget, table.d)
    return replace(settings, data="csv", table=table, scaling=scaling, budget=budget)


def beside_the_list(findings: Findings, ran: Result | None, of: Recommendation) -> Beside:
    """Draw the column of prices, and return what stands beside the list."""
    curve = None if ran is None else ran.curves[of.algorithm.key]
    prices = _prices(findings)
    if curve is None or curve.weights is None or curve.weights_sd is None:
        return Beside(prices=prices)
    return Beside(curve.weights[-1], curve.weights_sd[-1], prices)


def _prices(findings: Findings) -> Floats | None:
    """Draw the column of prices; None if there is none, or after a sentence about a bad one."""
    text = str(_OWN.draw(inbox.PRICES)).strip()
    if not text:
        return None
    try:
        return prices_by_name(text.encode(), findings.fields)
    except ValueError as error:
        st.error(in_markdown(str(error)))
        return None


def _positive(column: ColumnPeek) -> str | None:
    """Draw the choice of the value for +1, if there is one."""
    if len(column.positives) == 1:
        return column.positives[0]
    choices = tuple(one or "" for one in column.positives)  # no value is empty
    labels = _labels(one or POSITIVE_DEFAULT for one in choices)
    return _one("Value for +1", choices, inbox.POSITIVE, _HELPS["Value for +1"], labels) or None


def _identifiers(looks_like: Mapping[str, str]) -> list[str]:
    """Draw which columns that look like identifiers are used; return those to leave out."""
    if not looks_like:
        return []
    why = [f"{in_markdown(name, LONGEST_OPTION)} ({why})" for name, why in looks_like.items()]
    names = tuple(looks_like)
    row = Setting(
        inbox.IDENTIFIERS,
        "Identifiers to learn from all the same",
        "several",
        (),
        choices=names,
        help=_HELPS["Identifiers"],
        words={name: in_markdown(label) for name, label in zip(names, _labels(names), strict=True)},
    )
    st.markdown(
        "**Left out unless you choose them**, because they look like identifiers: "
        f"{listed(why, MOST_LISTED)}."
    )
    used = PageSettings(row).draw(inbox.IDENTIFIERS)
    return [name for name in names if name not in used]


def _scaling(settings: Settings) -> str:
    """Draw the scaling. It is the sidebar's own while the table is its data."""
    if settings.entry.uploaded:
        st.session_state[inbox.SCALING] = settings.scaling
    labels = [recipe.label.partition(" (")[0] for recipe in SCALINGS.values()]
    return _one(
        "Scaling", tuple(SCALINGS), inbox.SCALING, _HELPS["Scaling"], labels, _scale_sidebar
    )


def _scale_sidebar() -> None:
    now = sidebar.current()
    if now.entry.uploaded:
        sidebar.choose(replace(now, scaling=st.session_state[inbox.SCALING]))


def _one(
    label: str,
    choices: tuple[str, ...],
    key: str,
    help: str,
    labels: Sequence[str],
    on_change: Callable[[], None] | None = None,
) -> str:
    """Draw one of the choices that the file allows."""
    words = dict(zip(choices, labels, strict=True))
    one = Setting(
        key,
        label,
        "choice",
        choices[0],
        choices=choices,
        help=help,
        widget="menu",
        words=words,
        width=WIDTH,
    )
    return str(PageSettings(one).draw(key, on_change=on_change))


def _labels(names: Iterable[str]) -> tuple[str, ...]:
    """Return short labels, all different: the browser sends back the label that it was shown."""
    return unique_names([one_line(name, LONGEST_OPTION) or "(blank)" for name in names])
