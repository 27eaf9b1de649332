"""Closer looks at what is odd: small experiments that change one thing at a time.

Each look is at one panel. Its variants are run at one m alone, on one data set, each with a search
of its own for each phase. The sentence has `str.format` fields, which are filled in from the
results: ``{median[cold]:.2f}`` is the median loss of the runs of the variant "cold".

**Parameters searched on the other data sets too**, where a verdict may rest on them.
Under the primary reading parameters are searched on the first data set and used on all. A verdict
may rest on that if a curve that it compares has parameters that do not carry over (see
`reasons`), and if on the first data set alone the verdict is another. `SEARCHED` has looks at
such claims: at full m, so at the end of the x-axis, each algorithm is searched on each other data
set, and its runs there take the place of those with the parameters of the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from aelr_core.algorithms import by_word
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments import Curve, ExperimentSpec, Result, run
from aelr_core.experiments.curve import Piece, Setting
from aelr_core.experiments.growth import grow
from aelr_core.experiments.problem import dataset_of, judge_of, norm_bound, seed_of
from aelr_core.experiments.readings import PRIMARY, SCALED, reading
from aelr_core.experiments.search import setting_of, tune
from aelr_core.modes import Mode
from aelr_core.student import half_width
from research.paper.compute import keep, kept
from research.paper.panels import DATA_SETS, PANELS, RUNS, SEED, names, size_of
from research.paper.verdicts import CONFIDENCE, END, Claim, Curves, Verdict, decide, panels_of
from research.paper.wording import curve_name, interval, place, subject, with_interval

FOLDER = "closer"
# Added to the name of a variant: w* on what phase one of that variant has met.
IDEAL = "-ideal"


@dataclass(frozen=True)
class Variant:
    """One algorithm of a panel with something changed.

    Attributes
    ----------
    word : of the algorithm.
    rules : changed rules of the mode.
    settings : changed settings of the experiment.
    times : a factor on the step that phase one has chosen; phase two is searched after it.
    ideal : whether the predictor is w* itself on the attributes that phase one has met, and 0 on
        the others, instead of what has been learnt.
    """

    word: str
    rules: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    times: float = 1.0
    ideal: bool = False


@dataclass(frozen=True)
class CloserLook:
    """A closer look.

    Attributes
    ----------
    key : of the claim or the remark.
    panel : the panel.
    variants : by name.
    says : what the variants show, with fields: see `numbers_of`.
    runs : of each variant.
    reading : by which parameters are searched.
    data_set : the data set of the panel's own result to compare with, if any.
    """

    key: str
    panel: str
    variants: Mapping[str, Variant]
    says: str
    runs: int = 20
    reading: str = SCALED
    data_set: int | None = None

    def file(self, name: str) -> str:
        """Return the name of a variant's file."""
        return f"{FOLDER}/{self.panel}-{name}"

    def spec(self, name: str) -> ExperimentSpec:
        """Return the experiment of a variant, at one m alone and on one data set."""
        variant, usual = self.variants[name], PANELS[self.panel].spec
        settings = {**reading(self.reading).settings, "runs": self.runs, "points": 1}
        return replace(
            usual,
            algorithms=(by_word(variant.word, usual.family).key,),
            mode=Mode(**{**vars(usual.mode), **variant.rules}),
            **{**settings, **variant.settings},  # type: ignore[arg-type]
        )

    def compute(self, name: str) -> Result:
        """Run a variant."""
        variant, spec = self.variants[name], self.spec(name)
        if variant.times == 1.0 and not variant.ideal:
            return run(spec)
        began, data = perf_counter(), dataset_of(spec)
        (key,), judge, B = spec.algorithms, judge_of(data), norm_bound(spec, data)
        *_, tuned = tune(spec, data, key, B, times=variant.times)
        setting = setting_of(spec, tuned.searches[-1])
        piece = grown(spec, data, key, range(spec.runs), (setting,))
        curve = piece.curve
        if variant.ideal:
            assert piece.q is not None
            assert data.w_star is not None
            loss = judge.measure(np.where(piece.q > 0, data.w_star, 0.0)).relative_loss
            curve = replace(curve, relative_loss=loss[:, None], excess_risk=None)
        return Result(
            spec=spec,
            curves={key: curve},
            searches={key: tuned.searches[-1]},
            notes=(),
            label=data.label,
            d=data.d,
            rows=data.m,
            norm_bound=B,
            zero_loss=judge.mean_zero_loss,
            seconds=perf_counter() - began,
            complete=True,
        )


def numbers_of(results: Mapping[str, Result]) -> dict[str, object]:
    """Return what a look can say, by the name of a field; most are by the name of a variant.

    d, runs : attributes, and runs of a variant.
    m : examples; mean, median, least, most : of the losses of its runs at the end;
    sd : their standard deviation; seen : how many attributes phase one has met, on average;
    factor, first : the factors on the theory's step that were chosen, where there was a search,
        and that of phase one;
    times : how many times larger or smaller that is than in the variant "paper";
    alike : the correlation, over runs, of a variant with the ideal one of the same name;
    minus : by two names, as in "a - b", the mean difference of paired runs with its interval.
    """
    curves = {name: next(iter(result.curves.values())) for name, result in results.items()}
    searches = {
        name: next(iter(result.searches.values()))
        for name, result in results.items()
        if result.searches
    }
    ends = {name: curve.relative_loss[:, -1] for name, curve in curves.items()}
    first = {
        name: 1.0 if search.phase_one is None else search.phase_one.multiplier
        for name, search in searches.items()
    }
    result = next(iter(results.values()))
    return {
        "d": result.d,
        "runs": result.spec.runs,
        "m": {name: each.spec.examples for name, each in results.items()},
        "mean": {name: float(end.mean()) for name, end in ends.items()},
        "median": {name: float(np.median(end)) for name, end in ends.items()},
        "least": {name: float(end.min()) for name, end in ends.items()},
        "most": {name: float(end.max()) for name, end in ends.items()},
        "sd": {name: float(end.std(ddof=1)) for name, end in ends.items()},
        "seen": {
            name: result.d - float(curve.unsampled.mean())
            for name, curve in curves.items()
            if curve.unsampled is not None
        },
        "factor": {name: search.chosen.multiplier for name, search in searches.items()},
        "first": first,
        "times": {
            name: max(one / first["paper"], first["paper"] / one)
            for name, one in first.items()
            if "paper" in first
        },
        "alike": {
            name: float(np.corrcoef(end, ends[name + IDEAL])[0, 1])
            for name, end in ends.items()
            if name + IDEAL in ends
        },
        "minus": Minus(ends),
    }


class Minus:
    """Mean differences of paired runs, by the names of two variants: ``minus["a - b"]``."""

    def __init__(self, ends: Mapping[str, Floats]) -> None:
        self._ends = ends

    def __getitem__(self, pair: str) -> str:
        """Return the first variant minus the second, with its interval."""
        a, b = (self._ends[name] for name in pair.split(" - "))
        mean, half = float((a - b).mean()), half_width(a - b, CONFIDENCE)
        return with_interval(mean, mean - half, mean + half)


# -- parameters searched on the other data sets too --------------------------------------------

OTHERS = range(1, DATA_SETS)


def _searched(claim: str, *words: str) -> CloserLook:
    panel = claim.partition(".")[0]
    m = size_of(PANELS[panel].spec).m
    variants = {
        f"{word}-set-{n + 1}": Variant(word, settings={"seed": seed_of(SEED, n), "examples": m})
        for n in OTHERS
        for word in words
    }
    return CloserLook(claim, panel, variants, "", runs=RUNS // DATA_SETS, reading=PRIMARY)


SEARCHED = {look.key: look for look in (_searched("2d.two_phase", "uniform", "two-phased"),)}


def carried_badly(claim: Claim, remarks: set[str]) -> dict[str, list[str]]:
    """Return the curves of a claim whose parameters do not carry over, by panel.

    remarks : the keys of those on the primary reading.
    """
    compared = {
        panel: [*dict.fromkeys(name for test in claim.tests for name in (test.a, test.b))]
        for panel in panels_of(claim)
    }
    badly = {
        panel: [name for name in each if f"{panel}.{name}.elsewhere" in remarks]
        for panel, each in compared.items()
    }
    return {panel: each for panel, each in badly.items() if each}


@dataclass(frozen=True)
class Resting:
    """A verdict under the primary reading that may rest on parameters that do not carry over.

    Attributes
    ----------
    verdict : on all data sets.
    on_first : the status on the first one alone, where the parameters were searched.
    curves : whose parameters do not carry over, by panel.
    stored, searched : the verdict at the end of the x-axis alone, as it is, and with parameters
        searched on every data set; None if that was not computed.
    """

    verdict: Verdict
    on_first: str
    curves: Mapping[str, list[str]]
    stored: Verdict | None = None
    searched: Verdict | None = None

    @property
    def rests(self) -> bool:
        """Whether it may rest on them: not if all was searched there, with the same verdict."""
        if self.searched is None or self.searched.status != self.verdict.status:
            return True
        return len(self.searched.findings) < len(self.verdict.findings)

    @property
    def says(self) -> str:
        """What is known of it, the conclusion first."""
        whose = " and ".join(
            f"{curve_name(name, PANELS[panel].spec.family)} in {panel}"
            for panel, each in self.curves.items()
            for name in each
        )
        about = (
            f"{whose} were searched on the first data set and serve the others less well, and on "
            f"the first alone the verdict is “{self.on_first}”."
        )
        if self.searched is None or self.stored is None:
            return f"This may rest on parameters that do not carry over: those of {about}"
        (new,), (old,) = self.searched.findings, self.stored.findings
        family = PANELS[self.verdict.claim.panel].spec.family
        same = new.status == old.status
        begins = (
            "With parameters searched on every data set the verdict at the end would be "
            f"{'the same' if same else f'“{new.status}” instead of “{old.status}”'}"
        )
        return (
            f"{begins}: {subject(new, family)} {place(new)} would be {interval(new)} instead of "
            f"{interval(old)}. The parameters of {about} (Tried at full m alone, with {new.runs} "
            f"runs on {DATA_SETS} data sets.)"
        )


def resting(
    verdict: Verdict, on_first: str, remarks: set[str], panels: Mapping[str, Curves], folder: Path
) -> Resting | None:
    """Return what a verdict under the primary reading may rest on, or None."""
    curves = carried_badly(verdict.claim, remarks)
    if not curves or not verdict.findings or on_first == verdict.status:
        return None
    claim = verdict.claim
    rests = Resting(verdict, on_first, curves)
    there = _with_runs_of(SEARCHED.get(claim.key), panels[claim.panel], folder)
    if there is None:
        return rests
    at_end = replace(claim, tests=tuple(test for test in claim.tests if test.at == END))
    return replace(
        rests,
        stored=decide(at_end, panels),
        searched=decide(at_end, {**panels, claim.panel: there}),
    )


def _with_runs_of(look: CloserLook | None, curves: Curves, folder: Path) -> Curves | None:
    """Return curves whose ends on other data sets are those of a look, if it was computed."""
    if look is None:
        return None
    changed: dict[str, Curve] = dict(curves)
    for variant in look.variants:
        result = kept(folder, look.file(variant), look.spec(variant))
        if result is None:
            return None
        number = int(variant.rpartition("-")[2]) - 1
        ((key, ours),) = result.curves.items()
        name = names(result.spec)[key]
        curve = changed[name]
        assert curve.data_sets is not None
        loss = curve.relative_loss.copy()
        rows = np.flatnonzero(curve.data_sets == number)
        if len(rows) != len(ours.runs):
            return None
        loss[rows, -1] = ours.relative_loss[:, -1]
        changed[name] = replace(curve, relative_loss=loss)
    return changed


# -- the looks ---------------------------------------------------------------------------------

BY_RULE = {"examples": size_of(PANELS["1b"].spec).by_rule}
OTHER = {"seed": SEED + 1}
EARLY, LATE = {"examples": 4_000}, {"examples": 40_000}
APART = {"5": "DDAERR minus online ridge", "6": "DDAELR minus online lasso"}
SECOND = {"seed": seed_of(SEED, 1), **LATE}
# η and B as chosen for AERR in 1a under the primary reading, at full m.
OF_AERR = {"step": 0.115265, "norm_bound": 178.885, **LATE}

LOOKS = (
    CloserLook(
        "2d.two_phase",
        "2d",
        {
            "uniform": Variant("uniform"),
            "known": Variant("known"),
            "paper": Variant("two-phased"),
            "paper-ideal": Variant("two-phased", ideal=True),
            "smaller": Variant("two-phased", times=3.0**-6),
            "larger": Variant("two-phased", times=3.0**2),
            "cold": Variant("two-phased", {"warm_start": False}),
            "cold-ideal": Variant("two-phased", {"warm_start": False}, ideal=True),
            "third": Variant("two-phased", {"m1_fraction": 0.3}),
            "third-ideal": Variant("two-phased", {"m1_fraction": 0.3}, ideal=True),
            "epsilon": Variant("two-phased", {"epsilon": "theory"}),
        },
        "On the first data set alone Two-Phased DDAELR is not ahead of AELR, because of what phase "
        "one has not met. Tried there with m = {m[paper]:,}, {runs} runs, each variant with its "
        "own search: the median run of DDAELR ends at {median[known]:.2f}, that of AELR at "
        "{median[uniform]:.2f}, that of Two-Phased DDAELR at {median[paper]:.2f} (runs from "
        "{least[paper]:.2f} to {most[paper]:.2f}). Phase one has seen values other than "
        "0 of only {seen[paper]:.0f} of {d} attributes, and with ε = 0 the others are never drawn "
        "again. w* itself with 0 for those others has a median loss of {median[paper-ideal]:.2f}, "
        "and over the runs its loss and ours have a correlation of {alike[paper]:.4f}. The step of "
        "phase one does not matter: {times[smaller]:,.0f} times smaller or {times[larger]:,.0f} "
        "times larger, with a new search for phase two, the median is {median[smaller]:.2f} and "
        "{median[larger]:.2f}. It helps to meet more attributes, as much as it helps w*: without a "
        "warm start, where all draws of phase one estimate moments, {median[cold]:.2f} (w*: "
        "{median[cold-ideal]:.2f}); with three tenths of the examples for phase one "
        "{median[third]:.2f} (w*: {median[third-ideal]:.2f}). With the theory's ε, which draws "
        "everything, the median is {median[epsilon]:.2f}: that costs more than it saves.",
    ),
    CloserLook(
        "2a.two_phase.worse",
        "2a",
        {
            "paper": Variant("two-phased"),
            "threefold": Variant("two-phased", times=3.0),
            "twelvefold": Variant("two-phased", times=12.0),
            "hundredfold": Variant("two-phased", times=100.0),
        },
        "The step of phase one decides. Tried at m = {m[paper]:,}, {runs} runs, with a search for "
        "each phase: its own search chose {first[paper]:,.0f} times the theory's, and the worst "
        "run ends at {most[paper]:.1g}; with {first[threefold]:,.0f} times, and a new search for "
        "phase two, at {most[threefold]:.1g}; with {first[twelvefold]:,.0f} times, about what it "
        "takes over from AELR under “one step for all points”, at {most[twelvefold]:.2g}; with "
        "{first[hundredfold]:,.0f} times at {most[hundredfold]:.2g}.",
    ),
    CloserLook(
        "1b.two_phase",
        "1b",
        {
            "uniform": Variant("uniform", settings=BY_RULE),
            "known": Variant("known", settings=BY_RULE),
            "paper": Variant("two-phased", settings=BY_RULE),
        },
        "Tried with the m that the rule asks for above its limit, {m[paper]:,}, each algorithm "
        "with its own search, {runs} runs on one data set: the median run of AERR ends at "
        "{median[uniform]:.3f}, that of DDAERR at {median[known]:.3f}, that of Two-Phased DDAERR "
        "at {median[paper]:.3f}, whose phase one has seen {seen[paper]:.0f} of {d} attributes "
        "other than 0. The worst run of Two-Phased DDAERR, {most[paper]:.3f}, is ahead of the best "
        "of AERR, {least[uniform]:.3f}: with enough examples it is as the paper says.",
    ),
    CloserLook(
        "1d.two_phase",
        "1d",
        {
            f"{word}-{when}": Variant(word, settings={**OTHER, **m})
            for word in ("uniform", "two-phased")
            for when, m in (("early", EARLY), ("late", LATE))
        },
        "Tried with another w*, each algorithm with its own search, {runs} runs: Two-Phased DDAERR "
        "minus AERR is {minus[two-phased-early - uniform-early]} with m = "
        "{m[two-phased-early]:,}, where phase one has seen {seen[two-phased-early]:.0f} of {d} "
        "attributes other than 0, and {minus[two-phased-late - uniform-late]} with m = "
        "{m[two-phased-late]:,}, where it has seen {seen[two-phased-late]:.0f}: with another w* it "
        "is the same, better with many examples and not with few.",
    ),
    CloserLook(
        "7.two_phase",
        "7",
        {
            f"{step}-{when}": Variant(
                "two-phased", settings={**OTHER, **m, "adagrad": step == "adagrad"}
            )
            for step in ("plain", "adagrad")
            for when, m in (("early", EARLY), ("late", LATE))
        },
        "Tried with another w*, {runs} runs, each with its own search: AdaGrad minus plain steps "
        "is {minus[adagrad-early - plain-early]} with m = {m[plain-early]:,} and "
        "{minus[adagrad-late - plain-late]} with m = {m[plain-late]:,}: no gain with another w* "
        "either.",
    ),
    *(
        CloserLook(
            f"{panel}.few",
            panel,
            {
                f"{word}-{m}": Variant(word, settings={"examples": m})
                for word in ("known", "online")
                for m in (100, 300, 1_000)
            },
            "Tried with fewer examples than the first prefix has, {runs} runs, each with its own "
            "search: " + APART[panel] + " is {minus[known-100 - online-100]} with m = "
            "{m[known-100]:,}, {minus[known-300 - online-300]} with m = {m[known-300]:,} and "
            "{minus[known-1000 - online-1000]} with m = {m[known-1000]:,}. With at most "
            "{m[known-300]:,} examples it is not behind: the paper's axis may begin earlier.",
            runs=100,
        )
        for panel in ("5", "6")
    ),
    CloserLook(
        "1a.equal",
        "1a",
        {"taken": Variant("known", settings=OF_AERR)},
        "With the step and the ball of AERR, DDAERR is as good as AERR, so its search has missed "
        "them. Tried on the first data set, {runs} runs: with them DDAERR ends at "
        "{mean[taken]:.2f}, with what its own search has chosen at {carried[known]:.2f}, and AERR "
        "at {carried[uniform]:.2f}.",
        runs=RUNS // DATA_SETS,
        reading=PRIMARY,
        data_set=0,
    ),
    *(
        CloserLook(
            f"{panel}.uniform.elsewhere",
            panel,
            {"second-uniform": Variant("uniform", settings=SECOND)},
            "On the second data set AERR does better with parameters searched there. Tried with "
            "{runs} runs: it ends at {mean[second-uniform]:.2f} with them, and at "
            "{carried[uniform]:.2f} with those of the first.",
            reading=PRIMARY,
            data_set=1,
        )
        for panel in ("1a", "1c")
    ),
)


def look_closer(folder: Path) -> Iterator[str]:
    """Compute the variants that are missing in a folder; yield the name of each that is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for look in (*LOOKS, *SEARCHED.values()):
        for name in look.variants:
            if kept(folder, look.file(name), look.spec(name)) is None:
                keep(look.compute(name), folder, look.file(name))
            yield look.file(name)


def experiments() -> dict[str, ExperimentSpec]:
    """Return the experiments of all looks, by the name of their file."""
    all_looks = (*LOOKS, *SEARCHED.values())
    return {look.file(name): look.spec(name) for look in all_looks for name in look.variants}


def looks(folder: Path) -> dict[str, str]:
    """Return what the looks show, by the key of the claim or remark, where all is computed."""
    return {look.key: sentence for look in LOOKS if (sentence := _said(look, folder)) is not None}


def _said(look: CloserLook, folder: Path) -> str | None:
    results = {name: kept(folder, look.file(name)) for name in look.variants}
    there = {name: result for name, result in results.items() if result is not None}
    panel = kept(folder, f"{PRIMARY}/{look.panel}")
    if len(there) < len(results) or panel is None:
        return None
    return look.says.format(**numbers_of(there), carried=_carried(look, panel))


def _carried(look: CloserLook, result: Result) -> dict[str, float]:
    """Return how the panel's curves end on a data set, with the parameters of the first one."""
    if look.data_set is None:
        return {}
    called, losses = names(result.spec), dict[str, float]()
    for key, curve in result.curves.items():
        assert curve.data_sets is not None
        losses[called[key]] = float(
            curve.relative_loss[curve.data_sets == look.data_set, -1].mean()
        )
    return losses


def grown(
    spec: ExperimentSpec, dataset: Dataset, key: str, runs: range, given: Sequence[Setting]
) -> Piece:
    """Return the whole piece that `grow` makes."""
    *_, last = grow(spec, dataset, key, runs, given)
    assert last.piece is not None
    return last.piece
