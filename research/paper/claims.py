"""What the paper says about its figures, claim by claim, as data."""

from __future__ import annotations

from research.paper.panels import panel
from research.paper.verdicts import END, EVERY, FEW, HALF, OVERALL, Claim, Comparison
from research.paper.wording import curve_name


def _at(kind: str, a: str, b: str, *places: str) -> tuple[Comparison, ...]:
    return tuple(Comparison(kind, a, b, place) for place in places)


def _between(at: str) -> tuple[Comparison, ...]:
    return (
        Comparison("better", "two_phase", "uniform", at),
        Comparison("better", "known", "two_phase", at),
    )


def _simulated(figure: int) -> tuple[Claim, ...]:
    known, two, uniform = (
        _label(f"{figure}a", curve) for curve in ("known", "two_phase", "uniform")
    )
    claims = [
        Claim(
            f"{figure}a.equal",
            f"{figure}a",
            f"With equal moments {known} and {uniform} are equivalent, up to the choice of the "
            "step size.",
            _at("similar", "known", "uniform", FEW, HALF, END),
        )
    ]
    for letter, before in zip("bcd", "abc", strict=True):
        key = f"{figure}{letter}"
        claims += [
            Claim(
                f"{key}.known",
                key,
                f"{known} is significantly better than {uniform}.",
                _at("better", "known", "uniform", OVERALL, END),
            ),
            Claim(
                f"{key}.two_phase",
                key,
                f"{two} is significantly better than {uniform}.",
                _at("better", "two_phase", "uniform", OVERALL, END),
            ),
            Claim(
                f"{key}.gap",
                key,
                f"As ρ falls, {known} and {uniform} drift apart: the gap is wider than in "
                f"{figure}{before}.",
                (Comparison("wider gap", "uniform", "known", OVERALL, f"{figure}{before}"),),
            ),
        ]
    return tuple(claims)


def _adagrad(key: str, verdicts: dict[str, tuple[str, str]]) -> tuple[Claim, ...]:
    """Return one claim per curve: the paper's statement, and the comparison that tests it."""
    claims = []
    for role, (says, kind) in verdicts.items():
        a, b = f"adagrad {role}", role
        if kind == "worse":
            a, b, kind = b, a, "better"
        claims.append(Claim(f"{key}.{role}", key, says, (Comparison(kind, a, b, OVERALL),)))
    return tuple(claims)


def _label(key: str, curve: str) -> str:
    return curve_name(curve, panel(key).spec.family)


def _even_split(key: str) -> Claim:
    name = _label(key, "known")
    return Claim(
        f"{key}.split",
        key,
        f"In passing: splitting the draws evenly improves the results (here {name}'s).",
        _at("better", "known", "uneven known", OVERALL),
    )


def _no_epsilon(key: str) -> tuple[Claim, ...]:
    name = _label(key, "two_phase")
    return (
        Claim(
            f"{key}.epsilon",
            key,
            f"In passing: ε = 0 improves the results of {name}.",
            _at("better", "two_phase", "wide two_phase", OVERALL),
        ),
        Claim(
            f"{key}.epsilon_varies",
            key,
            f"In passing: ε = 0 increases the variability of {name}.",
            _at("varies less", "wide two_phase", "two_phase", OVERALL),
        ),
    )


CLAIMS: tuple[Claim, ...] = (
    *_simulated(1),
    *_simulated(2),
    Claim(
        "3.known",
        "3",
        "DDAERR performs considerably better than AERR, for all the training set sizes checked.",
        _at("considerably better", "known", "uniform", *EVERY),
    ),
    Claim(
        "3.online",
        "3",
        "DDAERR performs similarly to online ridge.",
        _at("similar", "known", "online", OVERALL),
    ),
    Claim(
        "3.few",
        "3",
        "For a small number of attributes DDAERR is even better than online ridge.",
        _at("better", "known", "online", FEW),
    ),
    Claim(
        "3.offline",
        "3",
        "Offline ridge is still the best algorithm.",
        tuple(
            Comparison("better", "offline", role, END)
            for role in ("known", "two_phase", "uniform", "online")
        ),
    ),
    Claim(
        "3.between",
        "3",
        "Two-Phased DDAERR performs between AERR and DDAERR.",
        _between(OVERALL),
    ),
    Claim(
        "3.converges",
        "3",
        "Two-Phased DDAERR converges towards DDAERR as the number of attributes grows.",
        _at("closer", "two_phase", "known", END),
    ),
    _even_split("3"),
    Claim(
        "4.known",
        "4",
        "DDAELR performs considerably better than AELR.",
        _at("considerably better", "known", "uniform", OVERALL),
    ),
    Claim(
        "4.online",
        "4",
        "DDAELR is comparable with online lasso, if not slightly better.",
        _at("no worse", "known", "online", OVERALL),
    ),
    Claim(
        "4.varies",
        "4",
        "The variability of DDAELR is smaller than that of the other algorithms.",
        tuple(
            Comparison("varies less", "known", role, OVERALL)
            for role in ("two_phase", "uniform", "online", "offline")
        ),
    ),
    Claim(
        "4.few",
        "4",
        "Two-Phased DDAELR performs similarly to AELR for small amounts of attributes.",
        _at("similar", "two_phase", "uniform", FEW),
    ),
    Claim(
        "4.converges",
        "4",
        "Two-Phased DDAELR converges to DDAELR as the number of attributes increases.",
        _at("closer", "two_phase", "known", END),
    ),
    _even_split("4"),
    *_no_epsilon("4"),
    Claim(
        "5.known",
        "5",
        "DDAERR performs considerably better than AERR.",
        _at("considerably better", "known", "uniform", OVERALL),
    ),
    Claim(
        "5.few",
        "5",
        "DDAERR performs similarly to online ridge for a small number of attributes.",
        _at("similar", "known", "online", FEW),
    ),
    Claim(
        "5.between",
        "5",
        "Two-Phased DDAERR performs between AERR and DDAERR.",
        _between(OVERALL),
    ),
    Claim(
        "5.not_yet",
        "5",
        "Two-Phased DDAERR has not converged to DDAERR yet.",
        _at("better", "known", "two_phase", END),
    ),
    Claim(
        "5.full",
        "5",
        "The full-information algorithms outperform the attribute efficient ones.",
        tuple(
            Comparison("better", full, role, END)
            for full in ("online", "offline")
            for role in ("known", "two_phase", "uniform")
        ),
    ),
    _even_split("5"),
    *_no_epsilon("5"),
    Claim(
        "6.known",
        "6",
        "DDAELR performs better than AELR.",
        _at("better", "known", "uniform", OVERALL, END),
    ),
    Claim(
        "6.between",
        "6",
        "Two-Phased DDAELR performs between AELR and DDAELR.",
        _between(OVERALL),
    ),
    Claim(
        "6.converges",
        "6",
        "Two-Phased DDAELR converges towards DDAELR as the number of attributes grows.",
        _at("closer", "two_phase", "known", END),
    ),
    Claim(
        "6.few",
        "6",
        "For a small number of attributes DDAELR performs similarly to online lasso.",
        _at("similar", "known", "online", FEW),
    ),
    Claim(
        "6.varies",
        "6",
        "For a small number of attributes DDAELR varies less than online lasso.",
        _at("varies less", "known", "online", FEW),
    ),
    Claim(
        "6.apart",
        "6",
        "As the number of attributes grows, DDAELR and online lasso drift apart.",
        _at("further apart", "known", "online", END),
    ),
    _even_split("6"),
    *_adagrad(
        "7",
        {
            "uniform": ("AdaGrad steps make AERR slightly better.", "better"),
            "known": ("AdaGrad steps make DDAERR slightly better.", "better"),
            "two_phase": ("AdaGrad steps make Two-Phased DDAERR slightly better.", "better"),
            "online": ("AdaGrad steps make online ridge slightly better.", "better"),
            "offline": ("For the offline minimiser both perform the same.", "similar"),
        },
    ),
    *_adagrad(
        "8",
        {
            "online": ("AdaGrad steps make online ridge slightly better.", "better"),
            "offline": ("AdaGrad steps make offline ridge slightly better.", "better"),
            "uniform": ("AdaGrad steps make AERR worse.", "worse"),
            "known": ("AdaGrad steps make DDAERR worse.", "worse"),
            "two_phase": ("AdaGrad steps make Two-Phased DDAERR worse.", "worse"),
        },
    ),
)
