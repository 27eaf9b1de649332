"""Order tests person by person, learn from their results, and keep everything in one file.

new FILE       begin a campaign: which tests there are, what they cost, what is to be predicted
ask FILE N     draw the tests of the next N people, and print these orders as CSV
tell FILE CSV  learn from results: a row per order, with the order, the target, a column per test
report FILE    print people, tests, money, an estimate of the error, and warnings
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aelr_core.cli.terminal import say
from aelr_core.files import refuse_unwritable, written

if TYPE_CHECKING:
    from pandas import DataFrame

    from aelr_core.estimators.campaign import Campaign


def add_arguments(parser: ArgumentParser) -> None:
    """Add the four commands of `campaign`."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, what: str, run: Callable[[Namespace], None]) -> ArgumentParser:
        added = commands.add_parser(name, help=what, description=what)
        added.add_argument("file", metavar="FILE", help="File of the campaign (JSON)")
        added.add_argument("--json", action="store_true", help="Print JSON")
        added.set_defaults(do=run)
        return added

    add = command("new", "Begin a campaign", _new).add_argument
    add("--target", required=True, metavar="NAME", help="What is to be predicted, a number")
    add(
        "--tests",
        metavar="CSV",
        help="Table of the tests: name and, where known, price, mean, sd (standard deviation), "
        "levels (of a category, separated by |)",
    )
    add("--names", metavar="NAMES", help="Names of the tests, separated by commas")
    add("--pilot", metavar="CSV", help="Table of earlier cases; --tests may add prices to it")
    add("--budget", type=int, default=5, metavar="N", help="Most tests per person; default 5")
    add("--money", type=float, metavar="X", help="Most that people may cost on average")
    add("--purse", type=float, metavar="X", help="Most that all people may cost together")
    add("--family", default="ridge", metavar="WORD", help="ridge or lasso; default ridge")
    add("--seed", type=int, default=0, metavar="N", help="Of the orders; default 0")

    add = command("ask", "Draw the tests of the next people", _ask).add_argument
    add("n", type=int, metavar="N", help="How many people")

    add = command("tell", "Learn from results", _tell).add_argument
    add("results", metavar="CSV", help="Table of results")
    add("--correct", action="store_true", help="Replace what was told before about these orders")

    add = command("report", "Print the state of a campaign", _report).add_argument
    add("--pending", action="store_true", help="Print the orders without an answer, as ask does")


def run(options: Namespace) -> None:
    """Run one of the four commands."""
    options.do(options)


def _new(options: Namespace) -> None:
    from aelr_core.datasets.csv.read import split_names
    from aelr_core.estimators.attributes import (
        TEXTS_OF_A_TEST,
        read_pilot,
        read_table,
        settings_of,
    )
    from aelr_core.estimators.campaign import Campaign

    path = Path(options.file)
    refuse_unwritable(path, "FILE")
    if path.exists():
        raise ValueError(f"{path} exists: give the new campaign another name.")
    given = {}
    if options.tests is not None:
        given = settings_of(read_table(options.tests, TEXTS_OF_A_TEST))
    names = given.pop("names", [])
    if (options.names is None) + (options.pilot is None) + (not names) == 3:
        raise ValueError("The tests must be given by --tests, --names or --pilot.")
    if options.names is not None:
        names = [*split_names(options.names)]
    pilot = None if options.pilot is None else read_pilot(options.pilot)
    campaign = Campaign(
        names if pilot is None else pilot,
        options.target,
        budget=options.budget,
        money=options.money,
        purse=options.purse,
        family=options.family,
        seed=options.seed,
        **given,
    )
    campaign.save(path)
    _say_state(campaign, options.json)
    tests = {each.name for each in campaign.attributes} | {campaign.target}
    left_out = [] if pilot is None else [name for name in pilot.columns if name not in tests]
    if left_out:
        print(f"Left out: {', '.join(left_out)} (identifiers or constants).", file=sys.stderr)


def _ask(options: Namespace) -> None:
    with _changed(options.file) as campaign:
        orders = campaign.ask(options.n)
    # They are printed once they are saved: `report --pending` prints them again.
    _say_orders(orders, options.json)
    if campaign.purse_is_used_up:
        print(campaign.report().notes[-1], file=sys.stderr)


def _tell(options: Namespace) -> None:
    from aelr_core.estimators.attributes import read_table

    with _changed(options.file) as campaign:
        of_levels = [each.name for each in campaign.attributes if each.levels is not None]
        campaign.tell(read_table(options.results, of_levels), correct=options.correct)
    _say_state(campaign, options.json)


def _report(options: Namespace) -> None:
    campaign = _load(options.file)
    if options.pending:
        _say_orders(campaign.pending(), options.json)
    elif options.json:
        say(json.dumps(campaign.report().to_dict()))
    else:
        report = campaign.report()
        say(f"{report}\n\n{report.tests.to_string(float_format='{:.4g}'.format)}")


def _load(file: str) -> Campaign:
    from aelr_core.estimators.campaign import Campaign

    return Campaign.load(file)


@contextmanager
def _changed(file: str) -> Iterator[Campaign]:
    """Give a campaign to change, and save it, unless another command has changed it meanwhile."""
    from aelr_core.estimators.campaign_file import as_text

    path = Path(file)
    before = path.read_bytes()
    campaign = _load(file)
    yield campaign
    with written(path) as draft:
        draft.write(as_text(campaign).encode())
        if path.read_bytes() != before:  # looked at last: what it says would be lost
            raise ValueError(f"{path} was changed by another command meanwhile: run this again.")


def _say_state(campaign: Campaign, as_json: bool) -> None:
    report = campaign.report()
    if as_json:
        say(json.dumps(report.to_dict()))
    else:
        say("\n".join([repr(campaign), *report.notes]))


def _say_orders(orders: DataFrame, as_json: bool) -> None:
    if not as_json:
        say(orders.to_csv().rstrip("\n"))
        return
    rows: list[dict[str, Any]] = []
    for number, row in orders.iterrows():
        tests = [test for test in row.iloc[:-1] if isinstance(test, str)]
        rows.append({"order": number, "tests": tests, "price": row["price"]})
    say(json.dumps({"orders": rows}))
