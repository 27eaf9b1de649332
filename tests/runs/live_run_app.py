"""A page for the tests: one run, live, as a real page has it; `?look` shows all jobs instead."""

import streamlit as st

from pages.ui.runs.job import Job
from pages.ui.runs.sessions import board
from pages.ui.streamlit_internals import session_id
from tests.runs.specs import endless


@st.cache_resource
def jobs() -> list[Job]:
    """All jobs that any session has started."""
    return []


me = session_id()

if "look" in st.query_params:
    st.text(f"{[job.state for job in jobs()]} {board().pids}")
    st.button("Look again")
    st.stop()

spec = endless()
if st.button("Run"):
    st.session_state.job = board().submit(spec, me)
    jobs().append(st.session_state.job)
job: Job | None = st.session_state.get("job")
live = job is not None and not job.ended


def stop() -> None:
    st.session_state.job = board().stop(st.session_state.job, me)


@st.fragment(run_every=0.25 if live else None)
def view() -> None:
    job: Job | None = st.session_state.get("job")
    if job is None:
        return
    st.text(f"state: {job.state}")
    if not job.ended:
        st.button("Stop", on_click=stop)
        st.progress(job.fraction)
    if job.result is not None:
        st.text(f"curves: {len(job.result.curves)}")
    if live and job.ended:
        st.rerun()


view()
