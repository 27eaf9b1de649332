"""The microscope: one step of an algorithm, then the same step a thousand times."""

from functools import partial

import streamlit as st

from aelr_core.analysis.one_step import (
    JOINT,
    JointFrame,
    PaperFrame,
    design_of,
    pairs,
    reaches,
    seen,
)
from aelr_core.analysis.repeated_step import (
    KINDS,
    REPEATS,
    TWO_SAMPLES,
    common_limits,
    telling_attribute,
)
from aelr_core.checks import Floats
from pages.ui import appearance
from pages.ui.figures.images import step_images_picture
from pages.ui.figures.joint_step import design_picture, pairs_picture, pairs_width
from pages.ui.figures.repeats import convergence_picture, histogram_picture
from pages.ui.figures.scatter import cloud_picture, coordinates_picture
from pages.ui.figures.step import against_picture, draws_picture
from pages.ui.microscope import controls as page_controls
from pages.ui.microscope import joint_lines, joint_words, numbers, words
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import panel
from pages.ui.texts import sections

require_shell()

# The charts begin on the first screen.
STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding-top: 4.5rem; }
[data-testid="stMain"] [data-testid="stVerticalBlock"] { gap: 0.6rem; }
</style>"""

settings = sidebar.current()
look = appearance.look(settings)
page_controls.OWN.arrive()

st.html(STYLE)
st.title("One step under the microscope", anchor=False)
about = st.container()
view = page_controls.choose_view(settings)
word = page_controls.word()
place = numbers.scene_of(view)
key = place.keys[word]
runs = page_controls.playing()
captions, joint_captions = sections("microscope/captions"), sections("microscope/joint")
about.markdown(
    joint_words.purpose(place, word) if word in JOINT else words.purpose(settings.family)
)
# of all steps, so that the axes stay put while the film plays
reach = reaches(numbers.joint_film_of(view, word) if word in JOINT else numbers.film_of(view, word))
against = partial(against_picture, names=place.names, key=key, look=look)


def show_step(frame: PaperFrame) -> None:
    """Show the draws, the estimates and the update of a step; those of a digit as images too."""
    step = frame.step
    show_images(frame, ("x̃", step.x_tilde))
    left, right = st.columns(2)
    with left:
        panel(
            "Attributes drawn",
            draws_picture(
                place.q(word),
                step.p,
                step.i,
                step.j,
                place.names,
                top=reach.p,
                key=key,
                look=look,
            ),
            key="step_draws",
            below=words.draws(place.family),
        )
    with right:
        picture = against([("x", frame.x), ("x̃", step.x_tilde)], y="Value", reach=reach.x)
        panel("x and its estimate x̃", picture, key="step_x", below=captions["x"])
    show_update(frame, captions)


def show_joint_step(frame: JointFrame) -> None:
    """Show the sample, its pairs, the gradient they make and the update of a joint step."""
    step, S = frame.step, frame.step.sample.S
    names = [place.names[i] for i in S]
    show_images(frame, ("what was seen of x", seen(frame)))
    left, right = st.columns(2)
    with left:
        panel(
            "Attributes looked at",
            design_picture(design_of(frame), S, step.x, place.names, key=key, look=look),
            key="step_design",
            below=joint_words.design(place, word, frame),
        )
    with right:
        picture = against([("x", frame.x), ("seen", seen(frame))], y="Value", reach=reach.x)
        panel("What was seen of x", picture, key="step_seen", below=joint_captions["Seen"])
    panel(
        "Every pair that was seen",
        pairs_picture(pairs(frame), step.x, names, look=look),
        key="step_pairs",
        below=joint_captions["Pairs"],
        least=pairs_width(names, look),
    )
    show_update(frame, joint_captions)


def show_images(frame: PaperFrame | JointFrame, middle: tuple[str, Floats]) -> None:
    """Show the vectors of a step on a digit as images; `middle` is what it knew of x."""
    if place.image_shape is not None:
        images = {
            "x": ("x", frame.x),
            "g": ("gradient g", frame.g),
            "w": ("w before", frame.step.w),
            "known": middle,
            "g_tilde": ("g̃", frame.step.g_tilde),
            "w_next": ("w after", frame.step.w_next),
        }
        picture = step_images_picture(images, place.image_shape, look=look)
        panel("The step as images", picture, key="step_images", below=captions["Images"])


def show_update(frame: PaperFrame | JointFrame, below: dict[str, str]) -> None:
    """Show the gradient with its estimate, and the predictor before and after."""
    step = frame.step
    weights = [("w before", step.w), ("w after", step.w_next)]
    if frame.outside is not None:
        weights.append(("v, before the projection", frame.outside))
    left, right = st.columns(2)
    with left:
        picture = against([("g", frame.g), ("g̃", step.g_tilde)], y="Gradient", reach=reach.g)
        panel("The gradient and its estimate g̃", picture, key="step_g", below=below["g"])
    with right:
        picture = against(weights, y="Weight", reach=reach.w)
        said = below[f"w, {place.family}"]
        panel("The predictor before and after", picture, key="step_w", below=said)


def show_repeats(frame: PaperFrame) -> None:
    """Show how the estimates of a repeated step vary, and their variances."""
    found = numbers.repeats_of(view, word, frame.t)
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


def show_scatter(frame: JointFrame) -> None:
    """Show how much the gradient scatters by two samples and by one, in pictures and numbers."""
    found = numbers.comparison_of(view, word, frame.t)
    st.markdown(joint_words.verdict(found, place, word))
    sides = {place.keys[TWO_SAMPLES]: found.two, key: found.one}
    names = {place.keys[w]: joint_words.column(place, w) for w in (TWO_SAMPLES, word)}
    cloud = partial(cloud_picture, limits=common_limits([found.two, found.one]), look=look)
    for column, number, (own, one) in zip(
        st.columns(2), ("two", "one"), sides.items(), strict=True
    ):
        with column:
            panel(
                f"{names[own]}: {joint_words.SAMPLES[number]}",
                cloud(one.along, one.across, truth=one.truth, key=own),
                key=f"cloud_{number}",
                below=joint_words.below_cloud(one),
            )
    st.caption(joint_captions["Cloud"])
    left, right = st.columns(2)
    with left:
        sizes = {own: (names[own], found.size_by_attribute(one)) for own, one in sides.items()}
        panel(
            "How large the estimate is, by attribute",
            coordinates_picture(sizes, place.names, look=look),
            key="scatter_coordinates",
            below=joint_captions["Coordinates"],
        )
    with right:
        chosen = {own: (names[own], one.repeats) for own, one in sides.items()}
        panel(
            "The mean converges to the true value",
            convergence_picture(chosen, symbol="g̃", look=look),
            key="step_convergence",
            below=words.converged("g"),
        )
    table = joint_words.table(found, place, word)
    digits = st.column_config.NumberColumn(format="%.4g")
    columns = [name for name in table[0] if name != "Size"]
    st.dataframe(table, hide_index=True, column_config=dict.fromkeys(columns, digits))
    st.caption(joint_captions["Not always less"])


@st.fragment(run_every=1.0 if runs else None)
def stage() -> None:
    """Show one step; while the film plays, the next one every second."""
    if page_controls.playing() != runs:
        st.rerun()  # the clock starts and stops only when the whole page is run
    if runs:
        page_controls.tick()
    t = page_controls.choose_step()
    if word in JOINT:
        joint_stage(t)
    else:
        paper_stage(t)
    if page_controls.playing() != runs:
        st.rerun()


def paper_stage(t: int) -> None:
    """Show a step of the paper's algorithm, its lines and its repeats."""
    frame = numbers.film_of(view, word)[t - 1]
    st.markdown(f"**{words.sentence(frame, place.given[word])}** {words.progress(frame)}")
    show_step(frame)
    with st.expander("The paper's lines, with the numbers of this step", expanded=True):
        st.markdown(words.lines(frame, place, word))
    st.header(f"The same step {REPEATS:,} times", anchor=False, divider="gray")
    if page_controls.choose_repeats(view, t):
        show_repeats(frame)
    else:
        st.caption(captions["Repeats"])


def joint_stage(t: int) -> None:
    """Show a step of a joint algorithm, its lines, and its repeats beside the paper's."""
    frame = numbers.joint_film_of(view, word)[t - 1]
    st.markdown(f"**{joint_words.sentence(frame, place)}** {words.progress(frame)}")
    for remark in joint_words.remarks(view, place, word):
        st.caption(remark)
    show_joint_step(frame)
    with st.expander("The algorithm's lines, with the numbers of this step", expanded=True):
        st.markdown(joint_lines.lines(frame, place, word))
    st.header(
        f"The same step {REPEATS:,} times, by two samples and by one", anchor=False, divider="gray"
    )
    if page_controls.choose_repeats(view, t):
        show_scatter(frame)
    else:
        st.caption(joint_captions["Repeats"])


stage()
page_controls.OWN.leave_in_link()
