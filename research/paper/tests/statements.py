"""The marked statements in the reasons, and a check of each: in the results, or by short runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from aelr_core.algorithms import ALGORITHMS, StepRule, step_size
from aelr_core.experiments import Curve, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.norms import two_norm
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import uniform
from aelr_core.textbook import gaerr
from research.paper.claims import CLAIMS
from research.paper.closer_looks import grown
from research.paper.panels import ADAGRAD, PANELS, names
from research.paper.panels import RHO as PRINTED_RHO
from research.paper.tests.results import board, facts, loss, stored_curves
from research.paper.verdicts import FAILS, FEW, HOLDS, OPEN, SHARES, Finding, decide

# A mark in a reason, and a check that the marked statement is true.
Mark = tuple[str, Callable[[], bool]]


def found(key: str) -> tuple[Finding, ...]:
    return next(v.findings for v in board().verdicts if v.claim.key == key)


def gap(key: str, pair: str) -> np.ndarray:
    return facts()[key].gap[pair].values


# -- what has to be run again ------------------------------------------------------------------


@lru_cache
def projected(key: str) -> float:
    """Return the share of AERR's first thousand steps that leave the ball."""
    result = board().panels[key].result
    data, chosen = dataset_of(result.spec), result.searches["aerr"].chosen
    eta = chosen.multiplier * float(
        step_size("aerr", d=data.d, m=result.spec.examples, k=4, B=chosen.B, M=data.known_moments)
    )
    steps = gaerr.trace(
        data.X_train,
        data.y_train,
        order(1, 0, data.m, 1_000),
        uniforms(1, 0, 0, 1_000, 5),
        q=uniform(data.d),
        k_x=3,
        k_phi=2,
        eta=eta,
        B=chosen.B,
    )
    return float(np.mean([step.projected for *_, step in steps if (step.v != step.w).any()]))


def with_the_theorys_step(role: str) -> float:
    """Return a mean of five runs on the first prefix of figure 3, with the step for its length."""
    result = board().panels["3"].result
    key = {"known": "ddaerr", "online": "online_ridge"}[role]
    few = int(result.curves["ddaerr"].examples[0])
    spec = replace(result.spec, algorithms=(key,), examples=few, points=1, runs=5)
    multiplier = result.searches[key].chosen.multiplier
    return float(run(replace(spec, step="theory", multiplier=multiplier)).curves[key].mean[0])


def with_a_smaller_first_step() -> np.ndarray:
    """Return the last losses of ten two-phased runs of figure 2a with phase one's step over √10."""
    result, key = board().panels["2a"].result, "two_phase_ddaelr"
    spec, data = replace(result.spec, points=1), dataset_of(result.spec)
    usual = result.curves[key].setting
    assert usual is not None
    assert usual.step.phase_one is not None
    first = usual.phase_one / 10**0.5
    smaller = replace(usual, step=replace(usual.step, phase_one=first))
    piece = grown(spec, data, key, range(10), (smaller,))
    return piece.curve.relative_loss[:, -1]


def in_a_smaller_ball(key: str) -> float:
    """Return the first loss of offline lasso with a sixteenth of its ball."""
    result = board().panels[key].result
    B = result.bound_of("offline_lasso") / 16
    spec = replace(result.spec, algorithms=("offline_lasso",), runs=20, norm_bound=B)
    return float(run(spec).curves["offline_lasso"].mean[0])


# -- what the statements mean ------------------------------------------------------------------


def at_the_end(key: str) -> bool:
    """Return whether the second comparison, that at the end, holds."""
    return found(key)[1].test.at == "end" and found(key)[1].status == HOLDS


def near_its_end(finding: Finding) -> bool:
    return finding.status == OPEN and finding.low < finding.most < finding.high


def as_small_at_first(key: str) -> bool:
    """Return whether the change of a gap is not decided, and no curve had learnt much at first."""
    first = [loss(key)[name].few for name in ("uniform", "two_phase", "known")]
    return found(f"{key}.converges")[0].status == OPEN and min(first) > 0.85


def misses_most(key: str) -> bool:
    return facts()[key].unsampled > 0.8 * facts()[key].d and PANELS[key].spec.mode.epsilon == "zero"


def spoilt_by_few(key: str) -> bool:
    """Return whether, without the runs above the zero predictor, the first mean would be better."""
    first = stored_curves()[key]["two_phase"].relative_loss[:, 0]
    return bool(first.mean() > loss(key)["uniform"].few > first[first <= 1].mean())


def distances(key: str, name: str) -> float:
    ends = stored_curves()[key][name].relative_loss[:, -1]
    return float(np.abs(ends - np.median(ends)).mean())


def radius_is_right(key: str) -> bool:
    w_star = dataset_of(PANELS[key].spec).w_star
    assert w_star is not None
    return abs(board().panels[key].result.norm_bound - float(two_norm(w_star))) < 1e-9


def one_run_stands_out() -> bool:
    """Return whether exactly one run of figure 6 is bad, at the place where the share is high."""
    curve, share = stored_curves()["6"]["two_phase"], facts()["6"].share
    at = int(curve.relative_loss.max(axis=0).argmax())
    alone = int((curve.relative_loss[:, at] > 1.5).sum()) == 1
    others = np.delete(share.values, at)
    where = bool(curve.attributes[at] == share.later_at)
    return alone and where and float(others.max()) < share.few + 0.02


def medians_differ_little() -> bool:
    plain, adagrad = (stored_curves()["7"][f"{kind}two_phase"] for kind in ("", "adagrad "))
    a, b = (np.median(c.relative_loss, axis=0) for c in (plain, adagrad))
    return bool(np.abs(a - b).max() < facts()["7"].margin)


def chosen_loss(key: str, algorithm: str) -> float:
    return board().panels[key].result.searches[algorithm].chosen.loss


def all_alike(key: str) -> bool:
    X = dataset_of(PANELS[key].spec).X_train
    return bool((X[0] == X).all())


@lru_cache
def begins(panel: str, key: str, times_smaller: float) -> float:
    """Return the mean loss of all runs in an algorithm's first prefix, with smaller steps."""
    result = board().panels[panel].result
    data, usual = dataset_of(result.spec), result.curves[key].setting
    assert usual is not None
    assert usual.number_is == "multiplier"
    # the step of full m, divided: the theory's for a tenth of m is √10 times larger
    by = times_smaller * 10**0.5
    step = StepRule(multiplier=usual.number / by, phase_one=usual.phase_one / by)
    smaller = replace(usual, step=step)
    few = int(result.curves[key].examples[0])
    spec = replace(result.spec, examples=few, points=1, step="theory")
    piece = grown(spec, data, key, range(spec.runs), (smaller,))
    return float(piece.curve.relative_loss.mean())


@lru_cache
def with_the_other_valley() -> np.ndarray:
    """Return DDAERR minus AERR, (10,), over 20 runs of figure 1b with DDAERR's other step."""
    result, runs = board().panels["1b"].result, 20
    data, usual = dataset_of(result.spec), result.curves["ddaerr"].setting
    assert usual is not None
    other = replace(usual, step=StepRule(multiplier=facts()["1b"].other["known"].multiplier))
    piece = grown(result.spec, data, "ddaerr", range(runs), (other,))
    aerr = result.curves["aerr"].relative_loss[:runs]
    return (piece.curve.relative_loss - aerr).mean(axis=0)


# -- panels run again with the theory's step for each prefix -----------------------------------


RUNS, PREFIXES = 6, 4


def again(key: str, algorithms: tuple[str, ...], prefixes: int, runs: int) -> dict[str, np.ndarray]:
    """Return losses by curve, (runs, prefixes), with the stored factors on the theory's steps."""
    result = board().panels[key].result
    data, curve = dataset_of(result.spec), result.curves[algorithms[0]]
    longest = -(-result.spec.examples * prefixes // result.spec.points)
    spec = replace(result.spec, step="theory", examples=longest, points=prefixes)
    computed = list[Curve]()
    for name in algorithms:
        setting = result.curves[name].setting
        assert setting is not None
        piece = grown(spec, data, name, range(runs), (setting,))
        computed.append(piece.curve)
    assert np.abs(computed[0].examples - curve.examples[:prefixes]).max() <= 1
    called = names(result.spec)
    return {called[c.algorithm].removeprefix(ADAGRAD): c.relative_loss for c in computed}


@lru_cache
def curves(key: str, runs: int) -> dict[str, Curve]:
    """Return the curves of a panel: some runs, with the theory's step in the first prefixes.

    The longer prefixes, whose steps differ by less than half, are those stored.
    """
    spec = board().panels[key].result.spec
    budgeted = tuple(name for name in spec.algorithms if ALGORITHMS[name].budgeted)
    online = (f"online_{spec.family}",)
    both = again(key, budgeted, PREFIXES, runs) | again(key, online, PREFIXES, runs)
    by_role = dict(stored_curves()[key])
    for role, losses in both.items():
        stored = stored_curves()[key][role]
        whole = np.concatenate([losses, stored.relative_loss[:runs, PREFIXES:]], axis=1)
        by_role[role] = replace(stored, runs=stored.runs[:runs], relative_loss=whole)
    return by_role


def statuses(*keys: str, runs: int = RUNS) -> dict[str, str]:
    """Return the statuses that claims would have, except claims about variants (not run again).

    The plain steps of figure 8 are those of figure 3.
    """
    panels = {
        key: {**stored_curves()["8"], **curves("3", runs)} if key == "8" else curves(key, runs)
        for key in keys
    }
    return {
        c.key: decide(c, panels).status
        for c in CLAIMS
        if c.panel in keys and "In passing" not in c.says
    }


# -- the reasons for claims --------------------------------------------------------------------


PROJECTED: Mark = (
    "projected",
    lambda: min(projected("1a"), projected("1b")) > 0.9,
)
RADIUS: Mark = (
    "radius",
    lambda: all(radius_is_right(key) for key in ("1a", "1b")),
)
RHO: Mark = ("rho", lambda: PRINTED_RHO["ridge"]["b"] == "0.91")
ONLINE = "adagrad online - online"
TENTH: Mark = ("tenth", lambda: SHARES[FEW] == 0.1)
ONE_STEP: Mark = ("", lambda: all(panel.spec.step == "fine" for panel in PANELS.values()))


def rare(key: str) -> Mark:
    return "rare", lambda: misses_most(key)


def at_first(key: str) -> Mark:
    return "small-at-first", lambda: as_small_at_first(key)


def would_hold(key: str) -> Mark:
    return "would-hold", lambda: statuses(key[0])[key] == HOLDS


def quicker_start(role: str) -> tuple[Mark, ...]:
    pair = f"adagrad {role} - {role}"
    return (
        ("worse-at-the-end", lambda: gap("8", pair)[-1] > 0),
        ("faster-start", lambda: gap("8", pair)[0] < 0),
        ("one-step", ONE_STEP[1]),
        would_hold(f"8.{role}"),
    )


# By reason: its marks, and a check that each marked statement is true.
OF_CLAIMS: dict[str, tuple[Mark, ...]] = {
    "1a.equal": (
        ("alike-later", lambda: {f.status for f in found("1a.equal")[1:]} == {HOLDS}),
        PROJECTED,
        RADIUS,
        ("steps-differ", lambda: facts()["1a"].step["known"] > facts()["1a"].step["uniform"]),
    ),
    "1b.known": (
        RHO,
        PROJECTED,
        RADIUS,
        (
            "makes-up",
            lambda: (
                facts()["1b"].modest["uniform"] > facts()["1b"].modest["known"]
                and chosen_loss("1b", "aerr") < chosen_loss("1b", "ddaerr")
            ),
        ),
        (
            "near-tie",
            lambda: (
                0
                < facts()["1b"].other["known"].loss - facts()["1b"].chosen["known"].loss
                < facts()["1b"].chosen["known"].standard_error
            ),
        ),
        ("other-valley-first", lambda: with_the_other_valley()[0] < 0),
        ("other-valley-last", lambda: with_the_other_valley()[-1] > 0),
    ),
    "1b.two_phase": (
        rare("1b"),
        ("as-good", lambda: gap("1b", "known - uniform").min() > 0),
    ),
    "1b.gap": (
        RHO,
        (
            "gap-with-modest-steps",
            lambda: facts()["1b"].modest["uniform"] > facts()["1b"].modest["known"],
        ),
    ),
    "1c.two_phase": (
        TENTH,
        ("at-the-end", lambda: at_the_end("1c.two_phase")),
        (
            "ahead",
            lambda: bool((gap("1c", "two_phase - uniform")[[0, *range(4, 10)]] < 0).all()),
        ),
        (
            "behind",
            lambda: bool((gap("1c", "two_phase - uniform")[1:4] > 0).all()),
        ),
        (
            "scatter",
            lambda: facts()["1c"].sd["uniform"].few > facts()["1c"].sd["two_phase"].few,
        ),
        rare("1c"),
        (
            "helped",
            lambda: facts()["1c"].modest["uniform"] > chosen_loss("1c", "aerr") + 0.05,
        ),
    ),
    "1d.two_phase": (
        ("at-the-end", lambda: at_the_end("1d.two_phase")),
        ("spoilt", lambda: spoilt_by_few("1d")),
        rare("1d"),
    ),
    "2d.two_phase": (
        rare("2d"),
        (
            "varies",
            lambda: facts()["2d"].sd["two_phase"].end > 2 * facts()["2d"].sd["uniform"].end,
        ),
    ),
    "3.known": (
        (
            "places",
            lambda: (
                gap("3", "known - uniform").max() < 0
                and [f.status for f in found("3.known")]
                == [HOLDS] * (n := facts()["3"].beyond["known - uniform"]) + [FAILS] * (10 - n)
            ),
        ),
        ("lead-falls", lambda: bool((np.diff(gap("3", "uniform - known")) < 0).all())),
        (
            "near-offline",
            lambda: loss("3")["uniform"].end - loss("3")["offline"].end < 0.05,
        ),
    ),
    "3.few": (
        ("ten-prefixes", lambda: PANELS["3"].spec.points == 10),
        (
            "would-be-ahead",
            lambda: with_the_theorys_step("known") < with_the_theorys_step("online"),
        ),
        ("one-step", ONE_STEP[1]),
    ),
    "3.between": (
        (
            "between-at-the-end",
            lambda: loss("3")["known"].end < loss("3")["two_phase"].end < loss("3")["uniform"].end,
        ),
        ("ahead", lambda: gap("3", "known - two_phase").max() > 0),
        ("warm-start", lambda: PANELS["3"].spec.mode.warm_start),
        ("bolder", lambda: facts()["3"].step["two_phase"] > facts()["3"].step["known"]),
        would_hold("3.between"),
    ),
    "4.online": (
        ("equal-at-the-end", lambda: abs(gap("4", "known - online")[-1]) < 0.01),
        ("near-the-margin", lambda: near_its_end(found("4.online")[0])),
    ),
    "4.varies": (
        (
            "three",
            lambda: (
                [f.test.b for f in found("4.varies") if f.status == OPEN] == ["uniform"]
                and sum(f.status == HOLDS for f in found("4.varies")) == 3
            ),
        ),
        ("learnt-less", lambda: gap("4", "uniform - known").min() > 0),
    ),
    "4.converges": (
        TENTH,
        at_first("4"),
        (
            "closer-and-away",
            lambda: (
                facts()["4"].share.values.argmin() in range(1, 9)
                and facts()["4"].share.least < facts()["4"].share.end < facts()["4"].share.few
            ),
        ),
    ),
    "5.few": (
        ("near-the-margin", lambda: near_its_end(found("5.few")[0])),
        TENTH,
    ),
    "5.epsilon_varies": (
        (
            "more-at-the-end",
            lambda: distances("5", "two_phase") > distances("5", "wide two_phase"),
        ),
        ("open", lambda: found("5.epsilon_varies")[0].status == OPEN),
    ),
    "6.converges": (
        TENTH,
        at_first("6"),
        ("one-run", one_run_stands_out),
    ),
    "6.few": (TENTH,),
    "7.two_phase": (
        ("medians", medians_differ_little),
        (
            "dominated",
            lambda: all(
                facts()["7"].above[name]
                and loss("7")[name].few
                > 3 * np.median(stored_curves()["7"][name].relative_loss[:, 0])
                for name in ("two_phase", "adagrad two_phase")
            ),
        ),
    ),
    "8.online": (
        (
            "at-most",
            lambda: np.abs(gap("8", ONLINE)).max() == gap("8", ONLINE).max() < 0.01,
        ),
    ),
    "8.offline": (
        (
            "same-number",
            lambda: bool((gap("8", "adagrad offline - offline") == 0).all()),
        ),
    ),
    "8.uniform": quicker_start("uniform"),
    "8.known": quicker_start("known"),
    "8.two_phase": (
        (
            "helps",
            lambda: (
                gap("8", "two_phase - adagrad two_phase").min() > 0
                and gap("8", "two_phase - adagrad two_phase").argmax() == 0
            ),
        ),
        ("one-step", ONE_STEP[1]),
        ("would-help", lambda: statuses("8")["8.two_phase"] == FAILS),
    ),
}


# -- the reasons for remarks -------------------------------------------------------------------


def too_bold(panel: str, key: str, times: int) -> tuple[Mark, ...]:
    return ((f"{times}-times-smaller", lambda: begins(panel, key, times) < 1),)


def hardly_moved(key: str) -> tuple[Mark, ...]:
    """Return the marks for figure 1a, where much smaller steps do not help."""
    words = ("hardly-moved", lambda: begins("1a", key, 243) > 0.99)
    return (*too_bold("1a", key, 243), words)


def behind(key: str) -> tuple[Mark, ...]:
    offline = f"offline_{PANELS[key].spec.family}"
    return (("ball-searched", lambda: offline in board().panels[key].result.searches),)


# By remark: the marks of its reason, and a check that each marked statement is true.
OF_REMARKS: dict[str, tuple[Mark, ...]] = {
    "2a.two_phase.worse": (
        ("all-alike", lambda: all_alike("2a")),
        (
            "tenth",
            lambda: PANELS["2a"].spec.mode.m1_fraction == 0.1,
        ),
        (
            "smaller-first-step",
            lambda: float(with_a_smaller_first_step().max()) < 1e-6,
        ),
    ),
    "2b.offline.above": (("smaller-ball", lambda: in_a_smaller_ball("2b") < 1),),
    "2c.offline.above": (("smaller-ball", lambda: in_a_smaller_ball("2c") < 1),),
    "1a.uniform.above": hardly_moved("aerr"),
    "1a.known.above": hardly_moved("ddaerr"),
    "1a.two_phase.above": hardly_moved("two_phase_ddaerr"),
    "1b.two_phase.above": too_bold("1b", "two_phase_ddaerr", 27),
    "1d.two_phase.above": too_bold("1d", "two_phase_ddaerr", 27),
    "7.adagrad two_phase.above": (
        (
            "as-many",
            lambda: facts()["7"].above["adagrad two_phase"] == facts()["7"].above["two_phase"],
        ),
    ),
    "2b.offline.behind": behind("2b"),
    "4.offline.behind": behind("4"),
}
