"""Every page shows the same ρ, H, k*, bounds and light: read off the screen, for all data.

The pages are compared with `PriorFacts`, which is computed here once more from the spec.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import bound_rows, by_word
from aelr_core.analysis.bounds import promises, values
from aelr_core.analysis.draws import top_share
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.checks import Floats
from aelr_core.cli import main
from aelr_core.datasets import DATASETS, load_dataset
from aelr_core.datasets.csv import SAMPLE
from aelr_core.norms import half_norm
from pages.ui import data
from pages.ui.prose import amount, fewer
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.values import checked
from tests.app.reading import charts
from tests.app.screen import opened

Open = Callable[..., AppTest]
Report = dict[str, float]
FAMILIES, MODES = ("ridge", "lasso"), ("experiments", "theory")
# All but a visitor's table, which has its own test; synthetic rows also inside the ball.
CHOICES = [
    *({"data": "synthetic", "scaled": scaled} for scaled in (False, True)),
    *({"data": name} for name in DATASETS if name not in ("synthetic", "csv")),
]
H_NAMES = {"ridge": "‖M‖½", "lasso": "‖M‖₁"}


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.markdown, *app.caption))


def one(pattern: str, text: str) -> str:
    """Return the only thing that fits a pattern with one group."""
    found = set(re.findall(pattern, text))
    assert len(found) == 1, (pattern, found)
    return str(found.pop())


def traces(app: AppTest, key: str) -> list[dict[str, Any]]:
    """Return the traces of a chart."""
    found: list[dict[str, Any]] = charts(app)[key].figure["data"]
    return found


def falling(values: object) -> Floats:
    """Return all positive numbers, the largest first; a picture leaves gaps for 0."""
    found = np.array(values, dtype=float).ravel()
    return np.sort(found[found > 0])[::-1]


def check_q(app: AppTest, here: PriorFacts) -> None:
    """Check the picture of q on the explorer: lines, or pixels one image after the other."""
    known = by_word("known", here.family)
    drawn = traces(app, "sampling")
    shown = next(one.get("y", one.get("z")) for one in drawn if one["uid"] == known.key)
    np.testing.assert_allclose(falling(shown), falling(here.q), rtol=1e-9)


def check_draws(app: AppTest, here: PriorFacts) -> None:
    """Check the picture of q on What if, for the sidebar's data: lines, or an image for each."""
    known = next(one for one in traces(app, "draws") if one["uid"] == "known")
    np.testing.assert_allclose(falling(known.get("y", known.get("z"))), falling(here.q), rtol=1e-9)
    _, top = top_share(here.q, 0.1)
    assert one(r"gets? (\d+%) of the draws\*\*", texts(app)) == f"{top:.0%}"


def check_explorer(app: AppTest, here: PriorFacts) -> None:
    cards = {metric.label: metric for metric in app.metric}
    assert cards["Noise left, ridge ρ"].value == f"{here.rho_ridge:.3g}"
    assert cards["Noise left, lasso ρ"].value == f"{here.rho_lasso:.3g}"
    saving = cards["Measured saving over Uniform"].value
    assert f"the bounds say {fewer(here.saving)}" in saving
    said = texts(app)
    drawn = fewer(promises(here).saving)
    assert (f"The lines say {drawn} (kₓ = {here.k})" in said) == (drawn != fewer(here.saving))
    assert one(r"k\\\* = (\d+), so", said) == str(here.k_star)
    assert one(r"‖M‖\S+ = \S+ of the second moments[^:]*: (\S+)\.", said) == amount(here.H, 3)
    held = sum(report.holds for report in here.assumptions)
    assert f"{held} of the {len(here.assumptions)} " in said
    assert all(report.sentence in said for report in here.assumptions)
    formula = next(text.value for text in app.markdown if "draws for $\\tilde x$" in text.value)
    assert one(r"\$k = (\d+)\$ draws", formula) == str(here.k)
    assert one(r"\$B = ([^$]+)\$", formula) == f"{here.B:.4g}"
    assert one(r"_(?:\{1/2\}|1) = ([^$]+)\$", formula) == f"{here.H:.4g}"
    at_settings = values(here)
    for row in bound_rows(here.family):
        if row.bound.key in ("known", "these_moments"):
            assert f"{row.bound.formula} = {at_settings[row.key]:.4g}\n" in formula


def check_bounds(app: AppTest, here: PriorFacts) -> None:
    said = texts(app)
    assert all(report.sentence in said for report in here.assumptions)
    place = next(text.value for text in app.markdown if "draws for x̃ of k + 1" in text.value)
    assert one(r"kₓ = (\d+) draws for x̃", place) == str(here.k)
    assert one(rf"{H_NAMES[here.family]} = ([^,]+),", place) == f"{here.H:.3g}"
    assert one(r"B = ([\d.e+-]+)", place) == f"{here.B:.3g}"
    written = re.findall(r"^\|[^|]*\|[^|]*\| (\S+) \| \$", place, re.M)
    at_settings = values(here)
    rows = bound_rows(here.family, here.mode)
    assert written == [amount(at_settings[row.key]) for row in rows]


def check_ratios(app: AppTest, here: PriorFacts) -> None:
    a = next(one for one in traces(app, "needs") if one["uid"] == "A")
    assert a["x"][[0, 2]] == pytest.approx([100 * here.rho, 100 * here.saving])
    assert f"the bounds say {fewer(here.saving)}" in texts(app)
    if here.alpha is not None:  # a power law
        marks = next(one for one in traces(app, "ratio_curves") if one["uid"] == "sides")
        assert marks["y"][0] == pytest.approx(here.rho)
    (drawn,) = (t for t in traces(app, "two_settings") if t.get("name", "").startswith("A: "))
    ranks = (np.array(drawn["x"]) * here.d / 100).round().astype(int) - 1
    falls = np.sort(here.q)[::-1]
    most = np.nanmax(drawn["y"])
    visible = np.where(falls * here.d > most / 1e6, falls * here.d, np.nan)[ranks]
    np.testing.assert_allclose(drawn["y"], visible, rtol=1e-6)  # Covertype has 32-bit rows


def printed(arguments: dict[str, object], capsys: pytest.CaptureFixture[str]) -> Report:
    """Return what the command line prints about data."""
    words = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
    assert main(["rho", *words, "--json"]) == 0
    report: Report = json.loads(capsys.readouterr().out)
    return report


def check_command_line(report: Report, here: PriorFacts) -> None:
    assert report["k_star_in_ball"] == here.k_star
    assert report["rho_ridge"] == pytest.approx(here.rho_ridge)
    assert report["rho_lasso"] == pytest.approx(here.rho_lasso)
    # the norms and the other k* are in the units of the data
    assert report["half_norm"] == pytest.approx(float(half_norm(here.M)) * here.scale**2)


def check_all(app: AppTest, here: PriorFacts) -> None:
    """Go through the pages; the app is on its start page."""
    check_explorer(opened(app, "formula_bounds", "open_settings"), here)
    check_q(app, here)
    app.switch_page("pages/bounds.py").run()
    check_bounds(app, here)
    app.switch_page("pages/what_if.py").run()
    check_ratios(app, here)
    if here.mode.split == "even":  # it is slow; in theory it differs in k and m₁ only
        (choice,) = (group for group in app.get("button_group") if group.key == "image")
        choice.set_value("sidebar").run()
        check_draws(app, here)
    assert not app.exception


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_every_page_shows_the_same_numbers(
    open_app: Open, choice: dict[str, object], family: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {"dim": DEFAULTS.dim} if choice["data"] == "synthetic" else {}
    report = printed({**choice, **own, "family": family}, capsys)
    for mode in MODES:
        settings, _ = checked({**choice, "family": family, "mode": mode})  # budget at most d
        here = prior_facts(settings.spec(), data.dataset(settings))
        check_command_line(report, here)
        words = {name: str(value).lower() for name, value in choice.items()}
        check_all(open_app(**words, family=family, mode=mode), here)


@pytest.mark.parametrize("family", FAMILIES)
def test_another_seed_has_other_training_rows_on_every_page(open_app: Open, family: str) -> None:
    settings = Settings(data="digits-3v5", family=family, seed=3)
    here = prior_facts(settings.spec(), data.dataset(settings))
    first = replace(settings, seed=0)
    assert not np.allclose(here.q, prior_facts(first.spec(), data.dataset(first)).q)
    app = open_app(data="digits-3v5", family=family, seed="3")
    check_all(app, here)
    app = open_app("pages/what_if.py", seed="3", family=family, a_source="digits-3v5")
    check_ratios(app, here)


def test_a_visitors_table_has_the_same_numbers_everywhere(open_app: Open) -> None:
    small = {"examples": "100", "runs": "1", "step": "theory"}
    app = open_app("pages/your_data.py", **small)
    app.button(key="table_sample").click().run()
    table = next(text.value for text in app.markdown if "| Ridge | Lasso |" in text.value)
    shown = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    cells = {name: dict(zip(FAMILIES, both, strict=True)) for name, *both in shown}
    for family in FAMILIES:
        app.switch_page("pages/your_data.py").run()
        app.button(key=f"table_run_{family}").click().run()
        settings: Settings = app.session_state["_settings"]
        own = {**settings.options, "family": family, "seed": settings.seed}
        here = prior_facts(settings.spec(), load_dataset("csv", file=SAMPLE.read_bytes(), **own))
        assert cells["Improvement ratio ρ"][family] == f"{here.rho:.3g}"
        assert cells["Effective dimension, H"][family] == f"{here.H:.3g}"
        assert cells["Best k, k*"][family] == f"{here.k_star}"
        assert cells["The bounds say, at k + 1 = 5"][family] == fewer(here.saving)
        check_all(app.switch_page("pages/explorer.py").run(), here)
