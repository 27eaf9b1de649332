"""The fifth picture of the explorer: what each algorithm has learnt, once a run has ended."""

from __future__ import annotations

import streamlit as st

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import Learnt, learnt, most_influential
from aelr_core.datasets import Dataset
from pages.ui import data, uploads
from pages.ui.cache import Recent
from pages.ui.charts.chart import chart
from pages.ui.explorer import words
from pages.ui.explorer.differences import differences
from pages.ui.explorer.pictures import Drawn
from pages.ui.figures.learnt import bars_reach, learnt_bars_picture, learnt_images_picture
from pages.ui.plain_text import in_markdown
from pages.ui.session_cache import where
from pages.ui.settings import Settings
from pages.ui.texts import filled, sections
from pages.ui.theme import Look
from pages.ui.visitor_run import OnScreen, live

MOST_BARS = 10  # attributes
KEPT = 32  # pictures, up to half a megabyte each
_SAID = sections("explorer/learnt")

_pictures: Recent[Drawn] = Recent(KEPT)


def show(now: OnScreen, settings: Settings, look: Look) -> None:
    """Show the predictors of a run that has ended; an empty place while one goes on.

    settings : the current ones; the run may have had others, which is said then
    """
    if live():
        st.empty()
        return
    with st.container(border=True, gap="xsmall", key="panel-learnt"):
        with st.container(horizontal=True):  # alone, a heading takes less room than it has
            st.header("What it learnt", anchor=False)
        found = learnt(now.result)
        if found is None:
            st.caption(_SAID["None"])
            return
        if uploads.gone(now.settings):
            st.caption(_SAID["Gone"])
            return
        drawn = _drawn(now, found, look)
        if changed := differences(now.spec, settings.spec()):
            st.caption(f"**{words.learnt_by_others(changed)}**")
        what = "images" if now.spec.entry.image_shape else "bars"
        if what == "images":
            with st.container(key="sideways"):  # hidden where the screen is wide
                st.caption(_SAID["Sideways"])
        with st.container(key=f"learnt-{what}"):
            chart(drawn.figure, key="learnt", alt=drawn.alt, height=drawn.height)
        st.caption(drawn.below)


def _drawn(now: OnScreen, found: Learnt, look: Look) -> Drawn:
    """Return the picture, drawn once for all visitors, or for the one whose table it is about."""
    kept = where(_pictures, "learnt", own=now.spec.entry.uploaded)
    return kept.get(
        (now.frame, look),
        lambda: picture(found, data.dataset(now.settings), look),
    )


def picture(found: Learnt, dataset: Dataset, look: Look) -> Drawn:
    """Return the predictors as images where attributes are pixels, else as bars."""
    films = {key: (ALGORITHMS[key].short_name, w) for key, w in found.mean.items()}
    if dataset.image_shape is not None:
        made = learnt_images_picture(found.attributes, films, dataset.image_shape, look=look)
        said = _of_pixels(found, dataset)
    else:
        shown = most_influential(found, dataset.known_moments, MOST_BARS, dataset.w_star)
        films = {key: (words, w[:, shown]) for key, (words, w) in films.items()}
        spreads = {key: sd[:, shown] for key, sd in found.sd.items()}
        truth = None if dataset.w_star is None else dataset.w_star[shown]
        names = [dataset.attributes[i] for i in shown]
        made = learnt_bars_picture(found.attributes, films, spreads, names, truth=truth, look=look)
        _, cut = bars_reach(films, spreads, truth)
        said = _of_bars(found, dataset, len(shown)) + (f" {_SAID['Cut']}" if cut else "")
    height = made.figure.layout.height
    return Drawn(made.figure.to_json(remove_uids=False), made.alt, height, said)


def _of_pixels(found: Learnt, dataset: Dataset) -> str:
    negative, positive = dataset.classes or ("−1", "+1")
    return filled(_SAID["Pixels"], runs=_runs(found), positive=positive, negative=negative)


def _of_bars(found: Learnt, dataset: Dataset, shown: int) -> str:
    bars = filled(_SAID["Bars"], runs=_runs(found), shown=f"{shown:,}", d=f"{found.d:,}")
    units = _SAID["Scaled" if dataset.w_star is None else "Best known"]
    classes = ""
    if dataset.classes is not None:
        negative, positive = (in_markdown(name, 40) for name in dataset.classes)
        classes = filled(_SAID["Classes"], positive=positive, negative=negative)
    return " ".join(part for part in (bars, classes, units) if part)


def _runs(found: Learnt) -> str:
    return f"the mean over {found.runs:,} runs" if found.runs > 1 else "one run"
