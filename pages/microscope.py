"""The microscope: one step of the paper's algorithm, then the same step a thousand times."""

from functools import partial

import streamlit as st

from aelr_core.analysis.microscope import Frame, Scene
from aelr_core.analysis.repeats import KINDS, REPEATS, telling_attribute
from pages.ui import appearance
from pages.ui.figures.images import step_images_picture
from pages.ui.figures.repeats import convergence_picture, histogram_picture
from pages.ui.figures.step import against_picture, draws_picture
from pages.ui.microscope import controls as page_controls
from pages.ui.microscope import numbers, words
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import panel
from pages.ui.texts import sections

require_shell()

settings = sidebar.current()
look = appearance.look(settings)
page_controls.OWN.arrive()

st.subheader("One step under the microscope", anchor=False)
st.markdown(words.purpose(settings.family))
view = page_controls.choose_view(settings)
scheme = page_controls.scheme()
place, films = numbers.scene_of(view)
runs = page_controls.playing()
captions = sections("microscope/captions")


def show_step(frame: Frame) -> None:
    """Show the draws, the estimates and the update of a step; those of a digit as images too."""
    step, key = frame.step, place.keys[scheme]
    if place.image_shape is not None:
        images = {
            "x": ("x", frame.x),
            "g": ("gradient g", frame.g),
            "w": ("w before", step.w),
            "x_tilde": ("x̃", step.x_tilde),
            "g_tilde": ("g̃", step.g_tilde),
            "w_next": ("w after", step.w_next),
        }
        picture = step_images_picture(images, place.image_shape, look=look)
        panel("The step as images", picture, key="step_images", below=captions["Images"])
    against = partial(against_picture, names=place.names, key=key, look=look)
    weights = [("w before", step.w), ("w after", step.w_next)]
    if frame.outside is not None:
        weights.append(("v, before the projection", frame.outside))
    left, right = st.columns(2)
    with left:
        panel(
            "Attributes drawn",
            draws_picture(place.q(scheme), step.p, step.i, step.j, place.names, key=key, look=look),
            key="step_draws",
            below=words.draws(place.family),
        )
    with right:
        picture = against([("x", frame.x), ("x̃", step.x_tilde)], y="Value")
        panel("x and its estimate x̃", picture, key="step_x", below=captions["x"])
    left, right = st.columns(2)
    with left:
        picture = against([("g", frame.g), ("g̃", step.g_tilde)], y="Gradient")
        panel("The gradient and its estimate g̃", picture, key="step_g", below=captions["g"])
    with right:
        picture = against(weights, y="Weight")
        below = captions[f"w, {place.family}"]
        panel("The predictor before and after", picture, key="step_w", below=below)


def show_repeats(place: Scene, frame: Frame) -> None:
    """Show how the estimates of a repeated step vary, and their variances."""
    found = numbers.repeats_of(view, scheme, frame.t)
    quantity = page_controls.choose_quantity()
    chosen = {place.keys[name]: (words.SCHEME[name], one[quantity]) for name, one in found.items()}
    left, right = st.columns(2)
    with left:
        panel(
            "The mean converges to the true value",
            convergence_picture(chosen, symbol=words.QUANTITIES[quantity], look=look),
            key="step_convergence",
            below=words.converged(quantity),
        )
    with right:
        symbol = words.symbol(quantity, place, telling_attribute(frame))
        panel(
            "The estimates vary around it",
            histogram_picture(chosen, symbol=symbol, look=look),
            key="step_histogram",
            below=captions["Histogram"],
        )
    columns = [words.column(name, kind) for name in found for kind in KINDS]
    digits = st.column_config.NumberColumn(format="%.4g")
    st.dataframe(words.table(found), hide_index=True, column_config=dict.fromkeys(columns, digits))
    st.markdown(words.verdict(place, found))


@st.fragment(run_every=1.0 if runs else None)
def stage() -> None:
    """Show one step; while the film plays, the next one every second."""
    if page_controls.playing() != runs:
        st.rerun()  # the clock starts and stops only when the whole page is run
    if runs:
        page_controls.tick()
    t = page_controls.choose_step()
    frame = films[scheme][t - 1]
    st.markdown(f"**{words.sentence(frame, place.given[scheme])}** {words.progress(frame)}")
    show_step(frame)
    with st.expander("The paper's lines, with the numbers of this step", expanded=True):
        st.markdown(words.lines(frame, place, scheme))

    st.subheader(f"The same step {REPEATS:,} times", anchor=False, divider="gray")
    if page_controls.choose_repeats(view, t):
        show_repeats(place, frame)
    else:
        st.caption(captions["Repeats"])
    if page_controls.playing() != runs:
        st.rerun()


stage()
page_controls.OWN.leave_in_link()
