"""What the page `sampling` says about its numbers. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence

from pages.ui.numerals import NOTHING, amount, percent
from pages.ui.ratios.words import data_name
from pages.ui.sampling.numbers import PhaseOne, SplitSizes
from pages.ui.sampling.schemes import KNOWN, UNIFORM, ZERO, Scheme, SecondMoment, top_share
from pages.ui.settings import Settings

SHORT = {
    "uniform": "uniform",
    "known": "best for {family}",
    "other": "best for {other}",
    "careful": "two-phased, ε theory",
    "zero": "two-phased, ε = 0",
}
OTHER_FAMILY = {"ridge": "lasso", "lasso": "ridge"}
RULE = {"ridge": "$\\sqrt{M_i}$ (equation 4)", "lasso": "$M_i$ (Lemma 4.3)"}
ALGORITHM = {"ridge": "Algorithm 2", "lasso": "Algorithm 4"}
TOP = 0.1
RARE_ENOUGH = 0.05
EXACT, FOUND, RARE, WORST, LOST = (
    "E‖x̃‖²",
    "simulated",
    "too rare",
    "max E[x̃ᵢ²]",
    "never seen",
)
# What is in each column.
COLUMNS = {
    "Scheme": "How attributes are drawn.",
    EXACT: "By the formula, for the known second moments.",
    FOUND: "Mean over the simulated examples, ± its standard error.",
    RARE: "The part of E‖x̃‖² from attributes that these examples should show other than 0 less "
    "than once.",
    WORST: "The largest second moment of one entry of x̃, which lasso wants small.",
    LOST: "The part of E‖x‖² in attributes with q = 0: x̃ is biased there.",
}
PIXELS_HEIGHT = 240
PIXELS = (
    "Each pixel is an attribute; the stronger its colour, the more often it is drawn. Ridge "
    "spreads its draws ($\\sqrt{M_i}$), lasso concentrates them ($M_i$). Pixels that are the same "
    "in every picture are never drawn. Figures 3 and 4 of the paper learn from MNIST."
)
PIXELS_ESTIMATED = (
    "What the two-phased algorithm draws by after phase one, with the theory's ε and with ε = 0. "
    "Move m₁ at the top of the page: the pictures close in on the best ones."
)


def purpose(settings: Settings) -> str:
    """Return what the page is for, with the data it is about."""
    return (
        f"All ways of drawing attributes on **{data_name(settings)}** with d = {settings.d:,}, "
        f"k + 1 = {settings.budget} draws an example, {settings.family}: how unequal they are, how "
        f"large they make the estimate x̃, and what has to be found out first (sections 3 and 4 "
        f"of the paper). The sidebar chooses data, family and budget."
    )


def short(key: str, family: str) -> str:
    """Return a scheme's name where there is little room."""
    return SHORT[key].format(family=family, other=OTHER_FAMILY[family])


def schemes(found: dict[str, Scheme], family: str, at_m1: int, *, blind: bool) -> str:
    """Return what to see in the picture of q; `blind` if phase one has seen nothing but 0."""
    unseen = int((found[ZERO].q == 0).sum())
    if blind:
        zero = "Nothing but 0 has been seen yet, so with ε = 0 the draws are still uniform."
    elif unseen:
        zero = f"With ε = 0, {unseen:,} attributes are never drawn and leave gaps."
    else:
        zero = "With ε = 0 no attribute is left out any more."
    return (
        f"The best draws for {family} go by {RULE[family]}. Two-phased draws ({ALGORITHM[family]}) "
        f"know only what {at_m1:,} examples have shown: the points close in on the line as m₁ "
        f"grows. {zero}"
    )


def shares(found: dict[str, Scheme], family: str) -> str:
    """Return the sentence about the top tenth."""
    n, known = top_share(found[KNOWN].q, TOP)
    _, blind = top_share(found[UNIFORM].q, TOP)
    who = f"the top {TOP:.0%} of attributes ({n:,})" if n > 1 else "the one favourite attribute"
    return (
        f"Drawn best for {family}, **{who} get{'s' if n == 1 else ''} {known:.0%} of the draws**; "
        f"drawn uniformly, {blind:.0%}."
    )


def sizes(rows: Sequence[SecondMoment], family: str) -> dict[str, list[str]]:
    """Return the columns of the table of second moments."""
    return {
        "Scheme": [short(row.key, family) for row in rows],
        EXACT: [amount(row.exact) for row in rows],
        FOUND: [f"{amount(row.simulated)} ± {amount(row.error, 2)}" for row in rows],
        RARE: [percent(row.rare) for row in rows],
        WORST: [amount(row.worst, 3) for row in rows],
        LOST: [percent(row.lost) for row in rows],
    }


def sizes_note(k_x: int) -> str:
    """Return what to see in the picture of second moments."""
    return (
        f"E‖x̃‖² = (1/k_x) Σ Mᵢ/qᵢ + (1 − 1/k_x) E‖x‖² with k_x = {k_x} (Lemma 3.2, where the paper "
        "prints E[‖x‖]² for the last term). Ridge wants this small, lasso the largest E[x̃ᵢ²] "
        "(Lemma 4.2)."
    )


def rare_note(rows: Sequence[SecondMoment], family: str) -> str:
    """Return why a simulation may stay below the exact value."""
    worst = max(rows, key=lambda row: row.rare)
    if worst.rare < RARE_ENOUGH:
        return "No scheme hides much in rare events: simulation and formula agree."
    return (
        f"A second moment may sit in events so rare that these examples hardly meet them: with the "
        f"scheme *{short(worst.key, family)}* it is {percent(worst.rare)} of E‖x̃‖². Then the "
        f"simulation stays below the exact value, until a rare, huge value comes along. A scheme "
        f"that never sees part of x looks small and is biased."
    )


def unseen(known: PhaseOne, at: int, family: str) -> str:
    """Return what to see in the picture of what phase one has not seen."""
    found = known.estimates
    d = len(known.M)
    never, zeros = int(found.never_drawn[at]), int(found.only_zeros[at])
    lost = float(found.lost(known.M)[at])
    uniform_first = " (Before anything but 0 is seen, draws stay uniform.)"
    if never + zeros == 0:
        effect = "Even with ε = 0 phase two draws all of them."
    elif found.blind[at]:
        effect = (
            "Nothing but 0 has been seen yet: all estimates are 0, so even with ε = 0 phase two "
            "draws uniformly and leaves nothing out."
        )
        uniform_first = ""
    elif lost < NOTHING:
        effect = "With ε = 0 phase two never draws them, but they are 0 in every row: no loss."
    else:
        effect = (
            f"With ε = 0, as in the paper's experiments, phase two never draws them: "
            f"{percent(lost)} of E‖x‖² is lost, and x̃ is biased there."
        )
    return (
        f"After m₁ = {int(found.m1[at]):,} examples with {known.draws} counted draws each, "
        f"**{never:,}** of {d:,} attributes were never drawn and **{zeros:,}** only seen as 0. "
        f"{effect}{uniform_first} The theory's ε is "
        f"{float(found.epsilon[at]):.3g} here ({ALGORITHM[family]})."
    )


def estimate(known: PhaseOne, at: int, family: str) -> str:
    """Return what to see in the picture of E‖x̃‖² against m₁."""
    lemma = {"ridge": "Lemma 3.7", "lasso": "Lemma 4.8"}[family]
    return (
        f"With the theory's safety margin phase two starts near uniform draws and comes down "
        f"towards known moments as ε shrinks like 1/m₁ ({lemma}), which takes far more examples "
        f"than ε = 0 does. Now m₁ = {int(known.estimates.m1[at]):,}; the sidebar says "
        f"{known.m1:,}."
    )


def splits(found: SplitSizes, settings: Settings) -> str:
    """Return what to see in the picture of splits."""
    best = int(found.k_x[found.moment_aware.argmin()])
    return (
        f"At the start w = 0, ⟨w, x⟩ is known to be 0 and every draw for φ̃ is wasted. Near the "
        f"end the noise of φ̃ counts as well: with moment-aware p the least is at k_x = **{best}** "
        f"of {settings.budget}. The theory takes k_x = {found.theory}, the paper's experiments "
        f"{found.even} (section 5). Exact over 1,000 rows, q best for {settings.family}."
    )


def other_image(label: str) -> str:
    """Return what there would be to see if the sidebar's data were these pictures."""
    return (
        f"With **{label}** in the sidebar, this place shows what the two-phased algorithm has made "
        f"of its first m₁ examples, pixel by pixel."
    )
