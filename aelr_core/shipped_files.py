"""Where the files are that come with the code: beside the package, or inside an installed one."""

from __future__ import annotations

from pathlib import Path

_INSTALLED = Path(__file__).resolve().with_name("assets")

ASSETS = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "assets"
