"""What pages say about the data: description, source and licence, from the entry."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.datasets import DATASETS, bundled, facts_of
from pages.ui import about_data
from pages.ui.settings import Settings
from tests.app.reading import as_read

Open = Callable[..., AppTest]


@pytest.mark.parametrize("name", bundled())
def test_what_is_said_of_a_data_set(name: str) -> None:
    entry, facts = DATASETS[name], facts_of(name)
    said = about_data.summary(Settings(data=name))
    assert said.startswith(entry.description)
    assert f"{facts.rows:,} training rows, d = {facts.d:,}" in said
    assert entry.provenance in about_data.source(name)
    assert entry.licence in about_data.source(name)


def test_the_list_has_a_line_for_each() -> None:
    lines = about_data.bundled_list().splitlines()
    assert len(lines) == len(bundled())
    for name, line in zip(bundled(), lines, strict=True):
        assert line.startswith(f"- **{DATASETS[name].label}**")
        assert DATASETS[name].provenance in line


@pytest.mark.parametrize("name", ["synthetic", "wine"])
def test_the_explorer_tells_source_and_licence(open_app: Open, name: str) -> None:
    app = open_app(data=name)
    (about,) = [one for one in app.main.expander if one.label == "About this data"]
    said = as_read("\n".join(block.value for block in about.markdown))
    assert DATASETS[name].description in said
    assert DATASETS[name].provenance in said
    assert DATASETS[name].licence in said


def test_the_sidebar_tells_them_too(open_app: Open) -> None:
    app = open_app(data="wine")
    (caption,) = [one for one in app.sidebar.caption if "142 training rows" in one.value]
    assert DATASETS["wine"].provenance in caption.proto.help


def test_the_page_ratios_lists_all_bundled_data(open_app: Open) -> None:
    app = open_app("pages/ratios.py")
    (listed,) = [one for one in app.main.expander if one.label == "The bundled data sets"]
    assert all(DATASETS[name].provenance in listed.markdown[0].value for name in bundled())
