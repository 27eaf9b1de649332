"""`aelr campaign new | ask | tell | report`: one file, CSV in and out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

from aelr_core.cli import main
from aelr_core.estimators.campaign import Campaign

TESTS = """name,price,mean,sd,levels
crp,4.5,5,10,
bnp,12,100,80,
age,0,50,20,
ward,1,,,A|B|C
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests.csv").write_text(TESTS, encoding="utf-8")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["campaign", *arguments]) == 0
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["campaign", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    return err


def begin(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    usual = ["--target", "stay", "--tests", "tests.csv", "--budget", "2"]
    return printed(capsys, "new", "c.json", *usual, *more)


def results_of(orders: pd.DataFrame) -> pd.DataFrame:
    values = {"crp": 7.5, "bnp": 90, "age": 60, "ward": "B"}
    rows = []
    for number, order in orders.iterrows():
        asked = ["age", *order.drop("price").dropna()]
        rows.append({"order": number, "stay": 4} | {name: values[name] for name in asked})
    return pd.DataFrame(rows, columns=["order", "stay", *values])


def test_a_campaign_in_a_shell(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "The opening needs 30 more people" in begin(capsys, "--purse", "700")
    out = printed(capsys, "ask", "c.json", "40")
    orders = pd.read_csv(io.StringIO(out), index_col="order")
    assert list(orders.columns) == ["1", "2", "price"]
    results_of(orders[:38]).to_csv("results.csv", index=False)
    assert "38 orders answered, 2 pending" in printed(capsys, "tell", "c.json", "results.csv")
    pending = printed(capsys, "report", "c.json", "--pending")
    assert pending.splitlines()[1:] == out.splitlines()[39:]
    assert "bnp" in printed(capsys, "report", "c.json")
    report = json.loads(printed(capsys, "report", "c.json", "--json"))
    assert (report["people"], report["pending"]) == (38, 2)
    assert report["spent"] == pytest.approx(orders["price"][:38].sum())
    assert len(Campaign.load("c.json").answers) == 38


def test_orders_as_json_and_a_purse_that_ends(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(capsys, "--purse", "40")
    capsys.readouterr()
    assert main(["campaign", "ask", "c.json", "100", "--json"]) == 0
    out, err = capsys.readouterr()
    orders = json.loads(out)["orders"]
    assert sum(order["price"] for order in orders) <= 40
    assert set(orders[0]["tests"]) <= {"crp", "bnp", "ward"}
    assert err.startswith("The purse is used up: ")
    assert printed(capsys, "ask", "c.json", "3") == "order,1,2,price\n"


def test_results_from_a_spreadsheet_with_decimal_commas(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(capsys)
    printed(capsys, "ask", "c.json", "1")
    orders = Campaign.load("c.json").pending()
    (folder / "r.csv").write_text(
        results_of(orders).replace(7.5, "7,5").to_csv(index=False, sep=";"), encoding="utf-8"
    )
    printed(capsys, "tell", "c.json", "r.csv")
    (answer,) = Campaign.load("c.json").answers
    assert answer.y == 4
    (folder / "r.csv").write_text(
        results_of(orders).assign(stay=5).to_csv(index=False), encoding="utf-8"
    )
    assert "told before" in refusal(capsys, "tell", "c.json", "r.csv")
    printed(capsys, "tell", "c.json", "r.csv", "--correct")
    (answer,) = Campaign.load("c.json").answers
    assert answer.y == 5


def test_a_refusal_names_the_cell_that_is_no_number(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "new", "c.json", "--target", "stay", "--names", "crp,bnp", "--budget", "2")
    printed(capsys, "ask", "c.json", "3")
    asked = Campaign.load("c.json").pending().drop(columns="price")
    for bad in ("<5", "high"):
        number = int(asked.index[(asked == "crp").any(axis=1)][-1])  # others before it are right
        rows = [
            f"{n};2,5;" + ";".join("3,25" if (row == test).any() else "" for test in ("crp", "bnp"))
            for n, row in asked.iterrows()
        ]
        rows[number - 1] = rows[number - 1].replace(";3,25", f";{bad}", 1)
        (folder / "r.csv").write_text("order;stay;crp;bnp\n" + "\n".join(rows), encoding="utf-8")
        sentence = f"crp of order {number} must be a number, but it is '{bad}'"
        assert sentence in refusal(capsys, "tell", "c.json", "r.csv")


def test_a_test_may_be_called_by_digits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tests.csv").write_text("name,price\n007,1\n1.50,2\n", encoding="utf-8")
    begin(capsys)
    assert [each.name for each in Campaign.load("c.json").attributes] == ["007", "1.50"]


def test_levels_are_texts_also_if_they_look_like_numbers_or_blanks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = "name,price,mean,sd,levels\nzip,0,,,01|1|1.0\nland,0,,,NA|DE\ncrp,3,5,9,\nbnp,2,9,9,\n"
    (folder / "tests.csv").write_text(tests, encoding="utf-8")
    begin(capsys)
    printed(capsys, "ask", "c.json", "4")
    results = (
        "order;stay;zip;land;crp;bnp\n1;2,5;01;NA;3;1\n2;1;1;DE;3;1\n3;1;1.0;DE;3;1\n4;1;;;3;1\n"
    )
    (folder / "r.csv").write_text(results, encoding="utf-8")
    printed(capsys, "tell", "c.json", "r.csv")
    told = [each.results[:2] for each in Campaign.load("c.json").answers]
    assert told == [("01", "NA"), ("1", "DE"), ("1.0", "DE"), (None, None)]


def test_tests_by_name_or_from_a_pilot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = printed(capsys, "new", "a.json", "--target", "y", "--names", "a, b,c", "--budget", "2")
    assert "complete five results of each test" in begun
    pilot = "patient,crp,ward,stay\n" + "".join(
        f"P{i},{i}.5,{'AB'[i % 2]},{i}\n" for i in range(20)
    )
    (folder / "pilot.csv").write_text(pilot, encoding="utf-8")
    (folder / "prices.csv").write_text("name,price\ncrp,3\nward,0\n", encoding="utf-8")
    given = ["--target", "stay", "--pilot", "pilot.csv", "--tests", "prices.csv"]
    assert main(["campaign", "new", "b.json", *given]) == 0
    assert "Left out: patient (" in capsys.readouterr().err
    crp, ward = Campaign.load("b.json").attributes
    assert (crp.price, ward.price, ward.levels) == (3, 0, ("A", "B"))


@pytest.mark.parametrize("command", [("ask", "c.json", "2"), ("tell", "c.json", "r.csv")])
def test_two_commands_at_once_lose_nothing(
    command: tuple[str, ...],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin(capsys)
    printed(capsys, "ask", "c.json", "4")
    sheet = results_of(Campaign.load("c.json").pending())
    sheet[:2].to_csv("r.csv", index=False)
    load = Campaign.load

    def slowly(file: str) -> Campaign:
        read, other = load(file), load(file)
        other.tell(sheet[2:])  # the other command is faster
        other.save(file)
        monkeypatch.setattr(Campaign, "load", load)
        return read

    monkeypatch.setattr(Campaign, "load", slowly)
    assert "c.json was changed by another command" in refusal(capsys, *command)
    assert [each.number for each in load("c.json").answers] == [3, 4]
    assert sorted(each.name for each in folder.iterdir()) == ["c.json", "r.csv", "tests.csv"]
    printed(capsys, *command)
    assert len(load("c.json").answers) == 2 + 2 * (command[0] == "tell")


def test_refusals_change_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin(capsys)
    printed(capsys, "ask", "c.json", "2")
    before = (folder / "c.json").read_bytes()
    (folder / "r.csv").write_text("order,stay,age\n1,3,high\n", encoding="utf-8")
    (folder / "bad.csv").write_text("name,prize\ncrp,3\n", encoding="utf-8")
    (folder / "none.csv").write_text("price,mean\n3,3\n", encoding="utf-8")
    for arguments, sentence in [
        (["new", "c.json", "--target", "y", "--names", "a,b"], "c.json exists: give the new"),
        (["new", "d.json", "--target", "y"], "The tests must be given by --tests, --names or"),
        (["new", "d.json", "--target", "y", "--tests", "no.csv"], "file cannot be read"),
        (["new", "d.json", "--target", "y", "--tests", "bad.csv"], "A table of tests has columns"),
        (["new", "d.json", "--target", "y", "--tests", "none.csv"], "must have a column 'name'"),
        (["new", "no/d.json", "--target", "y", "--names", "a,b"], "FILE must name a file in a"),
        (["new", "d.json", "--names", "a,b"], "--target"),
        (["ask", "c.json", "0"], "n must be a whole number from 1 to "),
        (["ask", "c.json", "x"], "invalid int value"),
        (["ask", "no.json", "1"], "no.json cannot be used: No such file"),
        (["ask", "tests.csv", "1"], "tests.csv is not a campaign saved by AELR Lab"),
        (["tell", "c.json", "r.csv"], "order 1"),
        (["tell", "c.json", "no.csv"], "file cannot be read"),
        (["report", "tests.csv"], "tests.csv is not a campaign"),
        (["sell", "c.json"], "invalid choice"),
        ([], "COMMAND"),
    ]:
        assert sentence in refusal(capsys, *arguments)
    assert (folder / "c.json").read_bytes() == before
    assert not (folder / "d.json").exists()
