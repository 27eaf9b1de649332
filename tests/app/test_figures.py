"""Pictures without a browser: what is drawn, how it looks, what it says to a screen reader."""

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.ui import theme, words
from pages.ui.figures.budgets import budgets_picture
from pages.ui.figures.frame import Picture, framed
from pages.ui.figures.promises import bounds_picture
from pages.ui.figures.ratios import ratios_picture
from pages.ui.figures.sampling import sampling_picture
from pages.ui.overview import Overview, overview
from pages.ui.state import Settings


def pictures(look: Overview, mode: theme.Mode = "light") -> dict[str, Picture]:
    by_role = words.labels(look.settings.family)
    known, uniform, online = (by_role[role] for role in ("known", "uniform", "online"))
    return {
        "sampling": sampling_picture(
            {
                known.key: (known.name, look.q_optimal),
                uniform.key: (uniform.name, look.q_uniform),
            },
            mode=mode,
        ),
        "bounds": bounds_picture(
            look.promises.attributes,
            {key: (words.name(key), y) for key, y in look.promises.curves.items()},
            chosen=look.promises.chosen,
            trivial=look.promises.trivial,
            mode=mode,
        ),
        "ratios": ratios_picture(
            look.alphas,
            {"ridge": look.rho_ridge_by_alpha, "lasso": look.rho_lasso_by_alpha},
            alpha=look.settings.alpha,
            here={"ridge": look.rho_ridge, "lasso": look.rho_lasso},
            family=look.settings.family,
            mode=mode,
        ),
        "budgets": budgets_picture(
            look.budgets,
            {
                known.key: (known.name, look.cost_known),
                uniform.key: (uniform.name, look.cost_uniform),
            },
            full=(online.key, online.name),
            chosen=look.settings.budget,
            best=(known.key, look.best_budget, look.best_cost),
            mode=mode,
        ),
    }


@pytest.fixture(scope="module", params=["ridge", "lasso"])
def drawn(request: pytest.FixtureRequest) -> dict[str, Picture]:
    return pictures(overview(Settings(family=request.param, dim=80, examples=200)))


@pytest.mark.parametrize("name", ["sampling", "bounds", "ratios", "budgets"])
def test_every_picture_is_complete(drawn: dict[str, Picture], name: str) -> None:
    figure, alt = drawn[name].figure, drawn[name].alt
    assert figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text
    assert len(alt) > 60
    assert alt.endswith(".")
    uids = [trace.uid for trace in figure.data]
    assert len(set(uids)) == len(uids)
    for trace in figure.data:
        assert len(trace.x) == len(trace.y) > 0
        assert np.isfinite(np.asarray(trace.y, dtype=float)).all()
        colour = trace.line.color if trace.mode == "lines" else trace.marker.color
        assert colour in theme.PALETTE["light"]
    assert figure.layout.legend.y > 1  # above the curves, never over them


def test_an_algorithm_has_one_look_in_every_picture(drawn: dict[str, Picture]) -> None:
    looks: dict[str, set[tuple[str, str]]] = {}
    for name in ("sampling", "bounds", "budgets"):
        for trace in drawn[name].figure.data:
            if trace.mode == "lines":
                looks.setdefault(trace.name, set()).add((trace.line.color, trace.line.dash))
    assert len(looks) == 4
    assert all(len(look) == 1 for look in looks.values())
    assert len({next(iter(look))[0] for look in looks.values()}) == 4
    assert len({next(iter(look))[1] for look in looks.values()}) == 4


def test_marks_stand_at_the_settings() -> None:
    look = overview(Settings(dim=80, budget=7, examples=200))
    drawn = pictures(look)
    assert drawn["budgets"].figure.layout.shapes[0].x0 == 7
    assert drawn["bounds"].figure.layout.shapes[0].x0 == 1400
    star = drawn["budgets"].figure.data[-1]
    assert (star.x[0], star.y[0]) == (look.best_budget, look.best_cost)
    here = [t for t in drawn["ratios"].figure.data if t.mode == "markers"]
    assert [(t.x[0], t.y[0]) for t in here] == [(-2, look.rho_ridge), (-2, look.rho_lasso)]


def test_attributes_that_are_never_drawn_leave_a_gap() -> None:
    picture = sampling_picture({"two_phase_ddaerr": ("x", np.array([0.5, 0.0, 0.5]))}, mode="light")
    assert np.isnan(picture.figure.data[0].y[1])


@pytest.mark.parametrize(("low", "high"), [(0.3, 0.3), (0.2, 0.9), (1.0, 20.0)])
def test_a_short_logarithmic_axis_has_ticks_with_numbers(low: float, high: float) -> None:
    figure = framed([go.Scatter(x=[1, 2], y=[low, high])], x="x", y="y")
    ticks = figure.layout.yaxis.tickvals
    assert min(ticks) <= low
    assert max(ticks) >= high
    assert sum(low / 3 <= tick <= high * 3 for tick in ticks) >= 2


def test_dark_changes_the_colours_and_nothing_else() -> None:
    look = overview(Settings(dim=80, examples=200))
    swap = dict(zip(theme.PALETTE["dark"], theme.PALETTE["light"], strict=True))
    dark = pictures(look, "dark")
    for name, picture in pictures(look, "light").items():
        repainted = dark[name].figure.to_json()
        assert repainted != picture.figure.to_json()
        for old, new in swap.items():
            repainted = repainted.replace(old, new)
        assert repainted == picture.figure.to_json()
