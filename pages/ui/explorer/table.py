"""The table of a run: final errors, attributes to the target, gains, paired differences."""

from __future__ import annotations

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import View, target_of
from aelr_core.experiments import Result, summary
from aelr_core.experiments.summary import Difference, Row
from pages.ui.numerals import amount, fewer, signed
from pages.ui.tables import markdown_table

ENDS = {
    "relative_loss": "Final error",
    "error_rate": "Final error rate",
    "excess_risk": "Final excess risk",
}


def of(result: Result, view: View) -> str:
    """Return the table as Markdown."""
    found = lines(result, view)
    return markdown_table(list(found[0]), [list(line.values()) for line in found])


def lines(result: Result, view: View) -> list[dict[str, str]]:
    """Return the table, one row per algorithm, its cells by their headings."""
    target = target_of(result, view)
    rows = summary(result, target, view.value)
    return [_line(row, result, view, target is not None) for row in rows]


def _line(row: Row, result: Result, view: View, targeted: bool) -> dict[str, str]:
    """Return a row; if the run was stopped, it says where each curve ends."""
    several = len(result.curves[row.algorithm].runs) > 1
    error = f"{row.mean:.3g} ± {row.sd:.2g}" if several else f"{row.mean:.3g}"
    difference = _difference(row.difference)
    if not result.complete:
        error += f" at {row.attributes:,}"
        if row.difference is not None:
            difference += f" at {row.difference.attributes:,.0f}"
    return {
        "Algorithm": ALGORITHMS[row.algorithm].name_in(result.spec.mode),
        f"{ENDS[view.value]} ± SD": error,
        "Attributes to target": str(row.reach) if targeted else "",
        "Saving over uniform": _saving(row) if targeted else "",
        "Difference from uniform, 95 % interval": difference,
        "Step size": _step(row.algorithm, result),
    }


def _saving(row: Row) -> str:
    if row.gain is None:
        return ""
    return f"{'at least ' if row.reach.at_most and row.gain != 1 else ''}{fewer(1 / row.gain)}"


def _difference(found: Difference | None) -> str:
    if found is None:
        return ""
    if found.low is None or found.high is None:
        return signed(found.mean, plus=True)
    mean, low, high = (signed(x, plus=True) for x in (found.mean, found.low, found.high))
    return f"{mean} ({low} to {high})"


def _step(key: str, result: Result) -> str:
    setting = result.curves[key].setting
    if setting is None:
        return ""
    if setting.number_is == "eta":
        return f"η = {setting.number:.3g}"
    if setting.number_is == "factor":
        return "automatic" if setting.number == 1 else f"{amount(setting.number, 3)} × automatic"
    return f"{amount(setting.number, 3)} × the theory's"
