"""The static texts: each is shown somewhere, and no field is left empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.ui import prose

PAGES = Path(__file__).parents[2] / "pages"
NAMES = sorted(str(f.relative_to(prose.FOLDER).with_suffix("")) for f in prose.FOLDER.rglob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_shown_somewhere(name: str) -> None:
    """By its whole name, or by the page's folder and a key."""
    code = "".join(file.read_text(encoding="utf-8") for file in PAGES.rglob("*.py"))
    folder, _, stem = name.partition("/")
    assert f'"{name}"' in code or (f'"{folder}/{{' in code and f'"{stem}"' in code)


def test_fields_are_filled_in_and_other_braces_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.md").write_text("$\\frac{d}{k}$ is {value}.", encoding="utf-8")
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    prose._read.cache_clear()
    assert prose.text("one", value=3) == "$\\frac{d}{k}$ is 3."
