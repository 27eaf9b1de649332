"""What the page `paper` has to look up: sizes, printed numbers, choices, how a claim is decided."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.paper import PANELS, Compared, panels
from aelr_core.paper.sizes import LEAST, MOST, ROUND, SHARE, size_of
from aelr_core.paper.verdicts import CONFIDENCE, FEW, MARGIN, SHARES
from pages.ui.texts import text

EQUAL = {"rounded": "yes, rounded", "cut off": "only cut off, not rounded"}
# S(m), for the screen and for a file without KaTeX.
FORMULA = r"$$S(m) = \sum_i v_i\,\bigl(1 - (1 - M_i/d)^{k_x m_1}\bigr) \Big/ \sum_i v_i .$$"
PLAIN_FORMULA = "S(m) = Σᵢ vᵢ (1 − (1 − Mᵢ/d)^(k_x m₁)) / Σᵢ vᵢ."


def sizes(formula: str = FORMULA) -> str:
    """Return the rule for m, and in which figures its limit binds."""
    bound = [key for key, each in PANELS.items() if size_of(each.spec).by_rule > MOST]
    return text(
        "paper/sizes",
        formula=formula,
        tenth=f"{1 / PANELS['1a'].spec.mode.m1_fraction:g}",
        round=f"{ROUND:,}",
        share=f"{SHARE:g}",
        least=f"{LEAST:,}",
        most=f"{MOST:,}",
        bound=", ".join(bound),
    )


def size_rows() -> list[dict[str, str]]:
    """Return the table of m by the rule, for each panel. More columns do not fit on a phone."""
    return [
        {
            "Figure": key,
            "By the rule": f"{size.by_rule:,}",
            "Taken": f"{size.m:,}: {size.why}",
            "S at m/10 and m": f"{size.first:.2f}, {size.full:.2f}",
            "One step": f"{each.spec.examples:,}",
        }
        for key, each in PANELS.items()
        for size in (size_of(each.spec),)
    ]


def number_rows(numbers: Sequence[Compared]) -> list[dict[str, str]]:
    """Return the table of printed numbers. More columns would not fit on a phone."""
    return [
        {
            "Number": f"{each.printed.what} (figure {', '.join(each.printed.panels)})",
            "Printed": each.printed.text,
            "Ours": f"{each.ours:.4g}",
            "Equal": EQUAL.get(each.how, "no"),
            "Source of ours": each.printed.comes,
        }
        for each in numbers
    ]


def choices() -> str:
    """Return what the paper leaves open, what we chose, and why."""
    return text(
        "paper/choices",
        simulated=f"{panels.SIMULATED:,}",
        steepest=f"{panels.STEEPEST:,}",
        mnist=f"{panels.MNIST:,}",
        covertype=f"{panels.COVERTYPE:,}",
        points=panels.POINTS,
        species=panels.SPECIES,
        data_sets=panels.DATA_SETS,
        runs=panels.RUNS,
        fewer=panels.FEWER_RUNS,
        share=f"{SHARE * 100:g} %",
        least=f"{LEAST:,}",
        most=f"{MOST:,}",
    )


def how_decided() -> str:
    """Return how a claim is decided."""
    return text(
        "paper/how_decided",
        confidence=f"{CONFIDENCE * 100:g} %",
        margin=f"{MARGIN * 100:g} %",
        few=f"{SHARES[FEW] * 100:g} %",
        misses=f"{100 - CONFIDENCE * 100:.0f}",
    )
