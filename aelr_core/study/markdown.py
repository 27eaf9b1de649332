"""Tables and numbers as the report writes them."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table.

    >>> print(table(["panel", "error"], [["one", "0.5"]]))
    | panel | error |
    | --- | --- |
    | one | 0.5 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float) -> str:
    """Return an error or a ratio in three digits.

    >>> number(0.1234), number(1.5), number(2.5e-07), number(31.2)
    ('0.123', '1.50', '2.5e-07', '31')
    """
    if value != 0 and not 0.001 <= abs(value) < 10_000:
        return f"{value:.1e}"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"
