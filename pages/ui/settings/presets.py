"""Named settings: the defaults, the paper's figures at interactive speed, and small data.

The figures of the paper are 100 runs with 10-fold cross-validation on growing prefixes; a preset
has their data, family, budget and algorithms, but fewer runs and a quick step search. The page
Paper shows the full computation.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.datasets import DATASETS
from pages.ui.settings.sidebar_rows import D_OF_THE_PAPER
from pages.ui.settings.values import DEFAULTS, Settings

START, CUSTOM = "Start settings", "Your own settings"

# The paper's panels a to d, steeper and steeper. It does not print m ("a different m to emphasise
# the interesting regime").
_PANELS = {
    "a": ("All alike", 0.0),
    "b": ("Slightly uneven", -0.5),
    "c": ("Uneven", -1.0),
    "d": ("Very uneven", -2.0),
}
_EXAMPLES = 20_000
# With the paper's budget for MNIST, this many examples take a quarter of a minute.
_MNIST_RIDGE = 5_000


def _synthetic(figure: int, family: str) -> dict[str, Settings]:
    return {
        f"{name}: {family} (Fig. {figure}{panel})": Settings(
            alpha=alpha, dim=D_OF_THE_PAPER, family=family, examples=_EXAMPLES
        )
        for panel, (name, alpha) in _PANELS.items()
    }


def _whole_pass(settings: Settings) -> Settings:
    """Return settings for lasso with the paper's budget and as many examples as there are rows."""
    budget = settings.entry.budgets["lasso"]
    return replace(settings, family="lasso", budget=budget, examples=settings.size.rows)


_MNIST = Settings(
    data="mnist-3v5", budget=DATASETS["mnist-3v5"].budgets["ridge"], examples=_MNIST_RIDGE
)
_COVERTYPE = Settings(data="covertype", examples=_EXAMPLES)

PRESETS: dict[str, Settings] = {
    START: DEFAULTS,
    **_synthetic(1, "ridge"),
    **_synthetic(2, "lasso"),
    "MNIST, 3 or 5?: ridge (Fig. 3)": _MNIST,
    "MNIST, 3 or 5?: lasso (Fig. 4)": _whole_pass(_MNIST),
    "Forest cover: ridge (Fig. 5)": _COVERTYPE,
    "Forest cover: lasso (Fig. 6)": replace(_COVERTYPE, family="lasso"),
    "Very uneven: AdaGrad (Fig. 7)": Settings(dim=D_OF_THE_PAPER, adagrad=True, examples=_EXAMPLES),
    "MNIST, 3 or 5?: AdaGrad (Fig. 8)": replace(_MNIST, adagrad=True),
    "Small digits, 3 or 5?: ridge": Settings(data="digits-3v5", examples=2_000),
    "Breast cancer: lasso": Settings(data="breast-cancer", family="lasso", examples=2_000),
}


def name_of(settings: Settings) -> str:
    """Return the name of the preset with these settings, or `CUSTOM`.

    The size of type, and whether ours are shown too, do not count.

    >>> name_of(Settings(projector=True)), name_of(Settings(seed=1))
    ('Start settings', 'Your own settings')
    """
    plain = replace(settings, projector=DEFAULTS.projector, origin=DEFAULTS.origin)
    return next((name for name, preset in PRESETS.items() if preset == plain), CUSTOM)
