"""The runs that ship with the app for every stop of α: all there, small, and the core's own."""

from dataclasses import replace

import pytest

from aelr_core.analysis.what_if import STOPS
from aelr_core.experiments import run
from aelr_core.letters import FAMILIES
from pages.ui import stored_runs as atlas
from pages.ui.settings import DEFAULTS
from pages.ui.settings.table import SETTINGS
from tests.app.screen import Figure, Open

MOST_BYTES = 5_000_000
AS_STORED = 0.0015  # two roundings of 0.07 %


def test_every_stop_is_there_and_all_is_small() -> None:
    places = {atlas.file_of(f, k): (f, k) for f in FAMILIES for k in atlas.BUDGETS}
    there = {*atlas.FOLDER.iterdir()}
    assert there == {*places}
    assert sum(file.stat().st_size for file in there) <= MOST_BYTES
    row = SETTINGS["alpha"]
    least, step = float(row.at_least or 0), float(row.step or 0)
    for file in there:
        found = atlas.along_alpha(atlas.cell(*places[file], DEFAULTS.alpha))
        alphas = [dict(one.spec.options)["alpha"] for one in found]
        assert alphas == pytest.approx([least + n * step for n in range(len(STOPS))])
        for one in found:
            assert one.complete
            assert tuple(one.curves) == one.spec.algorithms
            assert one.spec.runs == DEFAULTS.runs


@pytest.mark.parametrize(
    "words", [("ddaerr", "offline_ridge"), pytest.param((), marks=pytest.mark.long)]
)
def test_a_cell_is_what_the_core_computes(words: tuple[str, ...]) -> None:
    """The algorithms of a run do not depend on each other, so two of them are enough to be fast."""
    spec = atlas.cell("ridge", 5, -1.0)
    stored = atlas.precomputed(spec)
    assert stored is not None
    for key, curve in run(replace(spec, algorithms=words)).curves.items():
        own = stored.curves[key]
        assert own.relative_loss == pytest.approx(curve.relative_loss, rel=AS_STORED, abs=1e-9)
        assert own.excess_risk == pytest.approx(curve.excess_risk, rel=AS_STORED, abs=1e-9)
        assert own.setting == curve.setting


def test_other_settings_have_none() -> None:
    for other in ({"seed": 1}, {"budget": 3}, {"dim": 50}, {"data": "wine"}):
        spec = replace(DEFAULTS, **other).spec()
        assert atlas.precomputed(spec) is None
        assert atlas.along_alpha(spec) == ()


def test_a_stop_shows_its_curves_at_once(open_app: Open, live_figure: Figure) -> None:
    app = open_app()
    app.slider(key="alpha").set_value(-1.35).run()
    stored = atlas.precomputed(replace(DEFAULTS, alpha=-1.35).spec())
    assert stored is not None
    learning = live_figure(app, "learning")
    for key in ("aerr", "ddaerr", "two_phase_ddaerr", "adaptive_jaerr"):  # on at first
        assert learning["lines"][key]["y"] == pytest.approx(stored.curves[key].mean)
        assert "opacity" not in learning["lines"][key]
    assert "ddaerr-measured" in live_figure(app, "bounds")["lines"]
