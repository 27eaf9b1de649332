"""The sidebar's settings, one row each: `Settings`, widgets, links and checks are made from it.

Labels, kinds and defaults come from the core: from the fields of an experiment and the options of
the data sets. A row may narrow the limits, so that runs stay interactive. A new setting is a row
here and a field of `Settings`; it appears under Details.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from aelr_core.algorithms import ALGORITHMS, adagrad_family, words
from aelr_core.datasets import DATASETS
from aelr_core.datasets.bundled_data import COVERTYPE
from aelr_core.datasets.options import SCALING, Option
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.readings import READINGS
from aelr_core.letters import SPLITS
from aelr_core.modes import EPSILONS, INNER_PRODUCTS
from pages.ui.numerals import listed
from pages.ui.settings.rows import Row, by_name


def _called(word: str) -> str:
    """Return the names of the algorithms that a word stands for."""
    return ", ".join(entry.label for entry in ALGORITHMS.values() if entry.word == word)


def _field(name: str, **other: Any) -> Option:
    """Return a field of the experiment, with its default; `other` limits or words."""
    return replace(FIELDS[name], **{"default": getattr(ExperimentSpec, name), **other})


def _ours() -> str:
    """Return the names of the algorithms that this project proposes."""
    return listed([one.label for one in ALGORITHMS.values() if one.origin == "this project"])


# The attributes of the paper's synthetic data.
D_OF_THE_PAPER = int(str(SYNTHETIC.option("dim").default))
# Which algorithms are run and shown.
THE_PAPERS, OURS_TOO = "the paper's", "ours too"
# The step size that is not set: every algorithm has its own usual rule.
USUAL = "usual"
# The step size that is a number, which has a row of its own.
NUMBER = "number"
# No reading of the paper's protocol: one pass, with step size and norm bound as they are set.
NO_READING = "none"
# What each reading says, for a help text.
READINGS_SAID = "  \n".join(f"**{each.label}**: {each.says}" for each in READINGS.values())
_STEPS = FIELDS["step"].offering("auto", "theory", "quick", "cv", "fine")
_SPECIES = COVERTYPE.option("species")

ROWS: dict[str, Row] = by_name(
    Row(
        _field(
            "data",
            choice_labels=(),  # the menu has them
            help=f"{FIELDS['data'].help} Load a table on the page Your data.",
        ),
        "menu",
        place="top",
        words={name: entry.label for name, entry in DATASETS.items()},
    ),
    Row(SYNTHETIC.option("alpha"), "slider", step=0.05, place="top"),
    # The visitor waits while the app makes the rows, so it allows fewer than the core does. The
    # defaults of d and m leave phase one long enough: with the paper's d = 500 and 5,000 examples,
    # two-phased sampling ends behind uniform (tests/app/test_start_order.py measures it).
    Row(
        replace(SYNTHETIC.option("dim"), default=100, at_most=2_000), "field", step=50, place="top"
    ),
    Row(
        replace(
            _SPECIES,
            default=_SPECIES.label_of(_SPECIES.default),
            choices=_SPECIES.choice_labels,
            choice_labels=(),
            help="The species of tree that counts as +1; all others are −1.",
        ),
        "menu",
        place="top",
    ),
    Row(_field("family"), "segments", place="top"),
    Row(_field("budget", at_most=5_000), "field", step=1, place="top"),
    Row(
        _field("examples", default=10_000, at_least=100, at_most=20_000),
        "field",
        step=500,
        place="top",
    ),
    Row(_field("runs", at_most=100), "field", step=5, place="top"),
    Row(_field("seed", at_most=999_999), "field", step=1, place="top"),
    Row(
        _field(
            "mode",
            default="experiments",
            help=f"{FIELDS['mode'].help} Details shows each of these choices.",
        ),
        "segments",
        place="top",
    ),
    Row(
        Option(
            "origin",
            "Whose algorithms",
            "choice",
            OURS_TOO,
            choices=(THE_PAPERS, OURS_TOO),
            help=f"Which algorithms are run and shown: the paper's alone, or {_ours()} as well, "
            "which this project proposes. The page Beyond explains them.",
        ),
        "segments",
        place="top",
    ),
    Row(
        Option(
            "split",
            "Split of the draws",
            "choice",
            choices=SPLITS,
            help="theory: k draws estimate the example and one the prediction. even: half of the "
            "draws for each.",
        ),
        "segments",
        mode_field="split",
    ),
    Row(
        Option(
            "p",
            "Draws for the prediction, p",
            "choice",
            choices=tuple(word.replace("_", "-") for word in INNER_PRODUCTS),
            help="plain: by the weights alone. moment-aware: by the weight and the size of each "
            "attribute.",
        ),
        "segments",
        mode_field="p",
    ),
    Row(
        Option(
            "epsilon",
            "Safety margin, ε",
            "choice",
            choices=EPSILONS,
            help="What phase two adds to its estimated moments. theory: the confidence width of "
            "phase one. zero: nothing.",
        ),
        "segments",
        mode_field="epsilon",
    ),
    Row(
        Option(
            "m1",
            "Share of phase one, m₁ / m",
            "number",
            0.1,
            at_least=0.0,
            at_most=0.9,
            help="The share of examples from which the two-phased algorithm estimates the moments.",
        ),
        "slider",
        step=0.05,
    ),
    Row(
        Option(
            "warm",
            "Warm start",
            "flag",
            help="Phase one learns too, and phase two starts from its result.",
        ),
        "switch",
        mode_field="warm_start",
    ),
    Row(
        Option(
            "protocol",
            "Reading of the protocol",
            "choice",
            NO_READING,
            choices=(NO_READING, *READINGS),
            help="How to read the paper's “10-fold cross validation to optimise the parameters” "
            "on “increasingly long prefixes”. With a reading, every point of a curve is a run of "
            "its own, and step size and norm bound are found as it says; this takes much "
            "longer.  \n"
            f"**{NO_READING}**: one pass gives all points; you set step size and norm bound.  \n"
            f"{READINGS_SAID}",
        ),
        "menu",
        words={NO_READING: NO_READING} | {key: each.label for key, each in READINGS.items()},
    ),
    Row(_field("points", default=25, at_least=2, at_most=100), "field", step=5),
    Row(
        _field(
            "step",
            kind="choice",
            default=USUAL,
            choices=(USUAL, *_STEPS.choices, NUMBER),
            choice_labels=(
                "searched (quick) for the paper's algorithms; ours need no search (auto)",
                *_STEPS.choice_labels,
                "the same η for all of them",
            ),
            help="How far each step goes. A search is not charged to the budget.",
        ),
        "menu",
        when=("protocol", NO_READING),
    ),
    Row(
        Option(
            "eta",
            "The number, η",
            "number",
            0.01,
            at_least=1e-6,
            at_most=1_000.0,
            help="A constant step size, in the units of the data.",
        ),
        "field",
        step=0.01,
        when=("step", NUMBER),
    ),
    Row(
        _field("multiplier", above=None, at_least=0.001, at_most=1_000.0),
        "field",
        step=1.0,
        when=("step", "theory"),
    ),
    Row(
        replace(
            _field("norm_bound").offering(),
            kind="number",
            at_least=0.001,
            at_most=100_000.0,
            help=f"{FIELDS['norm_bound'].help} Empty: {FIELDS['norm_bound'].choice_labels[0]}.",
        ),
        "field",
        step=1.0,
        empty="auto",
        when=("protocol", NO_READING),
    ),
    Row(SYNTHETIC.option("scaled"), "switch"),
    Row(SCALING, "menu"),
    Row(_field("adagrad"), "switch", when=("family", adagrad_family())),
    Row(_field("average"), "segments"),
    # The theorems are about plain steps and their plain average.
    Row(_field("length"), "segments", when=("mode", "experiments")),
    Row(_field("guarded"), "switch", when=("mode", "experiments")),
    Row(
        _field(
            "algorithms",
            choices=words(),
            help=" ".join(f"{word}: {_called(word)}." for word in words()),
        ),
        "pills",
        aliases={key: entry.word for key, entry in ALGORITHMS.items()},
    ),
    Row(
        Option(
            "projector",
            "Large type",
            "flag",
            False,
            help="Larger type and thicker lines, for a projector in a lecture room.",
        ),
        "switch",
        place="top",
    ),
)
