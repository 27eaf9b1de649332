"""Errors, their ratios and differences, as the page writes them."""

from __future__ import annotations

import re

from aelr_core.study import PairedTest

# Beyond these a ratio says only that one of both errors is about 0.
LEAST, MOST = 0.01, 1_000
# A smaller error, relative to predicting 0, is about 0.
ABOUT_0 = 0.001
_POWER = re.compile(r"e([+−-])0*(\d+)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def powers(numeral: str) -> str:
    """Return a numeral with a power of ten as people write it.

    >>> powers("1.8e-05"), powers("+4e−10"), powers("2e+03"), powers("0.5")
    ('1.8 × 10⁻⁵', '+4 × 10⁻¹⁰', '2 × 10³', '0.5')
    """
    return _POWER.sub(
        lambda found: f" × 10{'' if found[1] == '+' else '⁻'}{found[2].translate(_RAISED)}", numeral
    )


def error(value: float, decimals: int = 3) -> str:
    """Return an error with as many decimals; a smaller one with two digits.

    >>> error(0.57), error(0.5638), error(0.000252), error(1.84e-5), error(0.0)
    ('0.570', '0.564', '0.00025', '1.8 × 10⁻⁵', '0')
    """
    if abs(value) >= ABOUT_0:
        return f"{value:.{decimals}f}"
    return powers(f"{value:.{decimals - 1}g}")


def against(ours: float, theirs: float) -> str:
    """Return two errors, in as many digits as show that they differ.

    >>> against(0.57, 0.614), against(0.1224, 0.1218), against(1.8e-5, 1.3e-7)
    ('0.570 against 0.614', '0.1224 against 0.1218', '1.8 × 10⁻⁵ against 1.3 × 10⁻⁷')
    """
    written = [(error(ours, decimals), error(theirs, decimals)) for decimals in range(3, 8)]
    a, b = next((pair for pair in written if pair[0] != pair[1]), written[0])
    return f"{a} against {b}"


def ratio(value: float) -> str:
    """Return a ratio of errors, in two or three digits; beyond that one of them is about 0.

    >>> ratio(0.583), ratio(1.004), ratio(31.2), ratio(3.2e-7), ratio(1.5e8), ratio(float("inf"))
    ('0.58', '1.00', '31', '< 0.01', '> 1,000', '> 1,000')
    """
    if value < LEAST:
        return f"< {LEAST:g}"
    if value > MOST:
        return f"> {MOST:,}"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def interval(test: PairedTest) -> str:
    """Return the mean difference of a test and its 95% interval, with the digits of errors."""
    mean, low, high = (
        f"{'+' if x > 0 else '−' if x < 0 else ''}{error(abs(x))}"
        for x in (test.difference, test.low, test.high)
    )
    return f"{mean} ({low} to {high})"
