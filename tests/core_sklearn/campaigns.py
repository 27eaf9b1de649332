"""Campaigns on tables that are there: people who answer their orders."""

from __future__ import annotations

import numpy as np
import pandas as pd

from aelr_core.checks import Floats
from aelr_core.estimators.campaign import Campaign


def names(d: int) -> list[str]:
    return [f"test {i}" for i in range(d)]


def as_is(d: int) -> dict[str, tuple[float, float]]:
    """Return the scale that leaves values as they are."""
    return dict.fromkeys(names(d), (0.0, 1.0))


def people(seed: int, m: int, d: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) * np.arange(1, d + 1) ** -0.5 + rng.normal(size=d)
    return X, X @ rng.choice([-1.0, 1.0], size=d) + 0.1 * rng.normal(size=m)


def results(campaign: Campaign, orders: pd.DataFrame, X: Floats, y: Floats) -> pd.DataFrame:
    """Return the results of orders: order n is of person n − 1, from the first again at the end."""
    tests = [each.name for each in campaign.attributes]
    free = [each.name for each in campaign.attributes if each.price == 0]
    rows = []
    for number, order in orders.iterrows():
        person = (number - 1) % len(y)
        asked = [*free, *order.drop("price").dropna()]
        values = {name: X[person, tests.index(name)] for name in asked}
        rows.append({"order": number, campaign.target: y[person], **values})
    return pd.DataFrame(rows, columns=["order", campaign.target, *tests])


def asked_and_told(campaign: Campaign, X: Floats, y: Floats, n: int, batch: int = 20) -> Campaign:
    for start in range(0, n, batch):
        orders = campaign.ask(min(batch, n - start))
        campaign.tell(results(campaign, orders, X, y))
    return campaign
