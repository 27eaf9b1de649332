"""What the pictures show at every stop of α, small enough to be sent along with them.

While the slider is dragged, the browser draws these numbers into the pictures that are there
(``follow.js``); after the release the server's own pictures take their place. Numbers have three
digits, long curves fewer points: on the screen there is no difference.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import exact, measured, offline_loss, promises
from aelr_core.analysis.learning import View, legend_order, series_of, target_of
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.analysis.what_if import STOPS
from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec, Result
from pages.ui.explorer import top_row, words
from pages.ui.explorer.needed_words import needed
from pages.ui.explorer.shares import about_sampling, shares_of_looks
from pages.ui.numerals import nothing_to_gain

# Of the 120 points of a bound, every so many; of the attributes, at most so many.
EVERY, MOST_RANKS = 4, 40

# The Markdown and formulas of captions, as letters.
LETTERS = {"**": "", "$": "", "\\propto": "∝", "\\sqrt{M_i}": "√Mᵢ", "M_i": "Mᵢ"}

Numbers = list[float | None]


@dataclass
class Moving:
    """One picture at every stop.

    Attributes
    ----------
    traces : by their uid: x, which is the same at every stop, or one list per stop, and y; or
        low and high, of a band.
    said : the caption of every stop.
    level : where the first horizontal line of the picture is, at every stop.
    keeps : how the uids of traces begin that stay as they are; all others are hidden meanwhile.
    room : whether the y-axis moves where curves would leave the picture.
    """

    said: list[str]
    traces: dict[str, dict[str, Any]] = field(default_factory=dict)
    level: Numbers = field(default_factory=list)
    keeps: tuple[str, ...] = ()
    room: bool = False


def packed(
    spec: ExperimentSpec, known: Sequence[PriorFacts], runs: Sequence[Result], view: View
) -> str:
    """Return everything that moves with α, as the text that the browser unpacks.

    Parameters
    ----------
    spec : the experiment; its own α does not matter
    known : what is known at each of `STOPS`
    runs : the stored runs at these, or ()
    view : of the learning curves
    """
    text = json.dumps(moving(spec, known, runs, view), ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def moving(
    spec: ExperimentSpec, known: Sequence[PriorFacts], runs: Sequence[Result], view: View
) -> dict[str, Any]:
    """Return what `packed` packs: stops, cards, and pictures by their key."""
    ours = any(ALGORITHMS[key].joint for key in spec.algorithms)
    pictures = {
        "sampling": _sampling(spec, known, runs, ours),
        "ratios": _ratios(known),
        "bounds": _bounds(known, runs, ours),
    }
    if runs and view.spread != "runs":
        pictures["learning"] = _learning(known, runs, view)
    return {
        "stops": STOPS,
        "cards": [[card.value for card in top_row.cards(here)] for here in known],
        "pictures": {key: vars(one) for key, one in pictures.items()},
    }


def _sampling(
    spec: ExperimentSpec, known: Sequence[PriorFacts], runs: Sequence[Result], ours: bool
) -> Moving:
    """Return q and π at the start; the moments fall with i, so both orders are the same."""
    d = known[0].d
    ranks = sorted({round(d ** (n / (MOST_RANKS - 1))) for n in range(MOST_RANKS)} | {1, d})
    lines = [shares_of_looks(here, spec.algorithms, {}) for here in known]
    curves = [run.curves for run in runs] or [{} for _ in known]
    pairs = zip(known, curves, strict=True)
    said = [_plain(about_sampling(here, own, ours=ours)) for here, own in pairs]
    found = Moving(said, room=True)
    for key in lines[0]:
        y = [_short(own[key][1][[i - 1 for i in ranks]]) for own in lines]
        found.traces[key] = {"x": ranks, "y": y}
    return found


def _ratios(known: Sequence[PriorFacts]) -> Moving:
    x = [[here.alpha] for here in known]
    return Moving(
        [_plain(words.ratios(here)) for here in known],
        {
            "ridge-here": {"x": x, "y": [_short([here.rho_ridge]) for here in known]},
            "lasso-here": {"x": x, "y": [_short([here.rho_lasso]) for here in known]},
        },
        keeps=("ridge", "lasso"),
    )


def _bounds(known: Sequence[PriorFacts], runs: Sequence[Result], ours: bool) -> Moving:
    promised = [promises(here) for here in known]
    at = [*range(0, len(promised[0].attributes) - 1, EVERY), len(promised[0].attributes) - 1]
    risks = [measured(run, here, offline_loss(run)) for run, here in zip(runs, known, strict=False)]
    if runs:
        said = [
            words.bounds_after(here, risk, exact(run), ours=ours)
            for here, risk, run in zip(known, risks, runs, strict=True)
        ]
    else:
        said = [words.bounds_before(here, ours=ours) for here in known]
    level = _short([here.trivial for here in known])
    found = Moving([_plain(each) for each in said], level=level, room=True)
    for key in promised[0].curves:
        if ours or not ALGORITHMS[key].joint:
            y = [_short(one.curves[key][at]) for one in promised]
            found.traces[key] = {"x": _short(promised[0].attributes[at]), "y": y}
    for key in risks[0] if risks else ():
        found.traces[f"{key}-measured"] = {
            "x": _short(risks[0][key].attributes),
            "y": [_short(one[key].mean) if key in one else [] for one in risks],
        }
    return found


def _learning(known: Sequence[PriorFacts], runs: Sequence[Result], view: View) -> Moving:
    targets = [target_of(run, view) for run in runs]
    found = Moving([], level=_short(target for target in targets), keeps=("pin", "guess"))
    stops = []
    for here, run, target in zip(known, runs, targets, strict=True):
        stops.append({c.algorithm: series_of(c, view, target) for c in legend_order(run.curves)})
        alike = nothing_to_gain(here.rho)
        said = needed(list(stops[-1].values()), target, view, alike=alike)
        found.said.append(_plain(said))
    for key, one in stops[0].items():
        x, own = _short(one.x), [stop.get(key) for stop in stops]
        found.traces[key] = {"x": x, "y": [_short(s.middle) if s else [] for s in own]}
        if one.low is not None:
            found.traces[f"{key}-spread"] = {
                "x": x,
                "low": [_short(s.low) if s and s.low is not None else [] for s in own],
                "high": [_short(s.high) if s and s.high is not None else [] for s in own],
            }
        found.traces[f"{key}-reach"] = {
            "x": [_short([s.reach_x]) if s and s.reach_x is not None else [] for s in own],
            "y": [_short([target]) for target in targets],
        }
    return found


def _short(numbers: Iterable[float | None] | Floats) -> Numbers:
    """Return numbers with three digits; None where there is nothing to draw."""
    return [None if x is None or x != x else float(f"{x:.3g}") for x in numbers]


def _plain(sentence: str) -> str:
    r"""Return a caption without its Markdown.

    >>> _plain(r"**a lot**: $q \propto \sqrt{M_i}$")
    'a lot: q ∝ √Mᵢ'
    """
    for markup, plain in LETTERS.items():
        sentence = sentence.replace(markup, plain)
    return sentence
