"""What the page `paper` has to look up: sizes, printed numbers, choices, how a claim is decided."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, log

from aelr_core.datasets import covertype, facts_of
from aelr_core.experiments import offline, prefix_search, problem, search
from aelr_core.experiments.folds import EFFORTS
from aelr_core.experiments.readings import ONE_STEP
from aelr_core.experiments.result import Trial
from aelr_core.paper import PANELS, Compared, Matrix, panels, shared_runs
from aelr_core.paper.sizes import LEAST, MOST, ROUND, RULE, SHARE, size_of
from aelr_core.paper.verdicts import CONFIDENCE, FEW, MARGIN, SHARES
from pages.ui.paper import numbers
from pages.ui.texts import text

EQUAL = {"rounded": "yes, rounded", "cut off": "only cut off, not rounded"}
# S(m), for the screen and for a file without KaTeX.
FORMULA = r"$$S(m) = \sum_i v_i\,\bigl(1 - (1 - M_i/d)^{k_x m_1}\bigr) \Big/ \sum_i v_i .$$"
PLAIN_FORMULA = "S(m) = Σᵢ vᵢ (1 − (1 − Mᵢ/d)^(k_x m₁)) / Σᵢ vᵢ."


def sizes(formula: str = FORMULA) -> str:
    """Return the rule for m, and in which figures it or a limit decides."""
    why: dict[str, list[str]] = {}
    for key, each in PANELS.items():
        why.setdefault(size_of(each.spec).why, []).append(key)
    decides = ", ".join(
        f"{what if what == RULE else f'“{what}”'} in {len(keys)} ({', '.join(keys)})"
        for what, keys in sorted(why.items(), key=lambda both: (both[0] != RULE, -len(both[1])))
    )
    return text(
        "paper/sizes",
        formula=formula,
        tenth=f"{1 / PANELS['1a'].spec.mode.m1_fraction:g}",
        round=f"{ROUND:,}",
        share=f"{SHARE:g}",
        least=f"{LEAST:,}",
        most=f"{MOST:,}",
        decides=f"Of {len(PANELS)} figures, m is set by {decides}.",
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


def number_rows(compared: Sequence[Compared]) -> list[dict[str, str]]:
    """Return the table of printed numbers. More columns would not fit on a phone."""
    return [
        {
            "Number": f"{each.printed.what} (figure {', '.join(each.printed.panels)})",
            "Printed": each.printed.text,
            "Ours": f"{each.ours:.4g}",
            "Equal": EQUAL.get(each.how, "no"),
            "Source of ours": each.printed.comes,
        }
        for each in compared
    ]


def choices(found: Matrix | None = None) -> str:
    """Return what the paper leaves open, what we chose, and why.

    found : whose numbers are named; those stored if None.
    """
    found = found or numbers.stored()
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
        round=f"{ROUND:,}",
        least=f"{LEAST:,}",
        most=f"{MOST:,}",
        rows=f"{facts_of('covertype').rows:,}",
        common=f"{100 * covertype.COUNTS[panels.SPECIES] / covertype.ROWS:.0f} %",
        norm_rows=f"{problem.ROWS:,}",
        ends=_ends(found),
        between=_between(found),
        **_searched(),
    )


def _ends(found: Matrix) -> str:
    """Return where AERR and DDAERR of 1a end under "one step"."""
    each = found.boards[ONE_STEP].panels.get("1a")
    if each is None:
        return "close to"
    ends = dict.fromkeys(f"{each.curves[name].mean[-1]:.2f}" for name in ("uniform", "known"))
    return f"at {' and '.join(ends)} of"


def _between(found: Matrix) -> str:
    """Return what the second round of a search has found between two steps of the first; or ""."""
    each = found.boards[ONE_STEP].panels.get("4")
    if each is None:
        return ""
    tried = each.result.searches["ddaelr"]
    best = tried.chosen
    if _of_the_first_round(best):
        return ""
    first = [trial for trial in tried.trials if _of_the_first_round(trial)]
    steps = {trial.multiplier: trial.loss for trial in first}
    below = max(step for step in steps if step < best.multiplier)
    above = min(step for step in steps if step > best.multiplier)
    return (
        f": on MNIST the loss of DDAELR is {steps[below]:.2f} at {below:.0f} times the theory's "
        f"step and {steps[above]:.2f} at {above:.0f} times, but {best.loss:.2f} in between, at "
        f"{best.multiplier:.0f} times"
    )


def _of_the_first_round(trial: Trial) -> bool:
    exponent = log(trial.multiplier, search.APART)
    return isclose(exponent, round(exponent), abs_tol=1e-9)


def _searched() -> dict[str, str]:
    """Return what searches try, by the names used in the choices."""
    folds, above = EFFORTS["each"].folds, search.AROUND + EFFORTS["fine"].above
    return {
        "coarse": f"{len(prefix_search.COARSE)}",
        "bounds": f"{len(prefix_search.COARSE_BOUNDS)}",
        "finalists": f"{prefix_search.FINALISTS}",
        "few_folds": f"{prefix_search.FEW_FOLDS}",
        "negligible": f"{prefix_search.NEGLIGIBLE}",
        "folds": f"{folds}",
        "other_folds": f"{folds - prefix_search.FEW_FOLDS}",
        "steps": f"{search.AROUND + 1 + above}",
        "below": f"{search.APART**search.AROUND:.0f}",
        "above": f"{search.APART**above:.0f}",
        "around": f"{len(search.AROUND_BEST)}",
        "apart": f"{search.APART ** search.AROUND_BEST[-3]:.2f}",
        "balls": f"{offline.BALLS_BELOW + offline.BALLS_ABOVE + 1}",
        "small_ball": f"{offline.BALLS_APART**offline.BALLS_BELOW:.0f}",
        "large_ball": f"{offline.BALLS_APART**offline.BALLS_ABOVE:.0f}",
    }


def how_decided() -> str:
    """Return how a claim is decided."""
    return text(
        "paper/how_decided",
        confidence=f"{CONFIDENCE * 100:g} %",
        margin=f"{MARGIN * 100:g} %",
        few=f"{SHARES[FEW] * 100:g} %",
        misses=f"{100 - CONFIDENCE * 100:.0f}",
        shared=f"{shared_runs.CONFIDENCE * 100:g} %",
    )
