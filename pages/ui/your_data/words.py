"""The sentences of the page `your_data`. No number is computed here."""

from __future__ import annotations

from collections import Counter

from aelr_core.algorithms import by_word
from aelr_core.analysis.draws import half_of_the_draws, never_drawn
from aelr_core.analysis.your_table import Findings
from aelr_core.families import family_facts
from aelr_core.letters import FAMILIES
from pages.ui.numerals import fewer, gain, nothing_to_gain
from pages.ui.plain_text import in_markdown
from pages.ui.tables import markdown_table


def headline(found: Findings) -> str:
    """Return the size of the table and how its columns are used, in one line."""
    fates = Counter(column.fate for column in found.columns)
    parts = [
        f"{fates[fate]:,} {words}"
        for fate, words in (
            ("kept", "kept as numbers"),
            ("one-hot encoded", "one-hot encoded"),
            ("left out", "left out"),
        )
        if fates[fate]
    ]
    columns = len(found.columns) - 1
    return (
        f"**{in_markdown(found.label)}**: {found.rows:,} rows, {columns:,} columns besides the "
        f"target ({', '.join(parts)}), so d = {found.d:,} attributes."
    )


def ratios(found: Findings) -> str:
    """Return which family gains by the ratio, with both ratios."""
    ridge, lasso = found.known["ridge"].rho, found.known["lasso"].rho
    both = f"$\\rho_\\text{{ridge}}$ = {ridge:.3g}, $\\rho_\\text{{lasso}}$ = {lasso:.3g}"
    if found.gains is not None:
        rho = found.known[found.gains].rho
        return (
            f"**By the ratio, {found.gains} gains more:** there is {gain(rho)} to gain from "
            f"choosing attributes by their moments ({both})."
        )
    most = gain(min(ridge, lasso))
    if nothing_to_gain(min(ridge, lasso)):
        return f"**By the ratio, neither family gains:** your attributes are nearly alike ({both})."
    return f"**By the ratio, both families gain equally:** there is {most} to gain ({both})."


def second_thoughts(found: Findings) -> str:
    """Return for which families choosing attributes costs more than seeing all; "" if none."""
    costs = {name: fewer(each.against_full) for name, each in found.known.items()}
    dear = [f"{cost} for {name}" for name, cost in costs.items() if cost.endswith("more")]
    if not dear:
        return ""
    return (
        f"At k + 1 = {found.known['ridge'].budget}, choosing attributes needs more of them in "
        f"total than seeing all {found.d:,} of fewer examples: {' and '.join(dear)}."
    )


def table(found: Findings) -> str:
    """Return both families side by side, as Markdown."""
    ridge, lasso = found.known["ridge"], found.known["lasso"]
    budget = ridge.budget
    rows = (
        ("Improvement ratio ρ", f"{ridge.rho:.3g}", f"{lasso.rho:.3g}"),
        ("Effective dimension, H", f"{ridge.H:.3g}", f"{lasso.H:.3g}"),
        ("Best k, k*", f"{ridge.k_star}", f"{lasso.k_star}"),
        (f"Predicted saving at k + 1 = {budget}", fewer(ridge.saving), fewer(lasso.saving)),
        ("Saving over full information", fewer(ridge.against_full), fewer(lasso.against_full)),
    )
    return markdown_table(("", "Ridge", "Lasso"), rows)


def fine_print(found: Findings) -> str:
    """Return what the numbers of the table mean."""
    d = found.d
    theorems = " and ".join(by_word("known", family).bounds[0].source for family in FAMILIES)
    return (
        f"ρ lies between 1/d = {1 / d:.2g} and 1, and lower is better; it is a property of the "
        f"data. The predicted saving compares the examples needed with those of uniform sampling "
        f"on the same table, by the bounds ({theorems}); the saving over full information compares "
        f"the attributes. H takes "
        f"the place of d = {d:,} in the bounds, and k* is near √H. The budget is the sidebar's."
    )


def bars_shown(shown: int, d: int, done: str) -> str:
    """Return that bars show only some attributes, to go before a caption; "" if they show all.

    >>> bars_shown(20, 29, "drawn"), bars_shown(5, 5, "drawn")
    ('Bars: the 20 attributes of 29 that are drawn most often. ', '')
    """
    if shown >= d:
        return ""
    return f"Bars: the {shown:,} attributes of {d:,} that are {done} most often. "


def draws(found: Findings, family: str) -> str:
    """Return what to see in the list."""
    q, order = found.known[family].q, found.ranked(family)
    half, never = half_of_the_draws(q), never_drawn(q)
    first = in_markdown(found.attributes[int(order[0])], 40)
    own = family_facts(family)
    said = (
        f"For {family}, the best q is proportional to ${own.rule_latex}$ ({own.rule_source}): "
        f"{first} comes first with {q[order[0]]:.1%} of the draws, and half of all draws go to "
        f"{half:,} of {found.d:,} attributes."
    )
    if never:
        them = "One is" if never == 1 else f"{never:,} are"
        said += f" {them} never drawn: 0 in every training row after scaling."
    return said
