"""The sentences of the page `your_data`. No number is computed here."""

from __future__ import annotations

from collections import Counter

from aelr_core.algorithms import Algorithm, by_word
from aelr_core.analysis.draws import half_of_the_draws, never_drawn
from aelr_core.analysis.your_table import ENOUGH_ROWS, FEWEST_ROWS, SPLITS, Findings, Recommendation
from aelr_core.families import family_facts
from aelr_core.letters import FAMILIES
from pages.ui.prose import amount, fewer, filled, in_markdown, nothing_to_gain, sections, text
from pages.ui.show import markdown_table

_SAID = sections("your_data/words")
# What becomes of columns, in words.
_FATES = {
    "kept": "kept as numbers",
    "one-hot encoded": "one-hot encoded",
    "left out": "left out",
}


def headline(findings: Findings) -> str:
    """Return the size of the table and how its columns are used, in one line."""
    fates = Counter(column.fate for column in findings.columns)
    return filled(
        _SAID["Headline"],
        label=in_markdown(findings.label),
        rows=f"{findings.rows:,}",
        columns=f"{len(findings.columns) - 1:,}",
        fates=", ".join(f"{fates[fate]:,} {done}" for fate, done in _FATES.items() if fates[fate]),
        d=f"{findings.d:,}",
    )


def ratios(findings: Findings) -> str:
    """Return which family gains by the ratio, with both ratios."""
    rho = {family: each.rho for family, each in findings.known.items()}
    least = min(rho.values())
    heading = "Neither gains" if nothing_to_gain(least) else "Both gain"
    template = _SAID["One gains" if findings.gains else heading]
    both = {f"rho_{family}": f"{one:.3g}" for family, one in rho.items()}
    return filled(template, family=findings.gains, both=filled(_SAID["Both ratios"], **both))


def second_thoughts(findings: Findings) -> str:
    """Return for which families choosing attributes costs more than seeing all; "" if none."""
    costs = {name: fewer(each.against_full) for name, each in findings.known.items()}
    dear = [f"{cost} for {name}" for name, cost in costs.items() if cost.endswith("more")]
    budget, families = findings.known["ridge"].budget, " and ".join(dear)
    return filled(_SAID["Dear"], budget=budget, d=f"{findings.d:,}", costs=families) if dear else ""


def table(findings: Findings) -> str:
    """Return both families side by side, as Markdown."""
    ridge, lasso = findings.known["ridge"], findings.known["lasso"]
    budget = ridge.budget
    rows = (
        ("Improvement ratio ρ", f"{ridge.rho:.3g}", f"{lasso.rho:.3g}"),
        ("Effective dimension, H", f"{ridge.H:.3g}", f"{lasso.H:.3g}"),
        ("Best k, k*", f"{ridge.k_star}", f"{lasso.k_star}"),
        (f"The bounds say, at k + 1 = {budget}", fewer(ridge.saving), fewer(lasso.saving)),
    )
    return markdown_table(("", "Ridge", "Lasso"), rows)


def fine_print(findings: Findings) -> str:
    """Return what the numbers of the table mean."""
    theorems = " and ".join(by_word("known", family).bounds[0].source for family in FAMILIES)
    d = findings.d
    return filled(_SAID["Fine print"], least=f"{1 / d:.2g}", theorems=theorems, d=f"{d:,}")


def bars_shown(shown: int, d: int, done: str) -> str:
    """Return that bars show only some attributes, to go before a caption; "" if they show all.

    >>> bars_shown(20, 29, "drawn"), bars_shown(5, 5, "drawn")
    ('Bars: the 20 attributes of 29 that are drawn most often. ', '')
    """
    if shown >= d:
        return ""
    return f"Bars: the {shown:,} attributes of {d:,} that are {done} most often. "


def draws(findings: Findings, family: str) -> str:
    """Return what to see in the list."""
    q, order = findings.known[family].q, findings.ranked(family)
    never = never_drawn(q)
    sentence = filled(
        _SAID["Draws"],
        family=family,
        rule=family_facts(family).rule_latex,
        source=family_facts(family).rule_source,
        share=f"{q[order[0]]:.1%}",
        half=f"{half_of_the_draws(q):,}",
        d=f"{findings.d:,}",
        first=in_markdown(findings.attributes[int(order[0])], 40),
    )
    them = "One is" if never == 1 else f"{never:,} are"
    return f"{sentence} {filled(_SAID['Never drawn'], them=them)}" if never else sentence


def named(algorithm: Algorithm) -> str:
    """Return the plain name of an algorithm and its label.

    >>> named(by_word("adaptive", "ridge"))
    'Learns as it goes (Adaptive JAERR)'
    """
    return f"{algorithm.does} ({algorithm.label})"


def why(of: Recommendation) -> str:
    """Return why it is recommended, and what it pays."""
    return text(
        "your_data/why",
        label=named(of.algorithm),
        family=of.algorithm.family,
        budget=min(of.budget, of.d),
        rows=f"{of.rows:,}",
        price=f"{of.price:,}",
        all=f"{of.price_of_all:,}",
    )


def when_not(of: Recommendation) -> str:
    """Return what speaks against it, on any table and on this one, as a list."""
    reasons = sections("your_data/when_not")
    chosen = (
        reasons["Ours"],
        reasons["Few rows" if of.few_rows else "Enough rows"],
        reasons["Aligned" if of.aligned else "Not aligned"],
        *([reasons["Costly"]] if of.costly else []),
    )
    numbers = {
        "ratio": amount(of.rows / of.d, 2),
        "enough": f"{ENOUGH_ROWS}",
        "alignment": f"{of.alignment:.2g}",
        "cost": fewer(max(of.cost, 1.0)).replace("none", "no fewer"),
    }
    lines = [filled(one, **numbers) for one in chosen]
    return "\n".join(f"- {line}" for line in lines)


def what_it_runs(of: Recommendation, *, runs: int, examples: int) -> str:
    """Return what the button does."""
    some = f"{examples:,} of {of.rows:,}" if examples < of.rows else f"{of.rows:,}"
    return text(
        "your_data/run",
        splits=f"{SPLITS}",
        runs=runs_each(runs),
        rows=some,
    )


def runs_each(runs: int) -> str:
    """Return how many runs each split has.

    >>> runs_each(10), runs_each(20)
    ('one run', '2 runs')
    """
    each = runs // SPLITS
    return "one run" if each == 1 else f"{each:,} runs"


def too_few(rows: int) -> str:
    """Return that a table has too few rows for a comparison."""
    return filled(_SAID["Too few"], rows=f"{rows:,}", fewest=FEWEST_ROWS)
