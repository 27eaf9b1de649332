"""The development panels: apart from the study, and compared as the study compares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.cli import main
from aelr_core.study import PANELS
from aelr_core.study.development import (
    DEVELOPMENT,
    FORMS,
    SEED,
    as_table,
    compare,
    development_panel,
)
from aelr_core.study.panels import SEEDS_APART

SMALL = replace(DEVELOPMENT["ridge-1-d100"], options=(("alpha", -1.0), ("dim", 20)), datasets=3)


def test_no_seed_is_the_studys() -> None:
    seeds = {panel.seed for panel in DEVELOPMENT.values()}
    assert seeds == {SEED}
    assert min(panel.seed for panel in PANELS.values()) > SEED + SEEDS_APART


@pytest.mark.parametrize(
    "panel",
    [replace(SMALL, sizes=(20, 60)), replace(DEVELOPMENT["lasso-diabetes"], runs=3)],
    ids=["simulated", "real"],
)
def test_both_algorithms_are_compared_in_all_forms(panel) -> None:  # type: ignore[no-untyped-def]
    ratios = [*compare(panel)]
    assert len(ratios) == 2 * len(panel.sizes) * len(FORMS)
    for ratio in ratios:
        assert np.isfinite([ratio.error, ratio.ratio, ratio.standard_error]).all()
        assert ratio.form != "plain" or (ratio.ratio, ratio.standard_error) == (1.0, 0.0)
    lines = as_table(ratios).splitlines()
    assert len(lines) == 2 + 2 * len(panel.sizes)
    assert lines[0] == "| panel | algorithm | examples | plain error | length | guards | mended |"


def test_the_command_prints_a_panel_and_refuses_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEVELOPMENT, "small", replace(SMALL, sizes=(20,)))
    assert main(["study", "--development", "--panel", "small"]) == 0
    assert capsys.readouterr().out.count("\n| ridge, α = −1, d = 100 |") == 2
    assert main(["study", "--development", "--panel", "x"]) == 2
    assert capsys.readouterr().err.startswith("panel must be one of 'ridge-0-d500'")
    with pytest.raises(ValueError, match="panel must be one of"):
        development_panel("ridge-2")
