"""Settings as data: what a widget is called, what it may be, and the words that explain it.

Words and kinds come from the core: from the fields of an experiment and from the options of the
data sets. A row here sets the default and narrows the limits to what a visitor can wait for. The
words of a choice are those of links and of the command line, and they are what the screen shows: a
link of Streamlit's holds what its widget shows.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.algorithms import words
from aelr_core.datasets.covertype import ENTRY as COVERTYPE
from aelr_core.datasets.options import SCALING, Option
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC
from aelr_core.experiments.fields import FIELDS
from aelr_core.letters import SPLITS
from aelr_core.modes import EPSILONS, INNER_PRODUCTS

_SPECIES = COVERTYPE.option("species")
_ALL = (
    replace(
        FIELDS["data"],
        default="synthetic",
        help=f"{FIELDS['data'].help} Load a table on the page Your data.",
    ),
    SYNTHETIC.option("alpha"),
    # The app makes the rows while a visitor waits, so it allows fewer of them than the core does.
    replace(SYNTHETIC.option("dim"), at_most=2_000),
    SYNTHETIC.option("scaled"),
    replace(
        _SPECIES,
        default=_SPECIES.label_of(_SPECIES.default),
        choices=_SPECIES.choice_labels,
        choice_labels=(),
        help="The species of tree that counts as +1; all others are −1.",
    ),
    SCALING,
    replace(FIELDS["family"], default="ridge"),
    replace(FIELDS["budget"], default=5, at_most=5_000),
    replace(FIELDS["examples"], default=5_000, at_least=100, at_most=20_000),
    replace(FIELDS["runs"], default=20, at_most=100),
    replace(FIELDS["seed"], default=0, at_most=999_999),
    replace(
        FIELDS["mode"],
        default="experiments",
        help=f"{FIELDS['mode'].help} Details shows each of these choices.",
    ),
    Option(
        "split",
        "Split of the draws",
        "choice",
        choices=SPLITS,
        help="theory: k draws estimate the example and one the prediction. even: half and half.",
    ),
    Option(
        "p",
        "Draws for the prediction, p",
        "choice",
        choices=tuple(word.replace("_", "-") for word in INNER_PRODUCTS),
        help="plain: by the weights alone. moment-aware: by weight and size of the attribute.",
    ),
    Option(
        "epsilon",
        "Safety margin, ε",
        "choice",
        choices=EPSILONS,
        help="What phase two adds to its estimated moments. theory: the confidence width of "
        "phase one. zero: nothing.",
    ),
    Option(
        "m1",
        "Share of phase one, m₁ / m",
        "number",
        0.1,
        at_least=0.0,
        at_most=0.9,
        help="The share of examples from which the two-phased algorithm estimates the moments.",
    ),
    Option(
        "warm",
        "Warm start",
        "flag",
        help="Phase one learns as well, and phase two starts from its result.",
    ),
    replace(FIELDS["step"].offering("quick", "theory", "cv"), kind="choice", default="quick"),
    replace(FIELDS["multiplier"], default=1.0, above=None, at_least=0.001, at_most=1_000.0),
    replace(
        FIELDS["norm_bound"].offering(),
        kind="number",
        default="auto",
        at_least=0.001,
        at_most=100_000.0,
        help=f"{FIELDS['norm_bound'].help} Empty: {FIELDS['norm_bound'].choice_labels[0]}.",
    ),
    replace(
        FIELDS["algorithms"],
        default=(),
        choices=words(),
        help="uniform: AERR, AELR. known: DDAERR, DDAELR. two-phased: the same without known "
        "moments. online, offline: full information.",
    ),
    replace(FIELDS["adaptive"], default=False),
    Option(
        "projector",
        "Projector mode",
        "flag",
        False,
        help="Large type and thick lines, for a lecture room.",
    ),
)
OPTIONS: dict[str, Option] = {option.name: option for option in _ALL}
