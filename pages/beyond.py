"""Beyond the paper: one joint sample in place of two, its theorems, and the study."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from aelr_core.letters import FAMILIES
from aelr_core.results.study import Panel, study
from pages.ui import appearance
from pages.ui.beyond import controls, numbers, words
from pages.ui.beyond import study as shown
from pages.ui.beyond.prose import bullets, prose, unbroken
from pages.ui.figures.bound_ratio import bound_ratio_picture
from pages.ui.figures.needed import needed_picture
from pages.ui.figures.study_panel import study_picture
from pages.ui.figures.used_pairs import used_pairs_picture
from pages.ui.figures.verdict_map import Cell, verdict_map_picture
from pages.ui.settings import sidebar
from pages.ui.shell import require_shell
from pages.ui.show import panel, side_by_side
from pages.ui.texts import text

require_shell()

settings = sidebar.current()
family = settings.family
look = appearance.look(settings)
controls.OWN.arrive()


def show_study() -> None:
    """Show every verdict, what may be said, one panel from near, and what each idea gains."""
    st.table(shown.counts(stored))
    letter = controls.OWN.draw("study_compare")
    show_maps(
        "Verdicts",
        stored.of_family,
        lambda name: shown.SIZES[: max(len(one.sizes) for one in stored.of_family(name))],
        "Size, the smallest first",
        lambda name: shown.verdicts(stored, name, letter),
        key="verdicts",
        below=prose("verdicts"),
    )
    with st.expander("Every panel and size, with our error over the other's"):
        st.dataframe(shown.by_size(stored, letter), hide_index=True)
    no, yes = st.columns(2)
    compared = stored.comparisons[letter]
    refused = bullets([*compared.may_not_be_said, *stored.never_said])
    no.markdown(f"### What may not be said\n\n{refused}")
    yes.markdown(f"### What may be said\n\n{bullets(compared.may_be_said)}")
    shows = (show_panel, show_mends, show_needed, show_ideas, show_balls)
    tabs = st.tabs(words.TABS, on_change="rerun", key="study_tab")
    for tab, show in zip(tabs, shows, strict=True):
        if tab.open:
            with tab:
                show()


def show_maps(
    title: str,
    panels: Callable[[str], list[Panel]],
    columns: Callable[[str], Sequence[str]],
    across: str,
    cells: Callable[[str], list[Cell]],
    *,
    key: str,
    below: str,
) -> None:
    """Show the maps of verdicts of both families, from what each family has in them."""
    for side, name in zip(side_by_side(look), FAMILIES, strict=True):
        with side:
            rows = [one.short for one in panels(name)]
            picture = verdict_map_picture(
                rows, columns(name), cells(name), across=across, look=look
            )
            panel(f"{title}, {name}", picture, key=f"{key}_{name}", below=below)


def show_panel() -> None:
    """Show the curves and the comparisons of one panel."""
    chosen = stored.panels[controls.OWN.draw("study_panel")]
    panel(
        chosen.title,
        study_picture(chosen.lines, look=look),
        key="study_panel_curves",
        below=unbroken(chosen.caption),
    )
    st.dataframe(shown.tests(stored, chosen), hide_index=True)


def show_mends() -> None:
    """Show what the mends gain, as the estimators have them."""
    st.markdown(prose("mends"))
    show_maps(
        "Mended over plain",
        stored.of_family,
        shown.mend_columns,
        "Algorithm, with few and with many examples",
        lambda name: shown.mends(stored, name),
        key="mends",
        below=prose("mended"),
    )


def show_needed() -> None:
    """Show how many attributes ours needs for the errors of the others."""
    ours = controls.OWN.draw("study_needed")
    for side, name in zip(side_by_side(look), FAMILIES, strict=True):
        with side:
            rows = [one.short for one in stored.of_family(name)]
            panel(
                f"Attributes needed by {stored.ours[ours][name]} (ours)",
                needed_picture(rows, shown.shares(stored, name, ours), look=look),
                key=f"needed_{name}",
                below=prose("needed"),
            )


def show_ideas() -> None:
    """Show what each idea gains, from the paper's algorithm to ours, with few examples and many."""
    st.markdown(prose("ideas"))
    for word, place in shown.ENDS.items():
        show_maps(
            f"What each idea gains at the {word} size",
            partial(shown.dissected, stored),
            lambda _: tuple(shown.IDEAS.values()),
            "Idea, each after the one before",
            partial(shown.ideas, stored, place=place),
            key=f"ideas_{word}",
            below=stored.idea_sizes[word],
        )


def show_balls() -> None:
    """Show what another norm bound changes."""
    st.markdown(prose("balls"))
    for name in FAMILIES:
        st.markdown(f"**{name.capitalize()}**")
        st.table(stored.balls[name], hide_index=True)  # its headings wrap: all fit


st.title("Beyond the paper: one sample instead of two", anchor=False)
st.badge("This project's own work, compared with the paper's", color="blue")
st.markdown(prose("story"))
st.markdown(" · ".join(f"[{title}](#{name})" for name, title in words.CHAPTERS.items()))

st.header(words.CHAPTERS["pairs"], anchor="pairs", divider="gray")
budget, alpha, n, sample = controls.choose_toy()
st.caption(words.about_toy(family, alpha))
toy = numbers.toy(family, alpha, budget, settings.rules, settings.seed)
two, one = numbers.drawn(toy, n, sample)
left, right = st.columns(2)
with left:
    panel(
        "The paper: two samples",
        used_pairs_picture(
            two.used, two.W, key=words.PAPERS[family], words="two samples", look=look
        ),
        key="pairs_two",
        below=words.two_samples(toy.stage, two, n),
    )
with right:
    panel(
        "This project: one sample",
        used_pairs_picture(one.used, one.W, key=words.OURS[family], words="one sample", look=look),
        key="pairs_one",
        below=words.one_sample(toy.stage, one, n),
    )
st.table(words.uses(toy, family))
st.markdown(words.verdict(toy.two, toy.one, family))
st.markdown(prose("why"))

st.header(words.CHAPTERS["study"], anchor="study", divider="gray")
stored = study()
st.markdown(stored.about)
with st.expander("How it was made, and what it cannot show"):
    st.markdown(bullets(stored.caveats))
show_study()

st.header(words.CHAPTERS["algorithm"], anchor="algorithm", divider="gray")
st.markdown(text("beyond/algorithm"))

st.header(words.CHAPTERS["theorems"], anchor="theorems", divider="gray")
st.markdown(prose("not_proved"))
bounds = numbers.bounds_of(settings)
k, plain, best = numbers.ratios_of(settings)
panel(
    "Our worst-case bound over the paper's",
    bound_ratio_picture(
        k,
        {"b = 1": plain, "the best b": best},
        key=words.OURS[family],
        chosen=settings.k,
        look=look,
    ),
    key="bound_ratio",
    below=words.ratio_caption(bounds, family),
)
for name in words.THEOREMS:
    theorem = words.statement(name)
    with st.container(border=True, key=f"beyond-{name}"):
        st.markdown(f"**{theorem['Title']}** :blue-badge[this project]\n\n{theorem['Statement']}")
        st.markdown(f"**In words.** {theorem['In words']}")
        st.markdown(f"**How to read it.** {theorem['Reading']}")
        if words.FAMILIES[name] == family:
            sizes = numbers.sizes_of(settings) if name == "theorem2" else None
            st.markdown(words.theorem_numbers(name, bounds, sizes, settings))
        else:
            st.caption(words.other_family(name))
        with st.expander("Proof"):
            st.markdown(theorem["Proof"])

controls.OWN.leave_in_link()
