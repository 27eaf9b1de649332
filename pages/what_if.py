"""What if: ρ by decay and dimension, two settings compared, and where the draws go."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from aelr_core.analysis.draws import CAREFUL, KNOWN, OTHER, ZERO
from aelr_core.analysis.what_if import CURVE_ALPHAS, MAP_DIMS, sorted_shares
from aelr_core.checks import Floats
from aelr_core.plots.draws import distributions_picture
from aelr_core.plots.frame import Picture
from pages.ui import appearance, data, uploads
from pages.ui.figures.images import pixels_picture
from pages.ui.figures.what_if import (
    LINES_HEIGHT,
    STILL_HEIGHT,
    line_film_picture,
    marked_labels,
    needs_picture,
    pixel_film_picture,
    ratio_curves_picture,
    ratio_map_picture,
    two_settings_picture,
)
from pages.ui.prose import in_chart
from pages.ui.settings import Settings, sidebar
from pages.ui.shell import require_shell
from pages.ui.show import on_demand, panel, side_by_side
from pages.ui.what_if import numbers, words
from pages.ui.what_if.controls import OWN, SIDEBAR, SIDES, choose_m1, choose_side, takes

require_shell()

settings = sidebar.current()
look = appearance.look(settings)
OWN.arrive()


def show_ratios(sides: dict[str, numbers.Compared]) -> None:
    """Show ρ as curves and as a map, with A and B on both."""
    dims = sorted({one.facts.d for one in sides.values()})
    left, right = side_by_side(look)
    places, family = numbers.places(settings), settings.family
    at = {letter: words.point(one.place(letter, family), family) for letter, one in sides.items()}
    with left:
        panel(
            words.curves_title(sides, look),
            ratio_curves_picture(
                CURVE_ALPHAS,
                numbers.curves(tuple(dims)),
                [*at.values()],
                look=look,
            ),
            key="ratio_curves",
            below=words.curves_caption(sides, look),
        )
    with right:
        panel(
            f"Where data sets lie, for {family}",
            ratio_map_picture(
                CURVE_ALPHAS,
                MAP_DIMS,
                numbers.landscape_of(family),
                [words.point(place, family) for place in places],
                [*at.values()],
                family=family,
                look=look,
            ),
            key="ratio_map",
            below=words.map_caption(places),
        )


def show_comparison(sides: dict[str, numbers.Compared]) -> None:
    """Show what A and B save, and where their draws go."""
    measured = any(one.can_run for one in sides.values())
    needs = {letter: words.needs(one, measured=measured) for letter, one in sides.items()}
    left, right = side_by_side(look)
    with left:
        panel(
            words.verdict(sides),
            needs_picture(needs, look=look),
            key="needs",
            below=words.needs_caption(sides),
        )
    with right:
        panel(
            "Where the draws of A and B go",
            two_settings_picture(
                {
                    letter: (in_chart(one.label, data.LONGEST_NAME), sorted_shares(one.facts.q))
                    for letter, one in sides.items()
                },
                look=look,
            ),
            key="two_settings",
            below=words.say("two"),
        )


def show_draws(shown: Settings) -> None:
    """Show which attributes, or pixels, are drawn by size, and as sizes are learnt on the way."""
    known, shape = numbers.phase_one_of(shown), shown.entry.image_shape
    schemes = known.schemes(0)
    left, right = side_by_side(look)
    with left:
        panel(
            "What is drawn most often",
            draws_picture(schemes, (KNOWN, OTHER), shown, known.M),
            key="draws",
            below=words.draws(schemes[KNOWN]),
        )
    with right:
        film = numbers.film_of(shown)
        films = words.films(film, shown.family)
        panel(
            "Learning as it goes: press Play",
            pixel_film_picture(film.examples, films, shape, look=look)
            if shape is not None
            else line_film_picture(
                film.examples, films, film.M, x_log=shown.entry.simulated, look=look
            ),
            key="pi_film",
            below=words.film(film, shown.family),
        )
    if OWN.value("phase_one"):
        st.session_state.setdefault("open_phase_one", True)  # a link to it opens it
    on_demand(
        "What learning the sizes first misses", partial(show_phase_one, shown), key="open_phase_one"
    )


def show_phase_one(shown: Settings) -> None:
    """Show what the first m₁ examples teach, and what they miss."""
    known = numbers.phase_one_of(shown)
    at = choose_m1(known)
    panel(
        f"Learnt from the first {known.estimates.m1[at]:,} examples",
        draws_picture(known.schemes(at), (KNOWN, ZERO, CAREFUL), shown, known.M),
        key="phase_one_draws",
        below=words.unseen(known, at),
    )


def draws_picture(
    schemes: Mapping[str, Floats], keys: Sequence[str], shown: Settings, M: Floats
) -> Picture:
    """Return some of the `schemes` as images, or as lines over the attributes by size."""
    named, shape = words.schemes(schemes, keys, shown.family), shown.entry.image_shape
    if shape is not None:
        return pixels_picture(named, shape, height=STILL_HEIGHT, look=look)
    return distributions_picture(
        named,
        M,
        x="Attributes, the largest first",
        x_log=shown.entry.simulated,
        least=1e-3,
        height=LINES_HEIGHT,
        look=look,
    )


st.html(marked_labels(look.theme, sidebar=OWN.value("a_source") == SIDEBAR))
if not look.projector:  # there the picture needs the room
    st.title("What if the data were different?", anchor=False)
    st.markdown(words.say("purpose"))
chosen, rooms = {}, [3 + 2 * len(takes(side)) for side in SIDES]
with st.container(key="sides"):
    for column, side in zip(st.columns(rooms), SIDES, strict=True):
        with column:
            chosen[side.upper()] = choose_side(side, has_upload=uploads.current() is not None)
compared = {letter: numbers.compared(side, settings) for letter, side in chosen.items()}
for letter, one in compared.items():
    if settings.budget > (d := one.facts.d):
        st.caption(words.say("reduced", letter=letter, d=f"{d:,}", asked=f"{settings.budget:,}"))
show_ratios(compared)
show_comparison(compared)

st.header("What the draws look like", anchor=False, divider="gray")
with st.container(horizontal=True, vertical_alignment="center"):
    shown = numbers.shown_for(OWN.draw("image"), settings)
    st.markdown(words.shown(shown, settings), width="content")
show_draws(shown)
with st.expander("The bundled data sets"):
    st.markdown(data.bundled_list())

OWN.leave_in_link()
