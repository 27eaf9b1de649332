"""Ratios: the improvement ratios by decay and dimension, and two settings compared."""

import streamlit as st

from aelr_core.analysis.what_if import CURVE_ALPHAS, FACTORS, MAP_DIMS, scale_curves, sorted_shares
from pages.ui import about_data, appearance, uploads
from pages.ui.figures.ratio_map import ratio_map_picture
from pages.ui.figures.ratios import ratio_curves_picture, scale_free_picture
from pages.ui.figures.two_settings import two_settings_picture
from pages.ui.plain_text import in_chart
from pages.ui.ratios import numbers, words
from pages.ui.ratios.controls import OWN, SIDEBAR, side_controls
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import panel, side_by_side
from pages.ui.texts import text

require_shell()

settings = sidebar.current()
look = appearance.look(settings)
OWN.arrive()

st.title("What if the data were different?", anchor=False)
st.markdown(text("ratios/purpose"))

dims = OWN.draw("dims")
left, right = side_by_side(look)
with left:
    panel(
        "The faster the moments fall, the more there is to gain",
        ratio_curves_picture(
            CURVE_ALPHAS,
            numbers.curves(dims),
            here=settings.alpha if settings.entry.simulated else None,
            look=look,
        ),
        key="ratio_curves",
        below=text("ratios/curves"),
    )
places, points = numbers.points(settings)
with right:
    panel(
        f"Where the data sets lie, for {settings.family}",
        ratio_map_picture(
            CURVE_ALPHAS,
            MAP_DIMS,
            numbers.landscape_of(settings.family),
            points,
            family=settings.family,
            look=look,
        ),
        key="ratio_map",
        below=words.map_caption(settings.family, places),
    )

st.header("Two settings compared", anchor="compare")
sides = {}
for column, side in zip(st.columns(2), ("a", "b"), strict=True):
    with column, st.container(border=True, height="stretch"):
        st.markdown(f"**Setting {side.upper()}**")
        sides[side.upper()] = side_controls(
            side, settings, has_upload=uploads.current() is not None
        )
compared = numbers.compared(sides, settings)

left, right = side_by_side(look)
with left, st.container(border=True, height="stretch"):
    st.markdown(words.verdict(compared["A"], compared["B"]))
    st.markdown(words.table(compared))
    for letter, asked in sides.items():
        if asked.source != SIDEBAR and asked.budget > compared[letter].here.d:
            st.caption(words.reduced(letter, asked.budget, compared[letter].here.d))
    st.caption(words.fine_print(compared))
with right:
    panel(
        "Where the draws go",
        two_settings_picture(
            {
                letter: (in_chart(p.label, about_data.LONGEST_NAME), sorted_shares(p.here.q))
                for letter, p in compared.items()
            },
            look=look,
        ),
        key="two_settings",
        below=text("ratios/draws"),
    )

left, right = side_by_side(look)
with left, st.container(border=True, height="stretch"):
    st.markdown("**The paper's ratios and ours**")
    st.markdown(words.printed_table(numbers.printed()))
    st.caption(words.printed_note(numbers.printed()))
with right:
    family = compared["A"].here.family
    scaled = scale_curves(compared["A"].here.M, FACTORS)
    panel(
        "Ratios have no units: setting A, all rows times c",
        scale_free_picture(
            FACTORS,
            scaled[f"rho {family}"],
            scaled[f"H {family}"],
            family=family,
            look=look,
        ),
        key="scale_free",
        below=text("ratios/scale"),
    )

with st.expander("The bundled data sets"):
    st.markdown(about_data.bundled_list())

OWN.leave_in_link()
