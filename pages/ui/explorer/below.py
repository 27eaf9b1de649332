"""Below the pictures, folded: what was learnt, the run in numbers, files, settings; and pins.

As everywhere on the explorer, whatever is absent leaves an empty placeholder. Streamlit removes
what a fragment did not draw again only when the fragment is reported as complete, which does not
happen if another update comes first; a placeholder is replaced at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import Learnt, View, learnt, most_influential, target_of
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.datasets import Dataset
from aelr_core.experiments import Result, summary
from aelr_core.experiments.summary import Difference, Row
from aelr_core.families import family_facts
from aelr_core.plots.theme import Look
from pages.ui import data, uploads
from pages.ui.cache import Recent, where
from pages.ui.charts.chart import chart
from pages.ui.explorer import files, words
from pages.ui.explorer.pictures import Drawn, Numbers, Shown, drawn
from pages.ui.figures.explorer import bars_reach, learnt_bars_picture, learnt_images_picture
from pages.ui.prose import (
    LONGEST_SENTENCE,
    amount,
    fewer,
    filled,
    in_markdown,
    sections,
    signed,
    text,
)
from pages.ui.settings import Settings
from pages.ui.show import download, markdown_table, on_demand
from pages.ui.visitor_run import OnScreen, live, pins, subject, unpin

NOTES = sections("explorer/notes")
_SAID = sections("explorer/learnt")
MOST_BARS = 10  # attributes
# Ending of a file: label, what makes it, help.
FILES: dict[str, tuple[str, Callable[[Result], str], str | None]] = {
    "csv": ("Curves (CSV)", files.csv_of, None),
    "json": ("Spec and result (JSON)", files.json_of, None),
    "py": ("Python program", files.program_of, f"Computes the same numbers. {files.WHERE}"),
    "ipynb": ("Notebook", files.notebook_of, f"The same program for Jupyter. {files.WHERE}"),
}

_tables: Recent[str] = Recent(64)
_pictures: Recent[Drawn] = Recent(32)  # up to half a megabyte each


def below(
    now: OnScreen, numbers: Numbers, settings: Settings, view: View, look: Look, shown: Shown
) -> None:
    """Show all that is below the pictures; `shown` are the algorithms that are switched on."""
    _pinned(now)
    st.caption(
        NOTES["During a run"] if live() else words.how_it_was_made(now.result, shipped=now.shipped)
    )
    on_demand(
        "What was learnt", _at_the_end(_learnt, now, settings, look, shown), key="open_learnt"
    )
    on_demand("The run in numbers", _at_the_end(_numbers, now, view), key="open_numbers")
    on_demand("Downloads", _at_the_end(_downloads, now), key="open_downloads")
    on_demand("About these settings", partial(_settings, numbers.facts), key="open_settings")
    data.expander(data.dataset(settings))


def _at_the_end(draw: Callable[..., None], *given: object) -> Callable[[], object]:
    """Return what draws a part of a run that has ended; during a run it draws nothing."""
    return st.empty if live() else partial(draw, *given)


def _settings(facts: PriorFacts) -> None:
    """Show what is known before a run."""
    kept = sum(one.holds for one in facts.assumptions)
    st.markdown(
        text(
            "explorer/about",
            d=f"{facts.d:,}",
            budget=facts.budget,
            k_star=facts.k_star,
            best=facts.k_star + 1,
            norm={"ridge": "half norm", "lasso": "sum"}[facts.family],
            letter=family_facts(facts.family).H,
            formula={"ridge": "(Σ√Mᵢ)²", "lasso": "ΣMᵢ"}[facts.family],
            H=amount(facts.H, 3),
            scaled="" if facts.scale == 1 else f" of the rows divided by s = {facts.scale:.3g}",
            kept=kept,
            n=len(facts.assumptions),
            assumptions="\n".join(f"  - {one.sentence}" for one in facts.assumptions),
        )
    )


# ---- The table of the run ----


def _numbers(now: OnScreen, view: View) -> None:
    """Show the table of a run, and the sentences that belong to it."""
    with st.container(key="table"):
        kept = where(_tables, "tables", uploaded=now.spec.entry.uploaded)
        st.markdown(kept.get((now.frame, view), lambda: table_of(now.result, view)))
    for note in now.result.notes:
        st.caption(note)


def table_of(result: Result, view: View) -> str:
    """Return the table as Markdown."""
    lines = lines_of(result, view)
    return markdown_table(list(lines[0]), [list(line.values()) for line in lines])


def lines_of(result: Result, view: View) -> list[dict[str, str]]:
    """Return the table, one row per algorithm, its cells by their headings."""
    target = target_of(result, view)
    rows = summary(result, target, view.value)
    return [_line(row, result, view, target is not None) for row in rows]


def _line(row: Row, result: Result, view: View, targeted: bool) -> dict[str, str]:
    """Return a row; if the run was stopped, it says where each curve ends."""
    several = len(result.curves[row.algorithm].runs) > 1
    error = f"{row.mean:.3g} ± {row.sd:.2g}" if several else f"{row.mean:.3g}"
    difference = _difference(row.difference)
    if not result.complete:
        error += f" at {row.attributes:,}"
        if row.difference is not None:
            difference += f" at {row.difference.attributes:,.0f}"
    saving = ""
    if targeted and row.gain is not None:
        saving = "at least " if row.reach.at_most and row.gain != 1 else ""
        saving += fewer(1 / row.gain)
    return {
        "Algorithm": ALGORITHMS[row.algorithm].name_in(result.spec.mode),
        f"Final {words.UNITS[view.value]} ± SD": error,
        "Attributes to target": str(row.reach) if targeted else "",
        "Saving over uniform": saving,
        "Difference from uniform, 95 % interval": difference,
        "Step size": _step(row.algorithm, result),
    }


def _difference(gap: Difference | None) -> str:
    if gap is None:
        return ""
    if gap.low is None or gap.high is None:
        return signed(gap.mean, plus=True)
    mean, low, high = (signed(x, plus=True) for x in (gap.mean, gap.low, gap.high))
    return f"{mean} ({low} to {high})"


def _step(key: str, result: Result) -> str:
    setting = result.curves[key].setting
    if setting is None:
        return ""
    if setting.number_is == "eta":
        return f"η = {setting.number:.3g}"
    if setting.number_is == "factor":
        return "automatic" if setting.number == 1 else f"{amount(setting.number, 3)} × automatic"
    return f"{amount(setting.number, 3)} × the theory's"


# ---- Files, and pinned runs ----


def _downloads(now: OnScreen) -> None:
    """Offer the run as files; each is made on request."""
    result, spec = now.result, now.spec
    made = {**FILES}
    if any(c.weights is not None for c in result.curves.values()) and not uploads.gone(
        now.settings
    ):
        names = data.dataset(now.settings).attributes
        weights = partial(files.weights_of, names=names)
        made["weights.csv"] = ("Weights (CSV)", weights, NOTES["Weights"])
    with st.container(horizontal=True, vertical_alignment="center"):
        for ending, (label, make, help) in made.items():
            key = f"download_{ending.partition('.')[0]}"
            download(
                label, partial(make, result), files.file_name(spec, ending), key=key, help=help
            )
    st.caption(NOTES["Charts"])


def _pinned(now: OnScreen) -> None:
    """List the pinned runs, with how each differs from the one shown."""
    if not pins():
        st.empty()
        return
    with st.container():
        for number, pin in enumerate(pins()):
            with st.container(horizontal=True, vertical_alignment="center"):
                sentence = NOTES["Pinned"]
                if pin.frame != now.frame or live():
                    how = words.description(pin, subject(now).spec())
                    sentence = f"Pinned, in grey: {in_markdown(how)}."
                st.markdown(sentence, width="stretch")
                st.button("Unpin", key=f"unpin_{number}", on_click=unpin, args=(pin,))


# ---- What each algorithm has learnt ----


def _learnt(now: OnScreen, settings: Settings, look: Look, shown: Shown) -> None:
    """Show the predictors of a run, which may have had other settings."""
    off = [key for key in now.result.curves if shown is not None and key not in shown]
    now = now.without(off, str(off))
    with st.container(gap="xsmall", key="panel-learnt"):
        predictors = learnt(now.result)
        if predictors is None:
            st.caption(_SAID["None"])
            return
        if uploads.gone(now.settings):
            st.caption(_SAID["Gone"])
            return
        kept = where(_pictures, "learnt", uploaded=now.spec.entry.uploaded)
        picture = kept.get(
            (now.frame, look), lambda: learnt_picture(predictors, data.dataset(now.settings), look)
        )
        if changed := words.differences(now.spec, settings.spec()):
            whose = f"{words.other_run(changed)}, not with your settings."
            st.caption(f"**{in_markdown(whose, LONGEST_SENTENCE)}**")
        what = "images" if now.spec.entry.image_shape else "bars"
        if what == "images":
            with st.container(key="sideways"):  # hidden where the screen is wide
                st.caption(_SAID["Sideways"])
        with st.container(key=f"learnt-{what}"):
            chart(picture.figure, key="learnt", alt=picture.alt, height=picture.height)
        st.caption(picture.below)


def learnt_picture(predictors: Learnt, dataset: Dataset, look: Look) -> Drawn:
    """Return the predictors as images where attributes are pixels, else as bars."""
    films = {key: (ALGORITHMS[key].does, w) for key, w in predictors.mean.items()}
    runs = f"the mean over {predictors.runs:,} runs" if predictors.runs > 1 else "one run"
    negative, positive = (
        in_markdown(name, 40) for name in dataset.classes or ("\N{MINUS SIGN}1", "+1")
    )
    if dataset.image_shape is not None:
        made = learnt_images_picture(predictors.attributes, films, dataset.image_shape, look=look)
        caption = filled(_SAID["Pixels"], runs=runs, positive=positive, negative=negative)
        return drawn(made, caption)
    shown = most_influential(predictors, dataset.known_moments, MOST_BARS, dataset.w_star)
    films = {key: (name, w[:, shown]) for key, (name, w) in films.items()}
    spreads = {key: sd[:, shown] for key, sd in predictors.sd.items()}
    truth = None if dataset.w_star is None else dataset.w_star[shown]
    names = [dataset.attributes[i] for i in shown]
    made = learnt_bars_picture(predictors.attributes, films, spreads, names, truth=truth, look=look)
    _, cut = bars_reach(films, spreads, truth)
    parts = [filled(_SAID["Bars"], runs=runs, shown=f"{len(shown):,}", d=f"{predictors.d:,}")]
    if dataset.classes is not None:
        parts.append(filled(_SAID["Classes"], positive=positive, negative=negative))
    parts.append(_SAID["Scaled" if dataset.w_star is None else "Best known"])
    return drawn(made, " ".join([*parts, *([_SAID["Cut"]] if cut else [])]))
