"""The sentences and tables of the page `sampling`, from its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.algorithms import by_word
from aelr_core.analysis.draws import (
    KNOWN,
    UNIFORM,
    ZERO,
    Scheme,
    SecondMoment,
    SplitSizes,
    never_drawn,
    top_share,
)
from aelr_core.analysis.phase_one import PhaseOne, PiFilm, share_of_looks
from aelr_core.checks import Floats
from aelr_core.families import family_facts
from pages.ui import about_data
from pages.ui.numerals import NOTHING, amount, percent
from pages.ui.settings import Settings
from pages.ui.texts import text

SHORT = {
    "uniform": "uniform",
    "known": "best for {family}",
    "other": "best for {other}",
    "careful": "two-phased, ε theory",
    "zero": "two-phased, ε = 0",
}
OTHER_FAMILY = {"ridge": "lasso", "lasso": "ridge"}
# The joint algorithms, by their words: with known moments, and with learnt ones.
JOINT, ADAPTIVE = "joint", "adaptive"
TOP = 0.1
RARE_ENOUGH = 0.05
# The columns of the table; `texts/sampling/columns.md` says what is in each.
EXACT, FOUND, RARE, WORST, LOST = (
    "E‖x̃‖²",
    "simulated",
    "too rare",
    "max E[x̃ᵢ²]",
    "never seen",
)


def purpose(settings: Settings) -> str:
    """Return what the page shows, and for which data."""
    return (
        f"Ways to draw attributes of **{about_data.name(settings)}** with d = {settings.d:,}, "
        f"k + 1 = {settings.budget} draws per example, {settings.family}: how unequal the draws "
        f"are, how large they make the estimate x̃, and what must be estimated first (sections 3 "
        f"and 4 of the paper). The sidebar sets data, family and budget."
    )


def short(key: str, family: str) -> str:
    """Return a scheme's name where there is little room."""
    return SHORT[key].format(family=family, other=OTHER_FAMILY[family])


def distributions(known: PhaseOne, at: int, settings: Settings) -> dict[str, tuple[str, Floats]]:
    """Return the name and q of every scheme, and the shares of looks of the joint sample."""
    family = settings.family
    found = {key: (short(key, family), one.q) for key, one in known.schemes(at).items()}
    share = share_of_looks(known.M, settings.budget)
    joint = by_word(JOINT, family)
    return found | {joint.key: (f"{joint.own_label}, π/(k + 1)", share)}


def schemes(found: dict[str, Scheme], family: str, at_m1: int, *, blind: bool) -> str:
    """Return the caption of the picture of q; `blind`: phase one has seen only zeros."""
    own = family_facts(family)
    unseen = never_drawn(found[ZERO].q)
    if blind:
        zero = "Phase one has seen only zeros, so with ε = 0 the draws are still uniform."
    elif unseen:
        zero = f"With ε = 0, {unseen:,} attributes are never drawn and leave gaps."
    else:
        zero = "With ε = 0, every attribute is drawn."
    return (
        f"The best q for {family} is proportional to ${own.rule_latex}$ ({own.rule_source}). The "
        f"two-phased algorithm ({own.two_phased}) has only the estimate from {at_m1:,} examples: "
        f"as m₁ grows, its points approach the line. {zero} The joint sample of "
        f"{by_word(JOINT, family).label} ({by_word(JOINT, family).origin}) sees attribute i with "
        f"probability $\\pi_i$; at the start $\\pi_i/(k + 1)$ follows $\\sqrt{{M_i}}$, up to a cap."
    )


def shares(found: dict[str, Scheme], family: str) -> str:
    """Return the sentence about the top tenth."""
    n, known = top_share(found[KNOWN].q, TOP)
    _, blind = top_share(found[UNIFORM].q, TOP)
    who = f"the top {TOP:.0%} of attributes ({n:,})" if n > 1 else "the most drawn attribute"
    return (
        f"With the best q for {family}, **{who} get{'s' if n == 1 else ''} {known:.0%} of the "
        f"draws**; with uniform sampling, {blind:.0%}."
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
    """Return the caption of the picture of second moments."""
    return (
        "$E\\|\\tilde x\\|^2 = \\frac1{k_x}\\sum_i M_i/q_i + (1 - \\frac1{k_x})\\,E\\|x\\|^2$ "
        f"with $k_x$ = {k_x} (Lemma 3.2, where the paper prints E[‖x‖]² for the last term). The "
        "bounds of ridge depend on it, those of lasso on the largest E[x̃ᵢ²] (Lemma 4.2)."
    )


def rare_note(rows: Sequence[SecondMoment], family: str) -> str:
    """Return why the simulation may be below the exact value."""
    worst = max(rows, key=lambda row: row.rare)
    if worst.rare < RARE_ENOUGH:
        return "Rare events matter little in every scheme: simulation and formula agree."
    return (
        f"**A simulated value far below the exact one is no error.** Part of a second moment may "
        f"come from huge values that are too rare for these examples: with the scheme "
        f"*{short(worst.key, family)}* it is {percent(worst.rare)} of E‖x̃‖². Until one occurs, "
        f"the simulation and its standard error are too small. A scheme that never draws some "
        f"attributes has a small second moment, but is biased."
    )


def unseen(known: PhaseOne, at: int, family: str) -> str:
    """Return the caption of the picture of what phase one has not seen."""
    found, own = known.estimates, family_facts(family)
    d = len(known.M)
    never, zeros = int(found.never_drawn[at]), int(found.only_zeros[at])
    lost = float(found.lost(known.M)[at])
    uniform_first = " (While only zeros have been seen, the draws stay uniform.)"
    if never + zeros == 0:
        effect = "Even with ε = 0, phase two draws every attribute."
    elif found.blind[at]:
        effect = (
            "Phase one has seen only zeros: all estimates are 0, so even with ε = 0 phase two "
            "draws uniformly and loses nothing."
        )
        uniform_first = ""
    elif lost < NOTHING:
        effect = "With ε = 0, phase two never draws them, but they are 0 in every row: no loss."
    else:
        effect = (
            f"With ε = 0, as in the paper's experiments, phase two never draws them: "
            f"{percent(lost)} of E‖x‖² is lost, and x̃ is biased there."
        )
    return (
        f"After m₁ = {int(found.m1[at]):,} examples with {known.draws} counted draws each, "
        f"**{never:,}** of {d:,} attributes were never drawn and **{zeros:,}** were drawn, but 0 "
        f"each time. {effect}{uniform_first} The theory's ε is {float(found.epsilon[at]):.3g} "
        f"({own.two_phased})."
    )


def estimate(known: PhaseOne, at: int, family: str) -> str:
    """Return the caption of the picture of E‖x̃‖² against m₁."""
    lemma = family_facts(family).convergence
    return (
        f"With the theory's safety margin ε, phase two starts near uniform draws and approaches "
        f"known moments as ε shrinks like 1/m₁ ({lemma}); this takes far more examples than with "
        f"ε = 0. Shown: m₁ = {int(known.estimates.m1[at]):,}; the sidebar's m₁ is {known.m1:,}."
    )


def splits(found: SplitSizes, settings: Settings) -> str:
    """Return the caption of the picture of splits."""
    return (
        f"At the start w = 0, so ⟨w, x⟩ = 0 is known and every draw for φ̃ is wasted. Near the end "
        f"the noise of φ̃ matters too: with moment-aware p the minimum is at $k_x$ = "
        f"**{found.best}** of {settings.budget} draws. The theory uses $k_x$ = {found.theory}, the "
        f"paper's experiments {found.even} (section 5). Exact over {found.rows:,} rows, with the "
        f"best q for {settings.family}."
    )


def film_purpose(family: str) -> str:
    """Return what the film of π shows, and of which algorithm."""
    own, knows = by_word(ADAPTIVE, family), by_word(JOINT, family).label
    return text("sampling/film", label=own.label, origin=own.origin, knows=knows)


def films(found: PiFilm, family: str) -> dict[str, tuple[str, Floats]]:
    """Return the names of the two algorithms and their π, by key."""
    learns, knows = by_word(ADAPTIVE, family), by_word(JOINT, family)
    return {
        learns.key: (learns.own_label, found.adaptive),
        knows.key: (knows.own_label, found.known),
    }


def film(found: PiFilm, settings: Settings) -> str:
    """Return the caption of the film."""
    at, apart = int(found.examples[-1]), found.apart
    all_rows = "all" if at == settings.size.rows else "the first"
    closer = "come closer, but never agree" if apart[-1] < apart[0] else "drift apart again"
    return (
        f"One run over {all_rows} {at:,} training rows, k + 1 = {settings.budget}, with the same "
        f"examples for both. π follows the moments and, more and more, the weights w, which each "
        f"of the two learns for itself: so they {closer}. The share of looks in which they differ "
        f"is {percent(apart[0])} at first and {percent(apart[-1])} at the end."
    )


def other_image(label: str) -> str:
    """Return what is shown here if these images are chosen as data."""
    return (
        f"Choose **{label}** as data to see here, pixel by pixel, what the two-phased algorithm "
        f"estimates from its first m₁ examples."
    )
