"""What may be set, as one table: links, widgets, checks and tests are made from it.

The words of a choice are those of links and of the command line, and they are what the screen
shows: a link of Streamlit's holds what its widget shows.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.algorithms import ROLES
from aelr_core.datasets.covertype import SPECIES
from aelr_core.datasets.options import FAMILY, SCALING, SEED, Option
from aelr_core.datasets.registry import DATASETS
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC
from aelr_core.modes import EPSILONS, INNER_PRODUCTS, MODES
from aelr_core.sampling import SPLITS

# What an algorithm is to its family, in words: the same choice for ridge and for lasso.
ROLE_WORDS = {role: role.replace("two_phase", "two-phased") for role in ROLES}

_ALL = (
    Option(
        "data",
        "Data",
        "choice",
        "synthetic",
        choices=tuple(DATASETS),
        choice_labels=tuple(entry.label for entry in DATASETS.values()),
        help="Simulated as in the paper, a bundled data set, or a table of your own, which you "
        "load on the page Your data.",
    ),
    replace(
        SYNTHETIC.option("alpha"),
        help="Attribute i matters like i to the power α. At 0 all attributes are alike; the "
        "lower α, the fewer of them matter.",
    ),
    # The app makes the rows while a visitor waits, so it allows fewer of them than the core does.
    replace(SYNTHETIC.option("dim"), at_most=2_000, help="How many attributes an example has."),
    replace(
        SYNTHETIC.option("scaled"),
        label="Scale into the unit ball",
        help="Divide the rows by the largest row norm, as the theorems assume. The curves stay "
        "the same up to the choice of the step size.",
    ),
    Option(
        "species",
        "Species",
        "choice",
        SPECIES[2],
        choices=tuple(SPECIES.values()),
        help="The species of tree that counts as +1; all others are −1.",
    ),
    replace(
        SCALING,
        help="What is done to every attribute first. The usual choice, centre-maxabs, gives the "
        "paper's improvement ratios.",
    ),
    replace(
        FAMILY,
        help="Ridge bounds the predictor's L2 norm, lasso its L1 norm. Each family has five "
        "algorithms.",
    ),
    Option(
        "budget",
        "Budget, k + 1",
        "integer",
        5,
        at_least=2,
        at_most=5_000,
        help="How many attributes of each training example may be looked at: from 2 to d.",
    ),
    replace(
        SYNTHETIC.option("examples"),
        label="Examples, m",
        at_least=100,
        at_most=20_000,
        help="How many training examples the budgeted algorithms see. Full information gets as "
        "many attributes in all, so fewer examples.",
    ),
    Option(
        "runs",
        "Runs",
        "integer",
        20,
        at_least=1,
        at_most=100,
        help="How often everything is repeated, each time with its own order of examples and its "
        "own draws. More runs, smoother curves.",
    ),
    replace(
        SEED,
        at_most=999_999,
        help="Makes everything that is random: with the same seed the same curves come again.",
    ),
    Option(
        "mode",
        "As in the paper's",
        "choice",
        "experiments",
        choices=tuple(MODES),
        help="The paper's theory and its experiments differ in how draws are split, what is "
        "estimated and how phase two begins. Details shows each of these choices.",
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
        help="The part of the examples from which the two-phased algorithm estimates moments.",
    ),
    Option(
        "warm",
        "Warm start",
        "flag",
        help="Phase one learns as well, and phase two starts from its result.",
    ),
    Option(
        "step",
        "Step size, η",
        "choice",
        "quick",
        choices=("quick", "theory", "cv"),
        help="quick: the best of seven multiples of the theory's step, by 3 folds of at most "
        "2,000 examples. theory: as the theorems say, or a multiple of it. cv: 10 folds of all "
        "examples, as in the paper, which takes long. The search is not charged to the budget.",
    ),
    Option(
        "multiplier",
        "Times the theory's step",
        "number",
        1.0,
        at_least=0.001,
        at_most=1_000.0,
        help="1 is the theorems' own step size, which is cautious.",
    ),
    Option(
        "norm_bound",
        "Norm bound, B",
        "number",
        "auto",
        at_least=0.001,
        at_most=100_000.0,
        help="The largest norm that a predictor may have. Empty: that of the true predictor for "
        "simulated data, else that of the offline one; if steps are cross-validated, so is the "
        "offline method's own bound.",
    ),
    Option(
        "algorithms",
        "Algorithms",
        "choice",
        (),
        choices=tuple(ROLE_WORDS.values()),
        help="uniform: AERR, AELR. known: DDAERR, DDAELR. two-phased: the same without known "
        "moments. online, offline: full information.",
    ),
    Option(
        "adaptive",
        "AdaGrad steps",
        "flag",
        False,
        help="A step size for each attribute that falls with its gradients: the paper's "
        "appendix, for ridge only.",
    ),
    Option(
        "projector",
        "Projector mode",
        "flag",
        False,
        help="Large type and thick lines, for a lecture room.",
    ),
)
OPTIONS: dict[str, Option] = {option.name: option for option in _ALL}
