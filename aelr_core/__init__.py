"""Attribute-efficient linear regression: the reference core of AELR Lab.

``import aelr_core as ac`` needs only NumPy; parts that need more are loaded when they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# public name -> the module that holds it; "" where the name is the module itself
_HOME = {
    "second_moments": "moments",
    "rho_ridge": "moments",
    "rho_lasso": "moments",
    "half_norm": "norms",
    "sampling_distribution": "sampling",
    "ALGORITHMS": "algorithms",
    "Algorithm": "algorithms",
    "register": "algorithms",
    "step_size": "algorithms",
    "bound": "algorithms",
    "Mode": "modes",
    "MODES": "modes",
    "load_dataset": "datasets",
    "DATASETS": "datasets",
    "columns": "datasets.csv.table",
    "load_table": "datasets.csv.table",
    "decide": "estimators.decision",
    "decisions": "estimators.decision",
    "ExperimentSpec": "experiments",
    "load_model": "experiments",
    "stream": "experiments",
    "Campaign": "estimators.campaign",
    "CampaignModel": "estimators.campaign_model",
    "run": "experiments",
    "algorithms": "",
    "baselines": "",
    "datasets": "",
    "engine": "",
    "estimators": "",
    "experiments": "",
    "plots": "",
    "textbook": "",
    "theory": "",
}
__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOME[name]
    if not home:
        return import_module(f"{__name__}.{name}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
