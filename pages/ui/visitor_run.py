"""The visitor's run, on any page: started, stopped, shown, pinned.

The run shown is the current one, the last one, or the one that ships with the app. Pictures are
drawn from a run and its own spec, never from the widgets, so nothing is lost when these change.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import monotonic
from urllib.parse import urlencode, urlunsplit

import streamlit as st

from aelr_core.experiments import Curve, ExperimentSpec, Result
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.readings import READINGS
from aelr_core.results.paper import stored
from pages.ui import data
from pages.ui.prose import in_markdown, listed
from pages.ui.runs.board import BusyError
from pages.ui.runs.job import Job
from pages.ui.runs.limits import from_environment
from pages.ui.runs.sessions import board
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import NO_READING, OURS_TOO, SETTINGS, THE_PAPERS
from pages.ui.settings.values import PRESETS, to_query
from pages.ui.shell import this_page
from pages.ui.stored_runs import example_run, precomputed
from pages.ui.streamlit_internals import session_id

# What identifies a state of a result, and which of its curves are left out, in caches of figures.
Frame = tuple[int | str, ...]
# The first part of the frame of a run from the atlas.
ATLAS = "atlas"
# A link with this parameter starts a run.
RUN = "run"
# Stop appears in the place of Run: a click within these seconds is the second of a double click.
DOUBLE_CLICK = 0.5
# Seconds that a page waits for the first curves of a run that has just begun.
FIRST_CURVES = 0.5
# More grey lines could not be distinguished.
MOST_PINS = 3
_JOB, _SETTINGS, _LAST, _PROBLEM, _PINS, _OPENED, _ASKED, _BEGAN, _REPLAY = (
    "_run_job",
    "_run_settings",
    "_run_last",
    "_run_problem",
    "_run_pins",
    "_run_opened",
    "_run_asked",
    "_run_began",
    "_run_replay",
)


@dataclass(frozen=True, eq=False)
class OnScreen:
    """The result that is shown.

    frame : identifies this state of the result in caches of figures, with what was left out.
    settings : the sidebar's settings that gave it.
    preview : provisional curves that are shown beside it, by algorithm, until it is complete.
    stopped : whether it ended before it was complete.
    shipped : whether it came with the app.
    """

    result: Result
    frame: Frame
    settings: Settings
    preview: Mapping[str, Curve] = field(default_factory=dict)
    stopped: bool = False
    shipped: bool = False

    @property
    def spec(self) -> ExperimentSpec:
        """What was run."""
        return self.result.spec

    def without(self, keys: Container[str], called: str) -> OnScreen:
        """Return the run without the curves of some algorithms, which the frame calls `called`.

        The last curve is never removed: there would be nothing left to draw, or, of a run that was
        stopped, no numbers to show.
        """
        left = {key: curve for key, curve in self.result.curves.items() if key not in keys}
        preview = {key: curve for key, curve in self.preview.items() if key not in keys}
        before = len(self.result.curves) + len(self.preview)
        if len(left) + len(preview) in (0, before) or (self.stopped and not left):
            return self
        result, frame = replace(self.result, curves=left), (*self.frame, called)
        return replace(self, result=result, preview=preview, frame=frame)


def job() -> Job | None:
    """Return the last run that this visitor asked for."""
    last: Job | None = st.session_state.get(_JOB)
    return last


def live() -> bool:
    """Whether a run is in progress."""
    current = job()
    return current is not None and not current.ended


def wait_for_curves() -> None:
    """Wait a moment for the first curves of a run that has just begun, instead of a whole look."""
    current = job()
    if current is not None and not current.ended:
        since = monotonic() - st.session_state[_BEGAN]
        current.seen.wait(max(0.0, FIRST_CURVES - since))


def replay(now: OnScreen) -> float | None:
    """Return what identifies the replay of the run shown, if it had been computed before."""
    current: Job | None = job()
    asked: float | None = st.session_state.get(_REPLAY)
    return asked if current is not None and now.frame[0] == current.number else None


def update_interval() -> float | None:
    """Return the seconds between two updates of the current run, None if there is none."""
    current = job()
    return None if current is None or current.ended else board().update_interval(current)


def subject(now: OnScreen) -> Settings:
    """Return the settings of the current run, even before its first curve, or else of `now`.

    Whatever is drawn only once per run must use these: the curves will be those of the run.
    """
    if not live():
        return now.settings
    started: Settings = st.session_state[_SETTINGS]
    # whoever hides ours meanwhile still looks at this run
    return replace(started, origin=now.settings.origin)


def problem(settings: Settings) -> tuple[str, str]:
    """Return why the last run could not be started, in one sentence, or "".

    With it comes the shell command for a run that is too large for the app, or "". Both are about
    the settings of that run, and disappear when these change.
    """
    about, sentence, command = st.session_state.get(_PROBLEM) or (None, "", "")
    return (sentence, command) if about == settings else ("", "")


def say_what_went_wrong(settings: Settings, *, command: bool = True, more: str = "") -> bool:
    """Say why the last run did not start or failed; return whether there was anything to say.

    command : whether the command of a run that is too large is shown, too
    more : what follows the reason of a failure
    """
    current = job()
    sentence, line = problem(settings)
    if sentence:
        with st.container():
            st.warning(in_markdown(sentence))
            if line and command:
                st.code(line, language="bash", wrap_lines=True)
    elif current is not None and current.state == "failed":
        st.error(f"{in_markdown(current.error)}{more}")
    else:
        return False
    return True


def run() -> None:
    """Ask for a run of the settings. A callback.

    Callbacks run before the sidebar is read, so a number typed just before would be missed here.
    """
    st.session_state[_ASKED] = True


def submit(settings: Settings, data_sets: int = 1) -> None:
    """Start a run, or join one that another visitor has started with the same settings.

    data_sets : of a table, the splits into training and test rows that the runs are spread over.
    """
    st.session_state[_PROBLEM] = None
    asked = monotonic()
    try:
        table = data.dataset(settings) if settings.entry.uploaded else None
        spec = replace(settings.spec(), data_sets=data_sets)
        started = board().submit(spec, session_id(), table)
    except (BusyError, ValueError) as error:  # a sentence each
        st.session_state[_PROBLEM] = settings, str(error), getattr(error, "command", "")
        return
    st.session_state[_JOB], st.session_state[_SETTINGS] = started, settings
    st.session_state[_BEGAN] = asked
    st.session_state[_REPLAY] = asked if started.ended_before(asked) else None


def run_if_asked(settings: Settings) -> bool:
    """Start the run that the button Run has asked for; return whether it has."""
    if asked := st.session_state.pop(_ASKED, False):
        submit(settings)
    return bool(asked)


def run_or_stop(settings: Settings, where: str = "") -> None:
    """Draw Run or, during a run, Stop; `where` tells two places on a page apart."""
    run_if_asked(settings)
    run_opened_link(settings)
    name, act = ("Stop", stop) if live() else ("Run", run)
    key = f"{name.lower()}{where}"
    st.button(name, on_click=act, key=key, type="primary", width="stretch" if where else "content")


def run_opened_link(settings: Settings) -> None:
    """Start the run that a shared link asks for, once per session."""
    asked = st.query_params.get(RUN) == "1"
    if asked and not st.session_state.get(_OPENED):
        submit(settings)
    st.session_state[_OPENED] = True


def stop() -> None:
    """Stop the run and keep its result so far. A callback."""
    current = job()
    if current is not None and monotonic() - st.session_state[_BEGAN] > DOUBLE_CLICK:
        st.session_state[_JOB] = board().stop(current, session_id())


def on_screen(settings: Settings) -> OnScreen:
    """Return the run to draw.

    That is the current run as soon as it has a curve; otherwise a finished run of exactly these
    settings, by this visitor, any other visitor or the app; otherwise the run shown before. If
    only the paper's algorithms are wanted, ours are left out of it.
    """
    shown = _of_job(job(), st.session_state.get(_SETTINGS, DEFAULTS))
    current = job()
    if current is None or current.ended:
        wanted = settings.spec()
        if shown is None or shown.spec != wanted:
            shown = _finished(settings, wanted) or shown
    shown = shown or st.session_state.get(_LAST) or _shipped()
    if shown.result.curves:  # provisional ones are not shown after their run
        st.session_state[_LAST] = shown
    return shown if settings.origin == OURS_TOO else of_the_paper(shown)


def finished_result(settings: Settings) -> Result | None:
    """Return a complete run of exactly these settings, by any visitor or the app."""
    shown, wanted = _of_job(job(), settings), settings.spec()
    if shown is None or shown.spec != wanted:
        shown = _finished(settings, wanted)
    return shown.result if shown is not None and shown.result.complete else None


def of_the_paper(now: OnScreen) -> OnScreen:
    """Return a run as if only the paper's algorithms had been asked for."""
    settings = replace(now.settings, origin=THE_PAPERS)
    ours = [key for key in now.spec.algorithms if not settings.shows(key)]
    left = now.without(ours, THE_PAPERS) if ours else now
    if left is now:
        return now
    asked = tuple(key for key in now.spec.algorithms if settings.shows(key))
    result = replace(left.result, spec=replace(now.spec, algorithms=asked))
    return replace(left, result=result, settings=settings)


def pins() -> tuple[OnScreen, ...]:
    """Return the runs that this visitor has pinned, drawn in grey behind the next ones."""
    pinned: tuple[OnScreen, ...] = st.session_state.get(_PINS, ())
    return pinned


def pin(now: OnScreen) -> None:
    """Pin the run that is shown, once; of too many, the oldest goes. A callback."""
    others = (one for one in pins() if one.spec != now.spec)
    st.session_state[_PINS] = (*others, now)[-MOST_PINS:]


def unpin(one: OnScreen) -> None:
    """Remove a pinned run. A callback."""
    st.session_state[_PINS] = tuple(other for other in pins() if other is not one)


def forget_tables() -> None:
    """Forget what was computed from a visitor's own table, including pins."""
    current, last = job(), st.session_state.get(_LAST)
    settings: Settings | None = st.session_state.get(_SETTINGS)
    if current is not None and current.spec.entry.uploaded:
        board().stop(current, session_id())  # also one that has just begun
        del st.session_state[_JOB]
    if settings is not None and settings.entry.uploaded:
        del st.session_state[_SETTINGS]
    if last is not None and last.spec.entry.uploaded:
        del st.session_state[_LAST]
    st.session_state[_PROBLEM] = None  # it may name columns
    st.session_state[_PINS] = tuple(one for one in pins() if not one.spec.entry.uploaded)


def link(settings: Settings) -> str:
    """Return a link that opens with these settings and runs them."""
    query = urlencode({**to_query(settings), RUN: "1"}, doseq=True)
    return urlunsplit(this_page()._replace(query=query, fragment=""))


def _shipped() -> OnScreen:
    return OnScreen(example_run(), (0, 0), DEFAULTS, shipped=True)


def _finished(settings: Settings, spec: ExperimentSpec) -> OnScreen | None:
    if spec == example_run().spec:
        return _shipped()
    if settings.origin != OURS_TOO:
        fuller = replace(settings, origin=OURS_TOO)
        if (shown := _finished(fuller, fuller.spec())) is not None:
            return shown
    if settings.entry.uploaded:  # results are only for those who have the table
        return None
    if (shown := _of_job(board().finished(spec), settings)) is not None:
        return shown
    if (result := precomputed(spec)) is None:
        return None
    frame = ATLAS, spec.family, spec.budget, f"{settings.alpha:.2f}"
    return OnScreen(result, frame, settings, shipped=True)


def _of_job(one: Job | None, settings: Settings) -> OnScreen | None:
    if one is None:
        return None
    version, result = one.version, one.result  # version first: a newer result is drawn again
    preview, stopped = one.preview, one.ended and one.state != "done"
    if result is None or not (result.curves or (preview and not one.ended)):
        return None  # provisional curves are for those who watch, no result to keep
    frame = (one.number, version, "stopped") if stopped else (one.number, version)
    return OnScreen(result, frame, settings, preview, stopped)


# ---- A panel of the paper as a live run ----

# The searches of the stored panels take minutes. A live run has the same data, budget, seed and
# reading, and as many points, runs and examples as fit; a sentence says what is smaller.
# Points and runs, from the most to the fewest; fewer examples only when even the last do not fit.
SIZES = ((10, 20), (10, 10), (10, 5), (5, 5))
# The share of the limit to aim at: the estimate may be too low, and others may compute meanwhile.
SHARE = 0.5
# Examples are a multiple of this.
ROUND = 100


def limit() -> float:
    """Return the estimated seconds of the longest run that this server accepts."""
    return from_environment()[0].estimate


@lru_cache(256)
def live_settings(panel: str, reading: str, most: float) -> Settings:
    """Return the settings that run a panel live under a reading, in at most so many seconds."""
    allowed = int(SETTINGS["examples"].at_most or 0)
    examples = min(_stored(panel, reading).examples, allowed)
    full = replace(_template(panel, reading), examples=examples)
    for points, runs in SIZES:
        sized = replace(full, points=points, runs=runs)
        if _seconds(sized) <= SHARE * most:
            return sized
    sizes = [replace(sized, examples=n) for n in range(ROUND, full.examples + 1, ROUND)]
    fit = bisect_left(sizes, True, key=lambda one: _seconds(one) > SHARE * most)
    return sizes[max(fit - 1, 0)]


def panel_of(settings: Settings) -> str | None:
    """Return the panel whose data, budget and seed the settings have, if they have a reading."""
    if settings.protocol == NO_READING:
        return None
    sizes = {name: getattr(settings, name) for name in ("examples", "points", "runs", "projector")}
    return next(
        (
            p
            for p in stored().panels
            if replace(_template(p, settings.protocol), **sizes) == settings
        ),
        None,
    )


def smaller(settings: Settings) -> str:
    """Return how a live run differs from the stored panel and what is the same, or ""."""
    panel = panel_of(settings)
    if panel is None:
        return ""
    stored, spec = _stored(panel, settings.protocol), settings.spec()
    pairs = [(a, b) for a, b in zip(_numbers(stored), _numbers(spec), strict=True) if a != b]
    if not pairs:
        return ""
    same = "Data" if stored.data_sets == spec.data_sets else "The first data set"
    there, now = (listed([pair[n] for pair in pairs]) for n in (0, 1))
    return (
        f"Figure {panel}, reading “{READINGS[settings.protocol].label}”: the stored panel has "
        f"{there}; a live run has {now}, so that it should take less than {limit():.0f} s. "
        f"{same}, k + 1, seed and reading are the same."
    )


def _numbers(spec: ExperimentSpec) -> Iterator[str]:
    yield f"{spec.runs} runs"
    yield f"{spec.data_sets} data sets" if spec.data_sets > 1 else "one data set"
    yield f"{spec.examples:,} examples"
    yield f"{spec.points} points"


def _template(panel: str, reading: str) -> Settings:
    """Return the settings of a panel under a reading, but for the size."""
    preset = next(s for name, s in PRESETS.items() if name.endswith(f"(Fig. {panel})"))
    return replace(preset, seed=_stored(panel, reading).seed, protocol=reading, origin=THE_PAPERS)


def _stored(panel: str, reading: str) -> ExperimentSpec:
    return stored().panels[panel].computed[reading].spec


def _seconds(settings: Settings) -> float:
    return estimated_seconds(settings.spec(), settings.d)
