"""Sampling: ways to draw attributes, how large each makes x̃, and what each must know."""

from dataclasses import replace

import streamlit as st

from aelr_core.analysis.draws import KNOWN, UNIFORM, Scheme, cumulative_share
from pages.ui import appearance
from pages.ui.figures.distributions import distributions_picture, shares_picture
from pages.ui.figures.images import pixels_picture
from pages.ui.figures.phase_one import estimate_picture, unseen_picture
from pages.ui.figures.pi_film import line_film_picture, pixel_film_picture
from pages.ui.figures.second_moments import Size, second_moments_picture
from pages.ui.figures.split import split_picture
from pages.ui.sampling import controls as page_controls
from pages.ui.sampling import numbers, words
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import panel, side_by_side
from pages.ui.texts import sections, text

require_shell()

HEIGHT, PIXELS_HEIGHT = 360, 240
ESTIMATED = ("careful", "zero")  # the two-phased schemes
LEAST = 1e-3  # as a share of the uniform probability: smaller ones are outside the picture

settings = sidebar.current()
family, d = settings.family, settings.d
look = appearance.look(settings)
page_controls.OWN.arrive()


def show_pixels(m1: int, schemes: dict[str, Scheme]) -> None:
    """Show where the draws go on images: what everybody can read, so it comes first."""
    image = numbers.image(page_controls.choose_image(), settings)
    left, right = side_by_side(look)
    with left:
        panel(
            f"{image.label}: the best draws",
            pixels_picture(
                {name: (f"best for {name}", q) for name, q in image.q.items()},
                image.shape,
                height=PIXELS_HEIGHT,
                look=look,
            ),
            key="pixels_best",
            below=text("sampling/pixels"),
        )
    with right:
        if settings.data == image.name:
            panel(
                f"{image.label}: estimated from {m1:,} examples",
                pixels_picture(
                    {key: (words.short(key, family), schemes[key].q) for key in ESTIMATED},
                    image.shape,
                    height=PIXELS_HEIGHT,
                    look=look,
                ),
                key="pixels_estimated",
                below=text("sampling/pixels_estimated"),
            )
            return
        with st.container(border=True, height="stretch"):
            st.markdown(words.other_image(image.label))
            st.button(
                f"Use {image.label} as data",
                on_click=sidebar.choose,
                args=(replace(settings, data=image.name, budget=min(settings.budget, image.d)),),
            )


st.title("Which attributes are worth looking at?", anchor=False)
st.markdown(words.purpose(settings))
pixels = st.container()

st.header("What the draws depend on", anchor="draws")
known = numbers.phase_one_of(settings)
at = page_controls.choose_m1(known)
m1 = int(known.estimates.m1[at])
schemes = known.schemes(at)
with pixels:
    show_pixels(m1, schemes)

left, right = side_by_side(look)
with left:
    panel(
        "How often each attribute is drawn",
        distributions_picture(
            words.distributions(known, at, settings),
            known.M,
            x="Attributes, the largest second moment first",
            x_log=settings.entry.simulated,
            least=LEAST,
            height=HEIGHT,
            look=look,
        ),
        key="schemes",
        below=words.schemes(schemes, family, m1, blind=bool(known.estimates.blind[at])),
    )
with right:
    panel(
        "How unequal the draws are",
        shares_picture(
            {k: (words.short(k, family), cumulative_share(s.q)) for k, s in schemes.items()},
            top=words.TOP,
            height=HEIGHT,
            look=look,
        ),
        key="shares",
        below=words.shares(schemes, family),
    )

left, right = side_by_side(look)
with left:
    panel(
        "What phase one has not seen",
        unseen_picture(
            known.estimates.m1,
            *known.estimates.shares,
            known.estimates.lost(known.M),
            chosen=m1,
            look=look,
        ),
        key="unseen",
        below=words.unseen(known, at, family),
    )
with right:
    panel(
        "How good the estimate gets",
        estimate_picture(
            known.estimates.m1,
            known.estimates.sizes(known.M, known.k_x),
            known.without_error(),
            uniform=known.level(schemes[UNIFORM]),
            known=known.level(schemes[KNOWN]),
            family=family,
            chosen=m1,
            look=look,
        ),
        key="estimate",
        below=words.estimate(known, at, family),
    )

st.header("How large the estimate x̃ is", anchor="size")
sizes = numbers.sizes_of(settings, m1, page_controls.choose_examples())
panel(
    "Exact and simulated size",
    second_moments_picture(
        [Size(s.key, words.short(s.key, family), s.exact, s.simulated, s.error) for s in sizes],
        look=look,
    ),
    key="second_moments",
    below=f"{words.rare_note(sizes, family)} {words.sizes_note(known.k_x)}",
)
# As wide as the page: the columns of a narrower table would cut numbers off.
st.dataframe(
    words.sizes(sizes, family),
    hide_index=True,
    column_config={
        name: st.column_config.TextColumn(name, help=help)
        for name, help in sections("sampling/columns").items()
    },
)

st.header("How to split the budget", anchor="split")
split = numbers.split_sizes_of(settings)
panel(
    "Draws for x̃ against draws for φ̃",
    split_picture(
        split.k_x,
        {
            "start": ("at the start, w = 0", split.start),
            "plain": ("near the end, plain p", split.plain),
            "moment_aware": ("near the end, moment-aware p", split.moment_aware),
        },
        marks={"even split": split.even, "theory": split.theory},
        family=family,
        look=look,
    ),
    key="split_sizes",
    below=words.splits(split, settings),
)

st.header("How π changes while the moments are learnt", anchor="film")
st.markdown(words.film_purpose(family))
if page_controls.choose_film(settings):
    with st.spinner("Learning the moments"):
        found = numbers.film_of(settings)
    films = words.films(found, family)
    if (shape := settings.entry.image_shape) is not None:
        picture = pixel_film_picture(found.examples, films, shape, look=look)
    else:
        picture = line_film_picture(
            found.examples, films, found.M, x_log=settings.entry.simulated, look=look
        )
    panel("π, example by example", picture, key="pi_film", below=words.film(found, settings))

page_controls.OWN.leave_in_link()
