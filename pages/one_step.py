"""One step of an algorithm: what it sees, estimates and updates; its pairs; a thousand repeats."""

import streamlit as st

from aelr_core.analysis.one_step import JOINT, REPEATS, common_limits, pairs, partner
from pages.ui import appearance
from pages.ui.figures.images import step_images_picture
from pages.ui.figures.one_step import bars_picture, cloud_picture, pairs_picture
from pages.ui.one_step import controls, numbers, words
from pages.ui.one_step.numbers import View
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import on_demand, panel, show

require_shell()

settings = sidebar.current()
look = appearance.look(settings)
controls.OWN.arrive()
runs = controls.playing()

st.html(controls.STYLE)
st.title("One step", anchor=False)


@st.fragment(run_every=1.0 if runs else None)
def draw() -> None:
    """Show one step; while the film plays, the next one every second."""
    if controls.playing() != runs:
        st.rerun()  # the clock starts and stops only when the whole page is run
    if runs:
        controls.tick()
    about = st.container()
    view, word, t = controls.draw(settings)
    about.markdown(words.purpose(numbers.scene_of(view)))
    show_step(view, word, t)
    show_pairs(view, word, t)
    show_repeats(view, word, t)
    controls.OWN.leave_in_link()
    if controls.playing() != runs:
        st.rerun()


def show_step(view: View, word: str, t: int) -> None:
    """Show what the step saw and did, as images or bars, beside the algorithm's lines."""
    place, frame = numbers.scene_of(view), numbers.film_of(view, word)[t - 1]
    st.markdown(words.summary(place, frame))
    if not frame.learns:
        controls.offer_next(view, word, t)
    left, right = st.columns([6, 5])
    with left:
        if place.image_shape is None:
            show_bars(view, word, t)
        else:
            picture = step_images_picture(
                words.images(frame),
                place.image_shape,
                framed=(frame.looked, frame.drawn[0]),
                look=look,
            )
            show(picture, key="step_images")
            st.caption(words.say("Images"))
    with right:
        st.markdown(words.lines(place, frame, word))
        on_demand(
            "Formulas",
            lambda: st.markdown(
                f"{words.origin(place, word)}\n\n{words.lines(place, frame, word, formulas=True)}"
            ),
            key="step_formulas",
        )
        for remark in words.remarks(view, place, word):
            st.caption(remark)
    if place.image_shape is not None:
        on_demand("The same as bars", lambda: show_bars(view, word, t), key="step_as_bars")


def show_bars(view: View, word: str, t: int) -> None:
    """Show the step as rows of bars over the attributes."""
    place = numbers.scene_of(view)
    rows = numbers.rows(view, word, t, words.titles(numbers.film_of(view, word)[t - 1]))
    show(bars_picture(rows, place.names, key=place.keys[word], look=look), key="step_bars")
    st.caption(words.say("Bars"))


def show_pairs(view: View, word: str, t: int) -> None:
    """Show which pairs of attributes two samples and one can use at this step."""
    st.header("Two samples or one", anchor=False, divider="gray")
    place = numbers.scene_of(view)
    chosen = ("known", word) if word in JOINT else (word, "joint")
    frames = [numbers.film_of(view, each)[t - 1] for each in chosen]
    if not frames[0].step.w.any():
        st.markdown(words.say("No pairs"))
        return
    st.markdown(words.say("Pairs", t=t))
    seen, tables = pairs(frames)
    names = [words.short(place.names[i]) for i in seen]
    for column, each, frame, used in zip(st.columns(2), chosen, frames, tables, strict=True):
        name = words.of_word(place, each).name
        with column:
            panel(
                name,
                pairs_picture(used, names, key=place.keys[each], words=name, look=look),
                key=f"pairs_{'one' if each in JOINT else 'two'}",
                below=words.pairs(frame, used),
            )
    st.markdown(words.say("Why"))


def show_repeats(view: View, word: str, t: int) -> None:
    """Show how much the gradient scatters if the step is repeated, by two algorithms."""
    st.header(f"The same step {REPEATS:,} times", anchor=False, divider="gray")
    place = numbers.scene_of(view)
    one, other = (words.of_word(place, each).name for each in partner(word))
    wanted = controls.choose_repeats(f"Repeat this step {REPEATS:,} times", view, word, t)
    if not wanted:
        st.caption(words.say("Repeats", one=one, other=other))
        return
    if not numbers.film_of(view, word)[t - 1].x.any():
        st.markdown(words.say("Nothing to see"))
        return
    scatters = numbers.repeats_of(view, word, t)
    limits = common_limits(scatters)
    for column, (each, cloud) in zip(st.columns(2), scatters.items(), strict=True):
        with column:
            picture = cloud_picture(
                cloud.along,
                cloud.across,
                mean=cloud.mean,
                truth=cloud.truth,
                limits=limits,
                key=place.keys[each],
                look=look,
            )
            panel(
                words.of_word(place, each).name,
                picture,
                key=f"cloud_{each}",
                below=words.below_cloud(cloud),
            )
    st.caption(words.say("Clouds"))
    st.markdown(words.verdict(place, scatters))


draw()
