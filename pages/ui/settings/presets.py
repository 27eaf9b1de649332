"""Named settings: the defaults, the paper's figures at interactive speed, and small data.

The figures of the paper are 100 runs with 10-fold cross-validation on growing prefixes; a preset
has their data, family, budget and algorithms, but fewer runs and a quick step search. The page
Paper shows the full computation.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.datasets import DATASETS
from pages.ui.numerals import signed
from pages.ui.settings.values import DEFAULTS, Settings

CUSTOM = "custom"

# The paper's panels a to d, steeper and steeper. It does not print m ("a different m to emphasise
# the interesting regime").
_ALPHAS = {"a": 0.0, "b": -0.5, "c": -1.0, "d": -2.0}
_EXAMPLES = 20_000
# With the paper's budget for MNIST, this many examples take a quarter of a minute.
_MNIST_RIDGE = 5_000


def _synthetic(figure: int, family: str) -> dict[str, Settings]:
    return {
        f"Fig. {figure}{panel}: {family}, α = {signed(alpha)}": Settings(
            alpha=alpha, family=family, examples=_EXAMPLES
        )
        for panel, alpha in _ALPHAS.items()
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
    "default": DEFAULTS,
    **_synthetic(1, "ridge"),
    **_synthetic(2, "lasso"),
    "Fig. 3: ridge, MNIST": _MNIST,
    "Fig. 4: lasso, MNIST": _whole_pass(_MNIST),
    "Fig. 5: ridge, Covertype": _COVERTYPE,
    "Fig. 6: lasso, Covertype": replace(_COVERTYPE, family="lasso"),
    "Fig. 7: AdaGrad, α = −2": Settings(adagrad=True, examples=_EXAMPLES),
    "Fig. 8: AdaGrad, MNIST": replace(_MNIST, adagrad=True),
    "Small: ridge, digits": Settings(data="digits-3v5", examples=2_000),
    "Small: lasso, cancer": Settings(data="breast-cancer", family="lasso", examples=2_000),
}


def name_of(settings: Settings) -> str:
    """Return the name of the preset with these settings, or "custom".

    The size of type, and whether ours are shown too, do not count.

    >>> name_of(Settings(projector=True)), name_of(Settings(seed=1))
    ('default', 'custom')
    """
    plain = replace(settings, projector=DEFAULTS.projector, origin=DEFAULTS.origin)
    return next((name for name, preset in PRESETS.items() if preset == plain), CUSTOM)
