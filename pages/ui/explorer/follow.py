"""Let the pictures follow the slider of α while it is dragged (``follow.js``).

The numbers of all stops are computed and sent once a visitor reaches for the slider, and from then
on with the pictures: most visitors of a class change other settings. The browser draws them into
the pictures that are there; after the release the server's own take their place. Numbers have
three digits, long curves fewer points: on the screen there is no difference.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from aelr_core.analysis.bounds import exact, measured, offline_loss, promises
from aelr_core.analysis.learning import (
    Series,
    View,
    legend_order,
    measured_saving,
    series_of,
    target_of,
)
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.analysis.what_if import STOPS, at_alpha, at_every_stop
from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec, Result
from aelr_core.plots.draws import shares_of_looks
from pages.ui.cache import Recent
from pages.ui.explorer import words
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import OURS_TOO
from pages.ui.stored_runs import along_alpha

KEPT = 32  # a tenth of a megabyte each
# Of the 120 points of a bound, every so many; of the attributes, at most so many.
EVERY, MOST_RANKS = 4, 40
_WANTED = "_follow_wanted"

_texts: Recent[str] = Recent(KEPT)
_component = st.components.v2.component(
    "aelr_follow", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def offer(settings: Settings) -> None:
    """Let the browser say when the visitor reaches for the slider, if the data have α.

    Outside the page's fragment, so that it asks for the whole page, as moving the slider does: of a
    fragment's wish and the page's that come together, Streamlit may fulfil only one.
    """
    if settings.entry.simulated and not st.session_state.get(_WANTED):
        _component(key="wish", data={"wish": True}, on_wanted_change=_want, height=1)


def follow(settings: Settings, view: View, shown: frozenset[str] | None) -> None:
    """Send what moves with α, if the data have one; at the end of a page, when all is drawn."""
    if not settings.entry.simulated:
        st.empty()
        return
    wanted = st.session_state.get(_WANTED, False)
    stops = stops_of(settings, view, shown) if wanted else ""
    _component(key="follow", data={"stops": stops}, height=1)
    _component(key="followed", data={"alpha": settings.alpha}, height=1)


def _want() -> None:
    st.session_state[_WANTED] = True


def stops_of(settings: Settings, view: View, shown: frozenset[str] | None = None) -> str:
    """Return what moves with α, made once for all visitors; "" where it would take too long."""
    spec = at_alpha(settings.spec(), DEFAULTS.alpha)

    def made() -> str:
        known = at_every_stop(spec)
        # without ours if only the paper's are wanted
        runs = [
            replace(run, curves={key: c for key, c in run.curves.items() if settings.shows(key)})
            for run in along_alpha(replace(settings, origin=OURS_TOO).spec())
        ]
        if not known:
            return ""
        text = json.dumps(moving(spec, known, runs, view, shown), ensure_ascii=False)
        return b64encode(zlib.compress(text.encode(), 9)).decode()

    return _texts.get((spec, view, shown), made)


Moving = dict[str, Any]
Numbers = list[float | None]


def moving(
    spec: ExperimentSpec,
    known: Sequence[PriorFacts],
    runs: Sequence[Result],
    view: View,
    shown: frozenset[str] | None = None,
) -> Moving:
    """Return what moves with α: stops, cards, and pictures by their key.

    Each picture has traces by their uid: x, which is the same at every stop, or one list per stop,
    and y; or low and high, of a band. `captions` are those of every stop; `level` where the first
    horizontal line is; `said` what stands behind names; `keeps` how the uids of traces begin that
    stay as they are, where all others are hidden meanwhile; `room` whether the y-axis moves where
    curves would leave the picture.

    Parameters
    ----------
    spec : the experiment; its own α does not matter
    known : what is known at each of `STOPS`
    runs : the stored runs at these, or ()
    view, shown : of the learning curves: how they are drawn, and which
    """
    pictures = {
        "sampling": _sampling(spec, known, runs),
        "ratios": _ratios(known),
        "bounds": _bounds(known, runs),
    }
    if runs and view.spread != "runs":
        pictures["learning"] = _learning(known, runs, view, shown)
    return {"stops": STOPS, "cards": _cards(known, runs), "pictures": pictures}


def _cards(known: Sequence[PriorFacts], runs: Sequence[Result]) -> list[list[list[str]]]:
    """Return the texts of each card at every stop."""
    rows = []
    for number, facts in enumerate(known):
        saving = measured_saving(runs[number]) if runs else None
        row = words.cards(facts, saving)
        rows.append([_plain(card.value).split(":small[") for card in row])
    return rows


def _sampling(spec: ExperimentSpec, known: Sequence[PriorFacts], runs: Sequence[Result]) -> Moving:
    """Return q and π at the start; the moments fall with i, so both orders are the same."""
    d = known[0].d
    ranks = sorted({round(d ** (n / (MOST_RANKS - 1))) for n in range(MOST_RANKS)} | {1, d})
    lines = [shares_of_looks(facts, spec.algorithms, {}) for facts in known]
    curves = [run.curves for run in runs] or [{} for _ in known]
    traces = {
        key: {"x": ranks, "y": [_short(shares[key][1][[i - 1 for i in ranks]]) for shares in lines]}
        for key in lines[0]
    }
    pairs = zip(known, curves, strict=True)
    captions = [words.about_sampling(facts, drawn) for facts, drawn in pairs]
    return _moving(captions, traces, room=True)


def _ratios(known: Sequence[PriorFacts]) -> Moving:
    x = [[facts.alpha] for facts in known]
    traces = {
        "ridge-here": {"x": x, "y": [_short([facts.rho_ridge]) for facts in known]},
        "lasso-here": {"x": x, "y": [_short([facts.rho_lasso]) for facts in known]},
    }
    return _moving(map(words.about_ratios, known), traces, keeps=("ridge", "lasso"))


def _bounds(known: Sequence[PriorFacts], runs: Sequence[Result]) -> Moving:
    promised = [promises(facts) for facts in known]
    at = [*range(0, len(promised[0].attributes) - 1, EVERY), len(promised[0].attributes) - 1]
    risks = [
        measured(run, facts, offline_loss(run)) for run, facts in zip(runs, known, strict=False)
    ]
    captions = [
        words.about_bounds(
            facts, promised[n], risks[n] if runs else {}, exact=bool(runs) and exact(runs[n])
        )
        for n, facts in enumerate(known)
    ]
    x = _short(promised[0].attributes[at])
    traces = {
        key: {"x": x, "y": [_short(one.curves[key][at]) for one in promised]}
        for key in promised[0].curves
    }
    for key in risks[0] if risks else ():
        traces[f"{key}-measured"] = {
            "x": _short(risks[0][key].attributes),
            "y": [_short(one[key].mean) if key in one else [] for one in risks],
        }
    return _moving(captions, traces, level=_short([facts.trivial for facts in known]), room=True)


def _learning(
    known: Sequence[PriorFacts], runs: Sequence[Result], view: View, shown: frozenset[str] | None
) -> Moving:
    targets = [target_of(run, view) for run in runs]
    stops = [
        {c.algorithm: series_of(c, view, target) for c in legend_order(run.curves)}
        for run, target in zip(runs, targets, strict=True)
    ]
    captions = [
        words.about_curves(run, view, shown=shown, rho=facts.rho)
        for facts, run in zip(known, runs, strict=True)
    ]
    traces: Moving = {}
    for key, one in stops[0].items():
        series = [stop.get(key) for stop in stops]

        def each(of: Callable[[Series], Floats | None], series: Any = series) -> list[Numbers]:
            return [_short(values) if s and (values := of(s)) is not None else [] for s in series]

        x = _short(one.x)
        traces[key] = {"x": x, "y": each(lambda s: s.middle)}
        if one.low is not None:
            low, high = each(lambda s: s.low), each(lambda s: s.high)
            traces[f"{key}-spread"] = {"x": x, "low": low, "high": high}
        traces[f"{key}-reach"] = {
            "x": [_short([s.reach_x]) if s and s.reach_x is not None else [] for s in series],
            "y": [_short([target]) for target in targets],
        }
    said = [
        words.behind_names(run, view, facts.rho) for facts, run in zip(known, runs, strict=True)
    ]
    return _moving(captions, traces, level=_short(targets), said=said, keeps=("pin", "guess"))


def _moving(captions: Iterable[str], traces: Moving, **more: object) -> Moving:
    usual: Moving = {"level": [], "said": None, "keeps": (), "room": False}
    return {"captions": [_plain(each) for each in captions], "traces": traces, **usual, **more}


def _short(numbers: Iterable[float | None] | Floats) -> Numbers:
    """Return numbers with three digits; None where there is nothing to draw."""
    return [None if x is None or x != x else float(f"{x:.3g}") for x in numbers]


def _plain(sentence: str) -> str:
    """Return a caption or a card without its Markdown.

    >>> _plain("**a lot** :small[more]")
    'a lot :small[more'
    """
    return sentence.replace("**", "").replace("]", "")
