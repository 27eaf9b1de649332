"""The data of the settings, loaded once for all visitors. Pages never load data themselves."""

from __future__ import annotations

from aelr_core.checks import Floats
from aelr_core.datasets import DATASETS, Dataset, load_dataset, synthetic_moments
from pages.ui import uploads
from pages.ui.settings import Settings
from pages.ui.shelf import Shelf

# All visitors together; the largest choice of simulated data takes 400 MB.
MOST_BYTES = 512 * 2**20
_SHELF = Shelf(MOST_BYTES)


def dataset(settings: Settings) -> Dataset:
    """Return the data of the settings; its arrays are read-only and shared.

    Simulated ridge data are in the paper's units, outside the unit ball, unless
    ``settings.scaled``: take ``dataset(replace(settings, scaled=True))`` for bounds.
    """
    if settings.data == "csv":
        return uploads.dataset(settings)
    options = {**settings.options, "family": settings.family}
    for name in ("seed", "examples"):
        if any(option.name == name for option in DATASETS[settings.data].options):
            options[name] = getattr(settings, name)
    return _SHELF.get(
        (settings.data, *sorted(options.items())), lambda: load_dataset(settings.data, **options)
    )


def moments(settings: Settings) -> Floats:
    """Return the second moments M (d,) that DDAERR and DDAELR are told.

    Those of simulated data in the paper's units need no rows.
    """
    if settings.data == "synthetic" and not settings.scaled:
        return synthetic_moments(settings.alpha, settings.dim, settings.family)
    return dataset(settings).known_moments


def about(settings: Settings) -> str:
    """Return one or two sentences about the chosen data, without loading it."""
    d, rows = settings.size
    if settings.table is not None:
        return f"{settings.table.name}: {rows:,} training rows, d = {d:,}."
    if settings.data == "synthetic":
        return DATASETS[settings.data].description
    return f"{DATASETS[settings.data].description} {rows:,} training rows, d = {d:,}."
