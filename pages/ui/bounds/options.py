"""What can be set on the page of bounds itself, as one table."""

from __future__ import annotations

from aelr_core.datasets.options import Option
from pages.ui.bounds.sweep import AXES

ONE_PRICE, COLUMN = "one price", "a column of prices"
# At most this share of 2B², which needs no examples at all, can be wanted.
OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("bound_axis", "Along", "choice", "m", choices=tuple(AXES)),
        Option(
            "target",
            "Wanted excess risk, τ, in % of 2B²",
            "number",
            10.0,
            at_least=0.01,
            at_most=99.0,
            help="2B² is what holds without learning anything. The excess risk that the bound "
            "must promise, as a share of it.",
        ),
        Option(
            "example_price",
            "Price of an example, c₀",
            "number",
            0.0,
            at_least=0,
            at_most=1e9,
            help="What an example costs before any of its attributes is looked at.",
        ),
        Option(
            "prices",
            "Prices of the attributes",
            "choice",
            ONE_PRICE,
            choices=(ONE_PRICE, COLUMN),
            help="All attributes cost the same, or each has its own price.",
        ),
        Option(
            "attribute_price",
            "Price of an attribute, c",
            "number",
            1.0,
            at_least=0,
            at_most=1e9,
            help="What it costs to look at one attribute of one example.",
        ),
        Option(
            "price_column",
            "Prices c₁, c₂, …, one for each attribute",
            "text",
            "1\n2\n5",
            help="Separated by line ends, spaces, commas or semicolons; decimals with a point. "
            "A shorter column is repeated from its start.",
        ),
    )
}
