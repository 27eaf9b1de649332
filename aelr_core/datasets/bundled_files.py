"""Reads the data files that come with the code, or says in one sentence what is wrong."""

from __future__ import annotations

import zipfile
import zlib

import numpy as np

from aelr_core.datasets.dataset import DatasetError
from aelr_core.datasets.scaling import Table
from aelr_core.files import ASSETS

FOLDER = ASSETS / "data"


def read_asset(file_name: str, names: tuple[str, ...]) -> dict[str, Table]:
    """Return the named arrays of an npz file in assets/data (never a pickle).

    The archive's checksums are verified.
    """
    path = FOLDER / file_name
    if not path.is_file():
        raise DatasetError(
            f"The bundled file assets/data/{file_name} is missing: restore it from the repository."
        )
    try:
        # Opened here, because np.load leaves a file open if it is not an archive.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in names}
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise damaged(file_name) from error


def check_counts(file_name: str, labels: Table, counts: dict[int, int]) -> None:
    """Refuse labels whose classes do not have the expected sizes."""
    found = dict(zip(*(a.tolist() for a in np.unique(labels, return_counts=True)), strict=True))
    if found != counts:
        raise damaged(file_name)


def damaged(file_name: str) -> DatasetError:
    """Return the error for a file with unexpected content."""
    return DatasetError(
        f"The bundled file assets/data/{file_name} is damaged: restore it from the repository."
    )
