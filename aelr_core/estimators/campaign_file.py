"""A campaign as a file: readable JSON, with one line for each test, order and answer.

The file has what was asked, with the weights of each order, and what was told; what was learnt is
computed again when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from aelr_core import __version__, checks
from aelr_core.checks import Floats
from aelr_core.designs.hard_budget import Sample
from aelr_core.files import require
from aelr_core.stream import Order, Units, as_order

if TYPE_CHECKING:
    from aelr_core.estimators.campaign import Answer, Asked, Campaign

FORMAT = "aelr-campaign-1"
SETTINGS = ("target", "budget", "money", "purse", "family", "seed")


def as_text(campaign: Campaign) -> str:
    """Return a campaign as JSON."""
    learning = campaign.learning
    parts: dict[str, Any] = {"format": FORMAT, "version": __version__}
    parts |= {name: getattr(campaign, name) for name in SETTINGS}
    parts["random"] = [
        each.bit_generator.state for each in (learning.random, learning.opening_random)
    ]
    tests = (
        {"name": each.name, "price": each.price, "scale": each.scale, "levels": each.levels}
        for each in campaign.attributes
    )
    names = [each.name for each in campaign.attributes]
    lists: dict[str, Iterable[Any]] = {
        "tests": tests,
        "orders": (_plain_order(n, each, campaign) for n, each in enumerate(campaign.orders, 1)),
        "answers": (_plain_answer(each, campaign, names) for each in campaign.answers),
    }
    texts = [f"{json.dumps(name)}: {_line(value)}" for name, value in parts.items()]
    for name, items in lists.items():
        listed = ",\n ".join(map(_line, items))
        texts.append(
            f"{json.dumps(name)}: [\n {listed}\n]" if listed else f"{json.dumps(name)}: []"
        )
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def _plain_order(number: int, asked: Asked, campaign: Campaign) -> dict[str, Any]:
    """Return an order: of the weights, which are symmetric, the upper half, row by row."""
    order, free = asked.order, len(campaign.units.free)
    names = [campaign.attributes[g].name for g in order.units[free:]]
    plain = {"order": number, "asked": asked.batch, "tests": names}
    if asked.dealt:
        return plain
    P = order.weights[free:, free:]
    upper = P[np.triu_indices(len(P))].tolist()
    return plain | {"pi": order.pi[free:].tolist(), "weights": upper}


def _plain_answer(answer: Answer, campaign: Campaign, names: list[str]) -> dict[str, Any]:
    units = campaign.orders[answer.number - 1].order.units
    told = {names[g]: result for g, result in zip(units, answer.results, strict=True)}
    y = None if np.isnan(answer.y) else answer.y
    return {"order": answer.number, "target": y, "results": told}


def symmetric(upper: Floats) -> Floats:
    """Return the symmetric matrix, (n, n), with this upper half."""
    return upper + np.triu(upper, 1).T


# ---- Reading -------------------------------------------------------------------------------------


def order_of(plain: dict[str, Any], number: int, units: Units, names: list[str]) -> Order:
    """Return a stored order, checked."""
    require(plain["order"] == number, "orders are numbered from 1 on")
    place = {names[g]: n for n, g in enumerate(units.paid)}
    S = np.array([place[name] for name in plain["tests"]], dtype=np.int64)
    n = len(S)
    require(bool((np.diff(S) > 0).all()), "an order has a test once")
    pi, P = np.ones(n), np.ones((n, n))
    if "weights" in plain:
        pi, upper = np.array(plain["pi"], dtype=float), np.array(plain["weights"], dtype=float)
        require(pi.shape == (n,) and bool(((pi > 0) & (pi <= 1)).all()), "probabilities")
        require(upper.shape == (n * (n + 1) // 2,) and bool((upper >= 1 - 1e-9).all()), "weights")
        require(bool(np.isfinite(upper).all()), "finite weights")
        P[np.triu_indices(n)] = upper
        P = symmetric(np.triu(P))
    return as_order(units, Sample(S, P), pi)


def restored(plain: dict[str, Any], make: type[Campaign]) -> Campaign:
    """Return the campaign of a file, or raise an error if it is not one."""
    require(plain["format"] == FORMAT, f"its format is {plain['format']!r}")
    tests, given = plain["tests"], {name: plain[name] for name in SETTINGS}
    names = [test["name"] for test in tests]
    given["prices"] = {test["name"]: test["price"] for test in tests}
    for name in ("scale", "levels"):
        given[name] = {test["name"]: test[name] for test in tests if test[name] is not None}
    campaign = make(names, **given)
    for number, each in enumerate(plain["orders"], 1):
        order = order_of(each, number, campaign.units, names)
        batch = checks.integer("asked", each["asked"], at_least=1)
        dealt = "weights" not in each
        require(dealt == bool(campaign.hands_left), "the first orders are dealt")
        campaign.keep(order, dealt, batch)
    learning = campaign.learning
    for generator, state in zip(
        (learning.random, learning.opening_random), plain["random"], strict=True
    ):
        generator.bit_generator.state = state
    campaign.learn_again([campaign.answer_of(each) for each in plain["answers"]])
    return campaign
