"""The microscope: one step of the paper's algorithm, then the same step a thousand times."""

import streamlit as st

from pages.ui import appearance, controls
from pages.ui.microscope import look, words
from pages.ui.microscope.listing import sentence
from pages.ui.microscope.options import OPTIONS, QUANTITY_WORDS, SCHEME_WORDS, SOURCES
from pages.ui.microscope.repeats import REPEATS
from pages.ui.microscope.scene import STEPS
from pages.ui.page_link import arrive, leave_in_link, say
from pages.ui.shell import require_shell
from pages.ui.show import panel

require_shell()

settings = controls.current()
looks = appearance.look(settings)
say(arrive(OPTIONS))

st.subheader("One step under the microscope", anchor=False)
st.markdown(words.PURPOSE[settings.family])
with st.container(horizontal=True, vertical_alignment="bottom"):
    st.segmented_control(
        OPTIONS["micro_source"].label,
        list(SOURCES),
        format_func=SOURCES.__getitem__,
        required=True,
        key="micro_source",
        help=OPTIONS["micro_source"].help,
        persist_state="session",
    )
    st.segmented_control(
        OPTIONS["micro_q"].label,
        list(SCHEME_WORDS),
        format_func=SCHEME_WORDS.__getitem__,
        required=True,
        key="micro_q",
        help=OPTIONS["micro_q"].help,
        persist_state="session",
    )
    st.number_input(
        OPTIONS["micro_example"].label,
        0,
        1_000_000,
        key="micro_example",
        help=OPTIONS["micro_example"].help,
        persist_state="session",
        width=160,
    )
    st.number_input(
        OPTIONS["micro_factor"].label,
        0.1,
        30.0,
        step=0.5,
        key="micro_factor",
        help=OPTIONS["micro_factor"].help,
        persist_state="session",
        width=260,
    )
    st.toggle(
        OPTIONS["micro_moving"].label,
        key="micro_moving",
        help=OPTIONS["micro_moving"].help,
        persist_state="session",
    )

scheme = str(st.session_state["micro_q"])
view = look.view_of(settings)
place, films = look.scene_of(view)


runs = look.playing()


@st.fragment(run_every=1.0 if runs else None)
def stage() -> None:
    """Show one step; while the film runs, the next one every second."""
    if look.playing() != runs:
        st.rerun()  # the clock is set when the whole page is run
    if runs:
        look.tick()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Back", key="micro_back", on_click=look.move, args=(-1,))
        st.button("Step", key="micro_step", on_click=look.move, args=(1,), type="primary")
        st.button(
            "Pause" if runs else "Play", key="micro_play", on_click=look.play, args=(not runs,)
        )
        st.button("Reset", key="micro_reset", on_click=look.move, args=(-STEPS,))
        t = st.slider(OPTIONS["micro_t"].label, 1, STEPS, key="micro_t", persist_state="session")
    frame = films[scheme][t - 1]
    st.markdown(f"**{sentence(frame, place.given[scheme])}** {words.progress(frame)}")

    pictures = look.step_pictures(frame, place, scheme, look=looks)
    if place.image_shape is not None:
        panel(
            "The step as pictures",
            look.images(frame, place.image_shape, look=looks),
            key="step_images",
            below="Above 0 in one colour, below 0 in the other; every picture has its own scale.",
        )
    for row in (("step_draws", "step_x"), ("step_g", "step_w")):
        for column, key in zip(st.columns(2), row, strict=True):
            title, picture, below = pictures[key]
            with column:
                panel(title, picture, key=key, below=below)
    with st.expander("The paper's lines, with the numbers of this step", expanded=True):
        st.markdown(words.lines(frame, place, scheme))

    st.subheader(f"The same step {REPEATS:,} times", anchor=False, divider="gray")
    st.button(
        f"Repeat this step {REPEATS:,} times",
        key="micro_repeat",
        on_click=look.ask_for_repeats,
        args=(view, scheme, t),
    )
    if look.repeats_wanted(view, scheme, t):
        found = look.repeats_of(view, scheme, t)
        quantity = str(
            st.segmented_control(
                OPTIONS["micro_quantity"].label,
                list(QUANTITY_WORDS),
                format_func=QUANTITY_WORDS.__getitem__,
                required=True,
                key="micro_quantity",
                persist_state="session",
            )
        )
        near, spread = look.repeat_pictures(found, place, frame, quantity, look=looks)
        left, right = st.columns(2)
        with left:
            panel(
                "The mean comes to the truth",
                near,
                key="step_convergence",
                below=words.converged(quantity, REPEATS),
            )
        with right:
            panel(
                "The estimates scatter around it",
                spread,
                key="step_histogram",
                below="Every estimate is made from one step's draws; both schemes got the same "
                "uniforms and start from the same w.",
            )
        st.dataframe(words.table(found), hide_index=True, column_config=look.column_config())
        st.markdown(words.verdict(place, found))
    else:
        st.caption(
            "From the same w and the same example, each time with fresh draws, by the optimal and "
            "by the uniform q: how the estimates scatter, and how their means come to the truth."
        )
    if look.playing() != runs:
        st.rerun()


stage()
leave_in_link(OPTIONS)
