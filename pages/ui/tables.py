"""Tables as text: Markdown for the screen, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from pages.ui.plain_text import in_spreadsheet


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown, which a screen reader reads and no script has to draw.

    The first column names the rows; the others are aligned at the right, as numbers are.

    >>> print(markdown_table(["Algorithm", "Gain"], [["AERR", "1 ×"]]))
    | Algorithm | Gain |
    |:---|---:|
    | AERR | 1 × |
    """
    head, *body = (f"| {' | '.join(cells)} |" for cells in (headings, *rows))
    return "\n".join([head, "|:---|" + "---:|" * (len(headings) - 1), *body])


def csv_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str | float]],
    digits: int | None = None,
) -> str:
    r"""Return a table as CSV: decimal points, no thousands separators, and no formulas.

    A text that a spreadsheet could take for a formula (a visitor's file and its columns may have
    any name) gets an apostrophe in front. Floats have this many digits; all of them by default.

    >>> csv_table(["name", "q"], [["=cmd()", 2 / 3], ["b", -1]], digits=3)
    "name,q\r\n'=cmd(),0.667\r\nb,-1\r\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    for cells in (headings, *rows):
        writer.writerow([_cell(cell, digits) for cell in cells])
    return out.getvalue()


def _cell(cell: str | float, digits: int | None) -> str | float:
    if isinstance(cell, str):
        return in_spreadsheet(cell)
    return f"{cell:.{digits}g}" if digits is not None and isinstance(cell, float) else cell
