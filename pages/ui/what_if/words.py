"""What the page `what_if` says about its numbers: templates of `texts/what_if/words.md`, filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan

from aelr_core.algorithms import by_word
from aelr_core.analysis.draws import CAREFUL, KNOWN, OTHER, ZERO, top_share
from aelr_core.analysis.phase_one import PhaseOne, PiFilm
from aelr_core.analysis.what_if import Place
from aelr_core.checks import Floats
from aelr_core.plots.theme import Look
from pages.ui import data, prose
from pages.ui.figures.what_if import CIRCLE, STAR, Point
from pages.ui.prose import NOTHING, fewer, filled, in_chart, in_markdown, percent, sections, signed
from pages.ui.settings import Settings
from pages.ui.what_if.numbers import Compared

TOP = 0.1
MEASURED, BOUNDS = "Attributes needed,<br>measured", "Attributes needed,<br>the bounds say"
OTHER_FAMILY = {"ridge": "lasso", "lasso": "ridge"}


def say(part: str, **fields: object) -> str:
    """Return a part of the page's text."""
    return filled(sections("what_if/words")[part], **fields)


def point(place: Place, family: str) -> Point:
    """Return a mark on the map, with the words shown over it."""
    like = (
        "smaller than at any α shown"
        if place.outside
        else f"like power-law data with α = {signed(place.alpha)}"
    )
    name = in_chart(place.label, data.LONGEST_NAME)
    over = f"<b>{name}</b><br>d = {place.d:,}, ρ = {place.rho:.3g}<br>{like}"
    symbol = STAR if place.uploaded else CIRCLE
    short = in_chart(place.short or place.label)
    return Point(short, place.alpha, place.d, place.rho, family, over, symbol)


def curves_title(sides: Mapping[str, Compared], look: Look) -> str:
    """Return what the curves show; on a projector also what the bars say, far below there."""
    return say("faster") + (f": {verdict(sides)}" if look.projector else "")


def curves_caption(sides: Mapping[str, Compared], look: Look) -> str:
    """Return what to see on the curves, and on a projector what follows."""
    if look.projector:
        return say("projected")
    others = [letter for letter, side in sides.items() if not side.power]
    stand = f"{' and '.join(others)} {'stands' if len(others) == 1 else 'stand'}"
    return say("curves") + (f" {say('others', stand=stand)}" if others else "")


def map_caption(places: Sequence[Place]) -> str:
    """Return what to see on the map."""
    bundled = sorted((one for one in places if not one.uploaded), key=lambda one: one.rho)
    least, most = bundled[0], bundled[-1]
    uploaded = [
        say("uploaded", name=in_markdown(one.label, data.LONGEST_NAME), rho=f"{one.rho:.2g}")
        for one in places
        if one.uploaded
    ]
    return say(
        "map",
        least=least.short,
        least_rho=f"{least.rho:.2g}",
        most=most.short,
        most_rho=f"{most.rho:.2g}",
        uploaded="".join(f" {one}" for one in uploaded),
    )


def verdict(sides: Mapping[str, Compared]) -> str:
    """Return the takeaway of the comparison, a title."""
    a, b = (percent(side.facts.rho) for side in sides.values())
    return f"A keeps {a} of the noise, B {b}"


def needs(side: Compared, *, measured: bool) -> dict[str, tuple[float, str]]:
    """Return what a side leaves and needs, as shares of uniform sampling's, with words."""
    rho, bound, found = side.facts.rho, side.facts.saving, side.measured
    rows = {"Noise left, ρ": (rho, percent(rho))}
    if found is not None:
        most = "at most " if found.at_most else ""
        rows[MEASURED] = found.share, f"{most}{100 * found.share:.0f}%"
    elif measured:
        rows[MEASURED] = nan, "no run yet" if side.can_run else ""
    return rows | {BOUNDS: (bound, f"{100 * bound:.0f}%")}


def needs_caption(sides: Mapping[str, Compared]) -> str:
    """Return what each side saves, measured first, and how to measure what is not."""
    parts = [_saving(letter, side) for letter, side in sides.items()]
    if any(side.can_run and side.measured is None for side in sides.values()):
        parts.append(say("no run"))
    return " ".join([*parts, say("needs")])


def _saving(letter: str, side: Compared) -> str:
    bounds = fewer(side.facts.saving)
    if side.measured is None:
        return say("by bounds", letter=letter, bounds=bounds)
    least = "at least " if side.measured.at_most else ""
    saved = least + fewer(side.measured.share)
    why = say("by chance") if prose.nothing_to_gain(side.facts.rho) else ""
    return say("measured", letter=letter, saved=saved, why=why, runs=side.runs, bounds=bounds)


# ---- Where the draws go ----


def shown(chosen: Settings, settings: Settings) -> str:
    """Return which data the draws are of."""
    return say(
        "shown",
        data=data.name(chosen),
        whatever="" if chosen.data == settings.data else ", whatever the sidebar's data",
        family=chosen.family,
        budget=chosen.budget,
        d=f"{chosen.d:,}",
        things="attributes" if chosen.entry.image_shape is None else "pixels",
    )


def schemes(
    shares: Mapping[str, Floats], keys: Sequence[str], family: str
) -> dict[str, tuple[str, Floats]]:
    """Return the name and q of some schemes."""
    names = {
        KNOWN: f"By size, {family}",
        OTHER: f"By size, {OTHER_FAMILY[family]}",
        ZERO: "Learnt",
        CAREFUL: "Learnt, with margin ε",
    }
    return {key: (names[key], shares[key]) for key in keys}


def draws(q: Floats) -> str:
    """Return the caption of the pictures of q."""
    n, share = top_share(q, TOP)
    return say("top" if n > 1 else "one_top", n=n, d=f"{len(q):,}", share=f"{share:.0%}")


def films(pi_film: PiFilm, family: str) -> dict[str, tuple[str, Floats]]:
    """Return the names of the two algorithms and their π, by key."""
    learns, knows = by_word("adaptive", family), by_word("joint", family)
    return {learns.key: (learns.does, pi_film.adaptive), knows.key: (knows.does, pi_film.known)}


def film(pi_film: PiFilm, family: str) -> str:
    """Return the caption of the film."""
    learns, knows = by_word("adaptive", family), by_word("joint", family)
    return say(
        "film",
        learns=learns.does,
        label=learns.label,
        knows=knows.does,
        first=percent(pi_film.apart[0]),
        last=percent(pi_film.apart[-1]),
        examples=f"{pi_film.examples[-1]:,}",
    )


def unseen(known: PhaseOne, at: int) -> str:
    """Return what phase one has not seen."""
    estimates = known.estimates
    lost = float(estimates.lost(known.M)[at])
    if estimates.blind[at]:
        effect = say("blind")
    elif estimates.never_drawn[at] + estimates.only_zeros[at] == 0:
        effect = say("seen")
    else:
        effect = say("harmless") if lost < NOTHING else say("lost", lost=percent(lost))
    return say(
        "unseen",
        m1=f"{estimates.m1[at]:,}",
        draws=known.draws,
        never=f"{estimates.never_drawn[at]:,}",
        zeros=f"{estimates.only_zeros[at]:,}",
        d=f"{len(known.M):,}",
        effect=effect,
        epsilon=f"{estimates.epsilon[at]:.3g}",
    )
