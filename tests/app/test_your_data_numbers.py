"""A visitor's table without a browser: what is read, found and given back."""

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aelr_core.datasets import DatasetError
from aelr_core.datasets.csv import SAMPLE
from aelr_core.datasets.csv.peek import peek
from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge
from aelr_core.experiments.recipe import TABLE
from aelr_core.plots.theme import Look
from pages.ui.figures.your_data import shopping_picture
from pages.ui.settings import Settings, UploadedTable
from pages.ui.your_data import words
from pages.ui.your_data.numbers import as_csv, column_report, looks_list, measuring_list
from pages.ui.your_data.recommended import program
from tests.core_pandas.clinic import findings, loaded, sample

FORMULA = re.compile(r"(^|[;,|\t\r\n\"])\s*[=+\-@]")


def check_sentence(error: DatasetError) -> None:
    assert "\n" not in str(error)
    assert str(error).endswith(".")


def test_the_list_is_ranked_and_complete() -> None:
    found = findings(sample(), 5)
    rows = measuring_list(found, "lasso")
    assert [row["Rank"] for row in rows] == list(range(1, 30))
    assert sorted(str(row["Attribute"]) for row in rows) == sorted(found.attributes)
    draws = [float(row["Of 1,000 draws"]) for row in rows]
    assert draws == sorted(draws, reverse=True)
    assert sum(draws) == pytest.approx(1_000, abs=1)
    assert rows[-1]["Share so far"] == pytest.approx(1)
    read = list(csv.DictReader(io.StringIO(as_csv(found, "lasso").decode("utf-8-sig"))))
    assert [row["attribute"] for row in read] == [row["Attribute"] for row in rows]
    assert sum(float(row["q_ridge"]) for row in read) == pytest.approx(1)


def test_which_family_gains_is_said() -> None:
    found = findings(sample(), 5)
    assert found.gains == "lasso"
    assert "lasso gains more" in words.ratios(found)
    rows = "\n".join(f"{(-1) ** i},{(-1) ** (i // 2)},{i}" for i in range(8))
    alike = findings(loaded(f"a,b,y\n{rows}\n".encode(), "y"), 2)
    assert alike.gains is None


def test_the_picture_names_what_is_drawn_as_plain_text() -> None:
    names = ["<b>x</b>", "<b>x</b>", "a" * 60]
    picture = shopping_picture(names, np.array([0.5, 0.3, 0.2]), uniform=0.2, look=Look("light"))
    axis = picture.figure.layout.yaxis
    assert axis.ticktext[0] == "&lt;b&gt;x&lt;/b&gt;"
    assert len(set(axis.tickvals)) == 3  # equal names are two bars
    assert len(axis.ticktext[2]) <= 28
    assert picture.figure.layout.xaxis.title.text
    assert "First: <b>x</b> 50" in picture.alt


@pytest.mark.parametrize("estimator", [AttributeEfficientRidge, AttributeEfficientLasso])
def test_the_program_fits_the_estimator_as_it_is(
    estimator: type[AttributeEfficientRidge | AttributeEfficientLasso],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    family = estimator.__name__.removeprefix("AttributeEfficient").lower()
    data = sample(family, seed=3)
    table = UploadedTable("sha256:ab", 'x"""\nimport os\\', data.d, data.m, "ill", missing="mean")
    wanted = Settings(data="csv", table=table, family=family, seed=3, budget=4)
    (tmp_path / TABLE).write_bytes(SAMPLE.read_bytes())
    monkeypatch.chdir(tmp_path)
    exec(compile(program(wanted), "program", "exec"), {})
    paid, own, score, *looks = capsys.readouterr().out.splitlines()
    fitted = estimator(budget=4, random_state=3).fit(data.X_train, data.y_train)
    assert paid.endswith(f" {4 * data.m}")
    assert float(own.split()[-1]) == -fitted.progressive_loss_ / fitted.zero_loss_
    assert float(score.split()[-1]) == fitted.score(data.X_test, data.y_test)
    assert sum(int(line.split()[0]) for line in looks) == 4 * data.m
    assert len(looks) == data.d


NAMES = st.lists(
    st.text(min_size=1, max_size=12)
    | st.sampled_from(["=cmd()", "a;=1", "<i>", "$x$", "@b", "a,-b"]),
    min_size=3,
    max_size=5,
)
CELLS = st.sampled_from(["1", "2.5", "-3", "0", "", "=1+1", "x", "<b>", "1e90"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(NAMES, st.data())
def test_odd_tables_come_out_harmless(names: list[str], data: st.DataObject) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    for _ in range(6):
        writer.writerow(data.draw(st.lists(CELLS, min_size=len(names), max_size=len(names))))
    content = out.getvalue().encode("utf-8", errors="replace")
    try:
        seen = peek(content)
        target = data.draw(st.sampled_from(seen.targets))
        found = findings(
            loaded(
                content,
                target,
                missing="mean",
                positive=data.draw(st.sampled_from(seen.column(target).positives)),
            ),
            5,
        )
    except DatasetError as error:
        check_sentence(error)
        return
    for family in ("ridge", "lasso"):
        table = list(csv.reader(io.StringIO(as_csv(found, family).decode("utf-8-sig"))))
        assert len(table) == found.d + 1
        assert not any(FORMULA.search(row[1]) for row in table[1:])
        first = found.ranked(family)
        picture = shopping_picture(
            [found.attributes[i] for i in first],
            found.known[family].q[first],
            uniform=0.1,
            look=Look("light"),
        )
        labels = json.loads(picture.figure.to_json())["layout"]["yaxis"]["ticktext"]
        assert not any("<" in label for label in labels)
        assert "\n" not in words.draws(found, family)
    looks = looks_list(found, found.known["ridge"].q, 5)
    for row in (*column_report(found), *measuring_list(found, "ridge"), *looks):
        assert not any(FORMULA.search(cell) for cell in row.values() if isinstance(cell, str))
