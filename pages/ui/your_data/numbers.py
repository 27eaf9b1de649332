"""The findings of a visitor's table as tables, on the screen and for a spreadsheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from aelr_core.analysis.draws import cumulative_share
from aelr_core.analysis.your_table import Findings
from aelr_core.checks import Floats, Ints
from aelr_core.letters import FAMILIES
from pages.ui.prose import in_spreadsheet
from pages.ui.show import csv_table

# Draws, or rows, of which a list says how many go to each attribute.
DRAWS = 1_000


@dataclass(frozen=True, eq=False)
class Beside:
    """What stands beside the list: learnt weights with their spread, and prices, (d,) each."""

    weights: Floats | None = None
    spread: Floats | None = None
    prices: Floats | None = None

    def cells(self, i: int, draws: float) -> dict[str, float]:
        """Return the cells of attribute i, of which so many draws are made."""
        cells: dict[str, float] = {}
        if self.weights is not None and self.spread is not None:
            cells |= {"Learnt weight": float(self.weights[i]), "± over runs": float(self.spread[i])}
        if self.prices is not None:
            price = float(self.prices[i])
            cells |= {"Price": price, f"Cost of {DRAWS:,} draws": price * draws}
        return cells


def measuring_list(
    findings: Findings, family: str, beside: Beside | None = None
) -> list[dict[str, str | int | float]]:
    """Return how often to measure each attribute, as rows of a table, the most often first.

    Names are safe for spreadsheets: the table on the screen can be saved as well.
    """
    q = findings.known[family].q
    order = findings.ranked(family)
    so_far = cumulative_share(q)
    return [
        {
            "Rank": rank,
            "Attribute": in_spreadsheet(findings.attributes[i]),
            f"Of {DRAWS:,} draws": round(float(DRAWS * q[i]), 1),
            "Times uniform": float(q[i] * findings.d),
            "Share so far": float(share),
            "Second moment": float(findings.moments[i]),
            **(beside or Beside()).cells(int(i), float(DRAWS * q[i])),
        }
        for rank, (i, share) in enumerate(zip(order, so_far, strict=True), start=1)
    ]


def by_size(pi: Floats) -> Ints:
    """Return the numbers of the attributes, the one that is looked at most often first."""
    order: Ints = (-pi).argsort(kind="stable")
    return order


def looks_list(findings: Findings, pi: Floats, budget: int) -> list[dict[str, str | int | float]]:
    """Return in how many rows a joint sample looks at each attribute, the most frequent first.

    pi : (d,) inclusion probabilities; budget : k + 1.
    """
    return [
        {
            "Rank": rank,
            "Attribute": in_spreadsheet(findings.attributes[i]),
            f"Of {DRAWS:,} rows": round(float(DRAWS * pi[i]), 1),
            "Times uniform": float(pi[i] * findings.d / min(budget, findings.d)),
        }
        for rank, i in enumerate(by_size(pi), start=1)
    ]


def as_csv(findings: Findings, family: str, beside: Beside | None = None) -> bytes:
    """Return the whole list for a spreadsheet: UTF-8 with BOM, decimal points, no formulas."""
    order = findings.ranked(family)
    more = {
        "weight": beside.weights if beside else None,
        "weight_sd": beside.spread if beside else None,
        "price": beside.prices if beside else None,
    }
    there = {name: column for name, column in more.items() if column is not None}
    headings = (
        "rank",
        "attribute",
        "q_ridge",
        "q_lasso",
        f"share_so_far_{family}",
        "second_moment",
        *there,
    )
    so_far = cumulative_share(findings.known[family].q)
    rows = []
    for rank, (i, share) in enumerate(zip(order, so_far, strict=True), start=1):
        cells = (column[i] for column in there.values())
        numbers = (
            *(findings.known[each].q[i] for each in FAMILIES),
            share,
            findings.moments[i],
            *cells,
        )
        rows.append((rank, findings.attributes[i], *(float(number) for number in numbers)))
    return csv_table(headings, rows, digits=9).encode("utf-8-sig", errors="replace")


def column_report(findings: Findings) -> list[dict[str, str]]:
    """Return what happened to every column of the file, as rows of a table."""
    return [
        {
            "Column": in_spreadsheet(column.name),
            "Contents": column.kind,
            "Outcome": column.fate,
            "Details": in_spreadsheet(column.detail),
        }
        for column in findings.columns
    ]


def of_attributes(unit: str, than: str, *, digits: int) -> dict[str, Any]:
    """Return rank, name, how often of `DRAWS`, and how many times as often as uniform.

    They are so narrow that a list fits beside the sidebar, and four columns on a phone.

    Parameters
    ----------
    unit : what is counted, "draws" or "rows".
    than : what is as often as once.
    digits : of the count, behind the point.
    """
    often = f"Of {DRAWS:,} {unit}"
    number = st.column_config.NumberColumn
    return {
        "Rank": number(width=44),
        "Attribute": st.column_config.TextColumn(width=112),
        often: number(format=f"%.{digits}f", width=108),
        "Times uniform": number(
            "× uniform", help=f"Times as often as {than}.", format="%.2f", width=84
        ),
    }
