"""What the page `ratios` says about its numbers. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import by_word
from aelr_core.analysis.what_if import Compared, Place, Printed
from aelr_core.families import family_facts
from aelr_core.letters import FAMILIES
from pages.ui import about_data
from pages.ui.numerals import fewer, signed
from pages.ui.plain_text import in_chart, in_markdown
from pages.ui.settings import Settings
from pages.ui.tables import markdown_table

EQUATIONS = {"ridge": "11", "lasso": "12"}


def hover(place: Place) -> str:
    """Return what the map says over a data set."""
    like = (
        "smaller than at any α shown"
        if place.outside
        else f"like power-law data with α = {signed(place.alpha)}"
    )
    name = in_chart(place.label, about_data.LONGEST_NAME)
    return f"<b>{name}</b><br>d = {place.d:,}, ρ = {place.rho:.3g}<br>{like}"


def map_caption(family: str, places: Sequence[Place]) -> str:
    """Return what to see on the map."""
    bundled = [place for place in places if not place.uploaded]
    least = min(bundled, key=lambda place: place.rho)
    most = max(bundled, key=lambda place: place.rho)
    own = "".join(
        f" The star is your table **{in_markdown(place.label, about_data.LONGEST_NAME)}** "
        f"(ρ = {place.rho:.2g})."
        for place in places
        if place.uploaded
    )
    return (
        f"Lines of equal $\\rho_\\text{{{family}}}$ (equation {EQUATIONS[family]}). A data set is "
        f"placed where power-law data would have its d and ρ. Of the bundled data sets, "
        f"**{least.label}** has the most to gain (ρ = {least.rho:.2g}) and **{most.label}** the "
        f"least (ρ = {most.rho:.2g}).{own}"
    )


def sidebar(settings: Settings) -> str:
    """Return what the sidebar says, in words."""
    return (
        f"{about_data.name(settings)}: {settings.family}, k + 1 = {settings.budget:,} of "
        f"d = {settings.d:,}. Change it in the sidebar."
    )


def table(sides: Mapping[str, Compared]) -> str:
    """Return the comparison as a table of Markdown, a column per setting."""
    here = {letter: side.here for letter, side in sides.items()}
    rows: list[tuple[str, list[str]]] = [
        (
            "Second moments",
            [in_markdown(side.label, about_data.LONGEST_NAME) for side in sides.values()],
        ),
        ("Family", [p.family for p in here.values()]),
        ("Attributes, k + 1 of d", [f"{p.budget:,} of {p.d:,}" for p in here.values()]),
        ("Ratio, $\\rho_\\text{ridge}$", [f"{p.rho_ridge:.3g}" for p in here.values()]),
        ("Ratio, $\\rho_\\text{lasso}$", [f"{p.rho_lasso:.3g}" for p in here.values()]),
        (
            "Effective dimension, $H$",
            [f"{family_facts(p.family).H} = {p.H:.3g}" for p in here.values()],
        ),
        ("Best $k$, $k^*$", [f"{p.k_star:,}" for p in here.values()]),
        (
            "Bound relative to uniform sampling",
            [f"{side.bounds_ratio:.3g} (k = {side.here.k})" for side in sides.values()],
        ),
        ("Predicted saving", [fewer(p.saving) for p in here.values()]),
        ("Saving over full information", [fewer(p.against_full) for p in here.values()]),
    ]
    return markdown_table(["", *sides], [[name, *cells] for name, cells in rows])


def verdict(a: Compared, b: Compared) -> str:
    """Return which of the two gains more from choosing by the moments."""
    by = {"A": a.here.saving, "B": b.here.saving}
    if abs(by["A"] - by["B"]) < 1e-3 * max(by.values()):
        return f"**A and B gain equally:** both need {_examples(by['A'])}."
    winner, other = sorted(by, key=by.__getitem__)
    needs = f"{_examples(by[winner])}; {other} needs {_examples(by[other])}"
    return f"**{winner} gains more** from drawing by the moments: by the bounds, it needs {needs}."


def _examples(saving: float) -> str:
    found = fewer(saving)
    if found == "none":
        return "as many examples as uniform sampling"
    return f"{found} examples than uniform sampling"


def no_table(used: str) -> str:
    """Return why a link's table is not shown, and what is."""
    return f"your table has to be loaded first, on the page Your data, so “{used}” is used"


def reduced(letter: str, asked: int, d: int) -> str:
    """Return why a side has a smaller budget than asked for."""
    return f"Setting {letter} has only d = {d:,} attributes: k + 1 = {d:,} is used, not {asked:,}."


def fine_print(sides: Mapping[str, Compared]) -> str:
    """Return what the table's numbers are about."""
    families = dict.fromkeys(side.here.family for side in sides.values())
    theorems = " and ".join(by_word("known", family).bounds[0].source for family in families)
    profiles = [letter for letter, side in sides.items() if not side.of_data]
    filled = (
        f" A rule or list ({', '.join(profiles)}) is scaled until it fills the unit ball, so "
        "H = ρ·d; rows of data are divided by the largest row norm, which makes H smaller."
        if profiles
        else " Rows outside the unit ball are divided by the largest row norm."
    )
    return (
        f"From the bounds ({theorems}), and the same for every m and B. *Bound relative to "
        f"uniform sampling* divides the bound with known moments by the one for uniform sampling, "
        f"both as printed in the paper (with its √2), for k draws for x̃ by the sidebar's split. "
        f"*Predicted saving* compares the examples needed with those of uniform sampling on the "
        f"same data, (ρd/k + 1)/(d/k + 1); *saving over full information* compares the "
        f"attributes, (k + 1)(1 + H/k)/d, both with k + 1 attributes per example.{filled}"
    )


def printed_table(rows: Sequence[Printed]) -> str:
    """Return the paper's printed ratios beside ours, as a table of Markdown."""
    lines = []
    for row in rows:
        cells = [f"{row.what}, {row.d}"]
        for family in FAMILIES:
            mark = "" if row.agreement(family) == "rounded" else " ¹"
            cells.append(f"{row.ours[family]:.4g} ({row.printed[family]}){mark}")
        lines.append(cells)
    headings = (f"$\\rho_\\text{{{family}}}$ (printed)" for family in FAMILIES)
    return markdown_table(["Data, d", *headings], lines)


def printed_note(rows: Sequence[Printed]) -> str:
    """Return the footnote of that table."""
    found = {row.agreement(family) for row in rows for family in ("ridge", "lasso")}
    if "differs" in found:
        return "¹ Our value differs from the printed one, or the paper cut the digits off."
    return "¹ The paper cut the digits off here; all other values are rounded."
