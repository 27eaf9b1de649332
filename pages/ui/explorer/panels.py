"""The explorer's boxes: a title, small menus, a chart that is updated in place, and a caption."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from aelr_core.analysis.learning import View
from pages.ui.charts.chart import chart
from pages.ui.explorer import controls, formulas, pictures, words
from pages.ui.explorer.differences import differences
from pages.ui.explorer.numbers import Numbers, as_the_example, on_screen
from pages.ui.explorer.numbers import numbers as numbers_of
from pages.ui.explorer.pictures import Drawn
from pages.ui.lessons import predict
from pages.ui.redraw import draw_all_again, show_again
from pages.ui.runs.sessions import board
from pages.ui.settings import Settings, opened_link
from pages.ui.settings.sidebar_rows import OURS_TOO
from pages.ui.texts import sections
from pages.ui.theme import Look
from pages.ui.visitor_run import (
    ATLAS,
    OnScreen,
    job,
    live,
    pins,
    replay,
    subject,
    update_interval,
    wait_for_curves,
)

# The fragment that holds the whole page but the sidebar: everything that changes with a run.
PAGE = "explorer"
# The other pictures are redrawn this many times less often than the curves.
SELDOM = 8
# In these last seconds of a run the page waits for its end, instead of drawing it once more before.
LAST_LOOK = 0.4
# Four boxes on one screen need narrow edges; Streamlit gives keys to reach them. Its own
# "Running ... Stop" would flicker beside our Stop with every update of a run, and it would start
# to fade whatever is updated: sixty frames a second that nobody sees. It also keeps a removed
# button that has the focus beside its replacement until the script run is reported as finished,
# which does not happen if another update comes first. Seven images side by side would be tiny on a
# phone: there they are moved sideways. While α is dragged, the words of a caption lie on those of
# the server (``follow.js``), in a cell as high as both need.
STYLE = """<style>
[class*="st-key-panel-"] { padding: 0.3rem 0.7rem 0.25rem; gap: 0.15rem; }
[class*="st-key-panel-"] button { min-height: 1.6rem; padding: 0 0.35rem; }
[class*="st-key-picture-"] { gap: 0.15rem; }
.st-key-explorer { margin-top: -1rem; }
.st-key-explorer.st-key-explorer h1 { font-size: 1.35rem; padding: 0; }
.st-key-explorer.st-key-explorer h2 { font-size: 1rem; padding: 0; }
.st-key-hint { border-radius: 0.5rem; padding: 0.15rem 0.75rem; }
.st-key-hint { background: rgba(59, 134, 247, 0.13); }
.st-key-upper, .st-key-pictures { gap: 0.5rem; }
.st-key-question { padding: 0.4rem 0.8rem; }
[data-testid="stStatusWidget"] { display: none; }
[class*="st-key-picture-"] [data-testid="stElementContainer"] {
    opacity: 1 !important; transition: none !important;
}
[class*="st-key-picture-"] [data-testid="stProgress"] * { transition: none !important; }
:is(.st-key-run, .st-key-stop)[data-retained] { display: none !important; }
[class*="st-key-card-"] [data-testid="stMetricLabel"] p::before { content: "● "; }
.st-key-card-green p::before { color: #1C9A4B; }
.st-key-card-orange p::before { color: #D9730D; }
.st-key-card-red p::before { color: #D1242F; }
[data-testid="stPopoverBody"] { max-height: 75vh !important; }
@media (max-height: 800px) { [data-testid="stPopoverBody"] { max-height: 42vh !important; } }
.st-key-table, .st-key-learnt-images { overflow-x: auto; }
.st-key-learnt-images .aelr-chart-place { min-width: 36rem; }
@media (min-width: 768px) { .st-key-sideways { display: none; } }
[data-testid="stCaptionContainer"][data-says] { display: grid; }
[data-testid="stCaptionContainer"][data-says] > * { visibility: hidden; }
[data-testid="stCaptionContainer"][data-says] > *,
[data-testid="stCaptionContainer"][data-says]::after { grid-area: 1 / 1; margin-bottom: 1rem; }
[data-says]::after { content: attr(data-says); }
.aelr-chart[data-says]::after {
    position: absolute; left: var(--corner); top: var(--edge); transform: translateX(-100%);
    font-size: 0.75rem; opacity: 0.75; white-space: nowrap;
}
[data-moving] .st-key-panel-learning .stMarkdownBadge { visibility: hidden; }
.aelr-chart[data-pale] .scatterlayer { opacity: 0.3; }
.st-key-table td:first-child { min-width: 11rem; }
@media (min-width: 1000px) {
    .st-key-explorer { margin-inline: -3.6rem; min-width: calc(100% + 7.2rem); }
}
</style>"""


def learning(now: OnScreen, settings: Settings, look: Look, *, alike: bool) -> View:
    """Show the learning curves and the progress of the run; return the chosen view.

    alike : whether the attributes of the settings' data are alike.
    """
    view, began = View(), live()

    def head() -> None:
        nonlocal view
        _badge(now, settings)
        view = controls.learning_view(now.result)

    def draw() -> Drawn:
        wait_for_curves()
        at_present = on_screen(settings)
        guess = predict.points(settings, at_present.result)
        changed = differences(at_present.spec, settings.spec())
        return pictures.learning(
            at_present.result,
            at_present.frame,
            view,
            pins(),
            look,
            guess,
            note=words.of_others(changed, live=live()) if changed else "",
            faded=bool(changed),
            preview=at_present.preview,
            stopped=at_present.stopped,
            alike=alike and not changed,
            ours=at_present.settings.origin == OURS_TOO,
        )

    def over() -> bool:
        if (current := job()) is not None:
            current.wait_for_the_end(LAST_LOOK)
        return began and not live()

    _box(
        "Learning curves",
        "learning",
        draw,
        lambda: formulas.learning(now.result),
        head=head,
        instead=lambda: _progress(settings),
        over=over,
        interval=update_interval,
        replay=replay(now),
    )
    return view


def sampling(numbers: Numbers, settings: Settings, look: Look) -> None:
    """Show how often each attribute is drawn."""
    order = ""

    def head() -> None:
        nonlocal order
        order = controls.sampling_order(numbers)

    def draw() -> Drawn:
        now = on_screen(settings)
        return pictures.sampling(numbers, now.result, now.frame, order, look)

    _box(
        "Sampling distribution",
        "sampling",
        draw,
        lambda: formulas.sampling(numbers.here, ours=numbers.ours),
        head=head,
        interval=_now_and_then,
    )


def ratios(numbers: Numbers, look: Look) -> None:
    """Show the improvement ratios."""
    _box(
        "Improvement ratio",
        "ratios",
        lambda: pictures.ratios(numbers, look),
        lambda: formulas.ratios(numbers.here),
    )


def bounds(numbers: Numbers, settings: Settings, look: Look) -> None:
    """Show the theorems' bounds, and the measured risk."""

    def draw() -> Drawn:
        now = on_screen(settings)
        return pictures.bounds(numbers_of(settings, now), now.result, now.frame, look)

    _box(
        "Bounds and measured excess risk",
        "bounds",
        draw,
        lambda: formulas.bounds(numbers),
        interval=_now_and_then,
    )


def _now_and_then() -> float | None:
    """Return the seconds between two updates of what changes less than the curves do."""
    every = update_interval()
    return every and SELDOM * every


def _box(
    title: str,
    key: str,
    draw: Callable[[], Drawn],
    formula: Callable[[], str],
    *,
    head: Callable[[], None] | None = None,
    instead: Callable[[], bool] | None = None,
    over: Callable[[], bool] | None = None,
    interval: Callable[[], float | None] = lambda: None,
    replay: float | None = None,
) -> None:
    """Draw one box. `instead` may replace the caption and returns whether it did.

    During a run only the picture and its caption are redrawn, at its `interval`: serving thirty
    visitors must leave the machine time to compute runs. Once `over` returns True, the whole page
    is redrawn instead.
    """

    def picture() -> None:
        if over is not None and over():
            draw_all_again(PAGE)
        drawn = draw()
        with st.container(key=f"picture-{key}"):
            chart(drawn.figure, key=key, alt=drawn.alt, height=drawn.height, replay=replay)
            if instead is None or not instead():
                st.caption(drawn.below)

    with st.container(border=True, gap="xsmall", height="stretch", key=f"panel-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.header(title, anchor=False, width="stretch")
            if head:
                head()
            # its contents are sent only when it is opened: most visitors never do
            popover = st.popover(
                "Formula", type="tertiary", key=f"formula_{key}", on_change="rerun"
            )
            if popover.open:
                popover.markdown(formula())
        show_again(picture, interval)


def draw_again_if_it_ended() -> None:
    """Draw the page again if a run has ended since Stop was drawn: nothing else may notice."""
    if not live():
        draw_all_again(PAGE)


def _badge(now: OnScreen, settings: Settings) -> None:
    """Say whether the curves belong to the current settings, or soon will."""
    changed = differences(settings.spec(), subject(now).spec())
    example = now.shipped and not live()
    if example and changed and opened_link.as_opened(settings):
        said = words.example_badge(now.result, settings.family)
        st.badge(said, color="gray", help=words.example(now.result))
    elif changed:
        said = words.changed(now.result, changed, live=live())
        st.badge(words.OTHERS if example else words.CHANGED, color="orange", help=said)
    elif not now.result.complete and not live():
        st.badge("stopped early", color="orange", help=words.STOPPED)
    elif replay(now) is not None:
        st.badge("replay", color="blue", help=sections("explorer/notes")["Replay"])
    elif example:
        name = "Precomputed" if now.frame[0] == ATLAS else "Example run"
        st.badge(name.lower(), color="gray", help=sections("explorer/notes")[name])
    elif now.result.complete and not live():
        same = as_the_example(now.result)
        note = sections("explorer/notes")["Same numbers" if same else "Computed"]
        st.badge(words.computed_badge(now.result, same=same), color="green", help=note)
    else:
        st.empty()


def _progress(settings: Settings) -> bool:
    """Show the progress of the run; return whether there is one."""
    current = job()
    if current is None or current.ended:
        return False
    place = board().position(current)
    said = words.progress(current.fraction, current.seconds_left, place)
    said += words.what_is_done(current.result, current.preview) + (
        f". {current.note}" if current.note else ""
    )
    if settings.spec() != current.spec:
        said += words.GOES_ON
    st.progress(min(max(current.fraction, 0.0), 1.0), said)
    return True
