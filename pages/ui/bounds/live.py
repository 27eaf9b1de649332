"""Measured excess risk on the page: a stored run for the start, a run of one's own otherwise."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from aelr_core.experiments import Result
from pages.ui import data, runs
from pages.ui.bounds import words
from pages.ui.bounds.measured import Measured, measured, measured_spec, refusal, stored
from pages.ui.figures.measured_bounds import measured_picture
from pages.ui.plain_text import in_markdown
from pages.ui.settings import Settings
from pages.ui.show import panel, show_again
from pages.ui.theme import Look
from pages.ui.words import name

_JOB = "_bounds_job"
_BUSY = "_bounds_busy"
SECONDS = 1.0  # between two looks at a run


def measured_section(settings: Settings, *, scale: float, look: Look) -> None:
    """Show the run of these settings: stored, finished, under way, or still to be started."""
    inside = replace(settings, scaled=True)
    dataset = data.dataset(inside)
    problem = refusal(dataset)
    if problem:
        st.info(in_markdown(problem))
        return
    spec = measured_spec(settings, scale)
    ready = stored(spec)
    if ready is not None:
        _draw(ready, settings, look, "computed beforehand", frame="stored")
        return

    job: runs.Job | None = st.session_state.get(_JOB)
    mine = job if job is not None and job.spec == spec else None
    live = mine is not None and not mine.ended

    def start() -> None:
        table = dataset if settings.data == "csv" else None
        try:
            st.session_state[_JOB] = runs.board().submit(spec, runs.session_id(), table)
            st.session_state.pop(_BUSY, None)
        except (runs.BusyError, runs.TooLargeError) as refused:
            st.session_state[_BUSY] = str(refused)

    def stop() -> None:
        st.session_state[_JOB] = runs.board().stop(st.session_state[_JOB], runs.session_id())

    if mine is None or mine.state in ("stopped", "failed"):
        if mine is not None and mine.error:
            st.error(in_markdown(mine.error))
        if _BUSY in st.session_state:
            st.warning(in_markdown(st.session_state[_BUSY]))
        st.button("Measure it", key="bounds_measure", on_click=start, type="primary")
        st.caption(
            f"{spec.runs} runs of each algorithm at {spec.points} lengths up to "
            f"m = {spec.examples:,}, with your data, budget and seed: a few seconds."
        )
    elif live:
        st.button("Stop", key="bounds_stop", on_click=stop)
    if mine is None:
        return

    def view() -> None:
        if not mine.ended:
            st.progress(mine.fraction, "Measuring")
        if mine.result is not None and mine.result.curves:
            frame = f"{mine.number}.{mine.version}"
            _draw(mine.result, settings, look, f"{mine.seconds:.0f} s", frame=frame)
        if live and mine.ended:
            st.rerun()  # once more with the whole page: nothing is left to be polled

    show_again(view, SECONDS if live else None)


def _draw(result: Result, settings: Settings, look: Look, how: str, *, frame: str) -> None:
    found = _numbers(settings, frame, result)
    if not found:
        return
    count = len(next(iter(result.curves.values())).runs)
    panel(
        f"Excess risk of {in_markdown(result.label)}, {count} runs ({how})",
        measured_picture(
            {key: (name(key), one) for key, one in found.items()},
            look=look,
        ),
        key="measured_bounds",
        below=words.shares(found, settings.data),
    )


@st.cache_data(scope="session", max_entries=8, show_spinner=False)
def _numbers(settings: Settings, frame: str, _result: Result) -> dict[str, Measured]:
    """Return the measurements; the settings and the frame say which result it is."""
    return measured(_result, data.dataset(replace(settings, scaled=True)))
