"""What if: ρ by decay and dimension, two settings compared, and where the draws go."""

import streamlit as st

from aelr_core.analysis.draws import KNOWN, UNIFORM
from aelr_core.analysis.what_if import CURVE_ALPHAS, MAP_DIMS, sorted_shares
from aelr_core.plots.draws import distributions_picture
from pages.ui import appearance, data, uploads
from pages.ui.figures.images import pixels_picture
from pages.ui.figures.what_if import (
    line_film_picture,
    needs_picture,
    pixel_film_picture,
    ratio_curves_picture,
    ratio_map_picture,
    two_settings_picture,
)
from pages.ui.prose import in_chart
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import on_demand, panel, show, side_by_side
from pages.ui.what_if import numbers, words
from pages.ui.what_if.controls import OWN, SIDEBAR, SIDES, choose_m1, choose_side, takes

require_shell()

DRAWS_HEIGHT = 390
USUAL_DIMS = [100, 500]  # of the curves, if nothing asks for others
LEAST = 1e-3  # as a share of the uniform probability: smaller ones are outside the picture

settings = sidebar.current()
look = appearance.look(settings)
OWN.arrive()


def show_ratios(sides: dict[str, numbers.Compared]) -> None:
    """Show ρ as curves and as a map, with A and B on both."""
    laws = {letter: one for letter, one in sides.items() if one.power}
    dims = sorted({*OWN.value("dims"), *(one.facts.d for one in laws.values())}) or USUAL_DIMS
    left, right = side_by_side(look)
    with left, st.container(border=True, gap="xsmall", height="stretch", key="panel-ratio_curves"):
        at = [
            words.point(one.place(letter, one.facts.family), one.facts.family)
            for letter, one in laws.items()
        ]
        st.markdown("**The faster the sizes fall, the less noise is left**")
        show(
            ratio_curves_picture(CURVE_ALPHAS, numbers.curves(tuple(dims)), at, look=look),
            key="ratio_curves",
        )
        OWN.draw("dims")
        st.caption(words.curves_caption([letter for letter in sides if letter not in laws]))
    places, family = numbers.places(settings), settings.family
    with right:
        panel(
            f"Where data sets lie, for {family}",
            ratio_map_picture(
                CURVE_ALPHAS,
                MAP_DIMS,
                numbers.landscape_of(family),
                [words.point(place, family) for place in places],
                [words.point(one.place(letter, family), family) for letter, one in sides.items()],
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


def show_draws() -> None:
    """Show which attributes, or pixels, are drawn, by size and as sizes are learnt."""
    left, right = side_by_side(look)
    with left:
        shown = numbers.shown_for(OWN.draw("image"), settings)
    known = numbers.phase_one_of(shown)
    with right:
        at = choose_m1(known)
    st.markdown(words.shown(shown, settings))
    shape, simulated = shown.entry.image_shape, shown.entry.simulated
    m1, schemes = int(known.estimates.m1[at]), known.schemes(at)
    named = words.schemes(schemes, m1, shown.family)
    left, right = side_by_side(look)
    with left:
        if shape is not None:
            picture = pixels_picture(
                {key: one for key, one in named.items() if key != UNIFORM},
                shape,
                across=2,
                height=DRAWS_HEIGHT,
                look=look,
            )
        else:
            picture = distributions_picture(
                named,
                known.M,
                x="Attributes, the largest first",
                x_log=simulated,
                least=LEAST,
                height=DRAWS_HEIGHT,
                look=look,
            )
        panel(
            "What is drawn most often",
            picture,
            key="draws",
            below=words.draws(schemes[KNOWN], images=shape is not None),
        )
    with right:
        with st.spinner("Learning the sizes"):
            pi_film = numbers.film_of(shown)
        films = words.films(pi_film, shown.family)
        panel(
            "Learning as it goes: press Play",
            pixel_film_picture(pi_film.examples, films, shape, look=look)
            if shape is not None
            else line_film_picture(pi_film.examples, films, pi_film.M, x_log=simulated, look=look),
            key="pi_film",
            below=words.film(pi_film, shown.family),
        )
    st.caption(words.unseen(known, at))


st.title("What if the data were different?", anchor=False)
st.markdown(words.say("purpose"))

chosen, rooms = {}, [2 + len(takes(side)) for side in SIDES]
for column, side in zip(st.columns(rooms), SIDES, strict=True):
    with column:
        chosen[side.upper()] = choose_side(side, has_upload=uploads.current() is not None)
compared = {letter: numbers.compared(side, settings) for letter, side in chosen.items()}
for letter, asked in chosen.items():
    d = compared[letter].facts.d
    if asked.source != SIDEBAR and asked.budget > d:
        st.caption(words.say("reduced", letter=letter, d=f"{d:,}", asked=f"{asked.budget:,}"))
show_ratios(compared)
show_comparison(compared)

if OWN.value("image") != OWN.settings["image"].default or OWN.value("phase_one"):
    st.session_state.setdefault("open_draws", True)  # a link to it opens it
on_demand("The draws on images", show_draws, key="open_draws")
with st.expander("The bundled data sets"):
    st.markdown(data.bundled_list())

OWN.leave_in_link()
