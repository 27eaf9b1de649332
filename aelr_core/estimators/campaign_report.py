"""What a campaign knows about itself: people, tests, money, and how good it is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from aelr_core.datasets.csv.loader import listed
from aelr_core.estimators.campaign_model import why_stream

if TYPE_CHECKING:
    from aelr_core.estimators.campaign import Campaign

# From this share of orders on, those that were never answered are worth a warning.
MANY_UNANSWERED = 0.1


@dataclass(frozen=True, eq=False)
class Report:
    """The state of a campaign; shown as a text.

    Attributes
    ----------
    target : what is predicted.
    people : orders answered.
    without_target, with_failures : of these, where the target is missing, and where a test failed.
    pending : orders not answered yet.
    unanswered : of these, those asked before others that were answered.
    tests_done, tests_failed : of the orders answered.
    spent, reserved : what the orders answered cost, and those pending.
    left : what is left of the purse; None if there is none.
    error, error_se : an estimate of the mean squared error, as a share of that of predicting the
        mean, and its standard error. It is made of each answer before it is learnt from, over the
        last half of them: about what the stream had learnt then. NaN until there is one.
    tests : DataFrame with a row for each test: its price, how often it was asked, done and failed,
        the rate of failure, and the chance that the next order has it.
    notes : sentences about what comes next, and warnings.
    """

    target: str
    people: int
    without_target: int
    with_failures: int
    pending: int
    unanswered: int
    tests_done: int
    tests_failed: int
    spent: float
    reserved: float
    left: float | None
    error: float
    error_se: float
    tests: pd.DataFrame
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        left = "" if self.left is None else f", {self.left:,.6g} left"
        error = "not known yet"
        if not np.isnan(self.error):
            error = f"{self.error:.2f} ± {self.error_se:.2f} (1: as good as the mean)"
        lines = {
            "people answered": f"{self.people:,}, {self.without_target:,} without {self.target}, "
            f"{self.with_failures:,} with failed tests",
            "orders pending": f"{self.pending:,}, {self.unanswered:,} asked before others that "
            "were answered",
            "tests": f"{self.tests_done:,} done, {self.tests_failed:,} failed",
            "money": f"{self.spent:,.6g} spent, {self.reserved:,.6g} pending{left}",
            "error of the stream": error,
        }
        width = max(map(len, lines))
        listed = [f"{name.ljust(width)}  {what}" for name, what in lines.items()]
        return "\n".join([*listed, *self.notes])

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data for JSON, None for NaN."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        plain |= {"tests": self.tests.reset_index().to_dict("records"), "notes": [*self.notes]}
        for row in (plain, *plain["tests"]):
            row.update({key: None for key, value in row.items() if value != value})
        return plain


def report_of(campaign: Campaign) -> Report:
    """Return the state of a campaign."""
    tests = _tests(campaign)
    failures = [any(result is None for result in each.results) for each in campaign.answers]
    no_target = [bool(np.isnan(each.y)) for each in campaign.answers]
    orders, answered = campaign.orders, campaign.answered
    newest = max((orders[n - 1].batch for n in answered), default=0)
    unanswered = sum(asked.batch < newest for n, asked in enumerate(orders, 1) if n not in answered)
    spent = sum(orders[n - 1].order.price for n in sorted(answered))
    error, error_se = campaign.stream_error
    return Report(
        campaign.target,
        people=len(answered),
        without_target=sum(no_target),
        with_failures=sum(failures),
        pending=len(orders) - len(answered),
        unanswered=unanswered,
        tests_done=int(tests["done"].sum()),
        tests_failed=int(tests["failed"].sum()),
        spent=float(spent),
        reserved=float(campaign.asked_price - spent),
        left=campaign.left,
        error=error,
        error_se=error_se,
        tests=tests,
        notes=tuple(_notes(campaign, unanswered)),
    )


def _tests(campaign: Campaign) -> pd.DataFrame:
    G = len(campaign.attributes)
    asked, done, failed = np.zeros((3, G), dtype=np.int64)
    for each in campaign.orders:
        asked[each.order.units] += 1
    for answer in campaign.answers:
        units = campaign.orders[answer.number - 1].order.units
        there = np.array([result is not None for result in answer.results], dtype=bool)
        done[units[there]] += 1
        failed[units[~there]] += 1
    told = done + failed
    first = [columns[0] for columns in campaign.units.columns]
    return pd.DataFrame(
        {
            "price": campaign.units.prices,
            "asked": asked,
            "done": done,
            "failed": failed,
            "failure rate": np.where(told > 0, failed / np.maximum(told, 1), np.nan),
            "chance": campaign.learning.inclusion[first],
        },
        index=pd.Index([each.name for each in campaign.attributes], name="test"),
    )


def _notes(campaign: Campaign, unanswered: int) -> list[str]:
    notes = []
    asked = len(campaign.orders)
    if needs := campaign.opening_needs:
        notes.append(f"The opening needs {needs}: nothing is learnt before.{_dealing(campaign)}")
    if why := why_stream(campaign):
        notes.append(f"The model will be that of the stream. {why}")
    if left_out := campaign.left_out:
        notes.append(
            f"Warning: the stream leaves out {listed(left_out)}, which failed in the whole opening."
        )
    if unanswered > MANY_UNANSWERED * asked:
        notes.append(
            f"Warning: {unanswered:,} of {asked:,} orders were asked before others that were "
            "answered, and have no answer. If that depends on the tests or on their results, what "
            "is learnt is biased."
        )
    if campaign.purse_is_used_up:
        notes.append(
            f"The purse is used up: {campaign.left:,.6g} is left, and the dearest possible order "
            f"costs {campaign.dearest:,.6g}."
        )
    return notes


def _dealing(campaign: Campaign) -> str:
    hands = campaign.hands_left
    if not hands:
        return ""
    price = sum(float(campaign.units.prices[campaign.units.paid[hand]].sum()) for hand in hands)
    return (
        f" The next {len(hands):,} orders complete five results of each test, to find the scales; "
        f"they cost {price:,.6g}."
    )
