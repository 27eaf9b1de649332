"""What pages say: the static texts, numbers in words, and a visitor's words made harmless.

The texts are Markdown, a file each in a folder per page of ``texts/``. Every number in a sentence,
a table or a card is written by a function of this file; the core has its own for what it prints.
A column of a visitor's file may be called ``=cmd()``, ``![x](http://...)`` or ``<b>``: widgets'
options, tables and code show any text literally; Markdown, Plotly's labels, spreadsheets and file
names do not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isinf
from pathlib import Path

FOLDER = Path(__file__).with_name("texts")

# ---- Texts ----


def text(name: str, **fields: object) -> str:
    """Return the Markdown of ``texts/<name>.md``, each ``{field}`` filled in.

    Braces that are no field are left alone: formulas have them.

    >>> "two samples" in text("results/ours")
    True
    """
    return fill(_read(name), **fields)


def fill(template: str, **fields: object) -> str:
    """Return Markdown with each ``{field}`` filled in, its lines as they are."""
    for field, value in fields.items():
        template = template.replace(f"{{{field}}}", str(value))
    return template


def filled(sentence: str, **fields: object) -> str:
    r"""Return a sentence in one line, each ``{field}`` filled in.

    >>> filled("{n} runs\nof {what}", n=3, what="one table")
    '3 runs of one table'
    """
    return " ".join(fill(sentence, **fields).split())


def sections(name: str) -> dict[str, str]:
    """Return the parts of ``<name>.md`` by their headings, ``## Heading``.

    >>> list(sections("lessons/few"))
    ['Ask', 'See', 'Next', 'Say']
    """
    _, *parts = f"\n{_read(name)}".split("\n## ")
    pairs = (part.partition("\n") for part in parts)
    return {heading: body.strip() for heading, _, body in pairs}


@cache
def _read(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


# ---- Numbers in words ----

# A smaller share is only a rounding error.
NOTHING = 5e-7
# Larger numbers have a power of ten.
MOST_IN_FULL = 1e15
# From this ρ on, choosing attributes by their moments gains almost nothing.
NEARLY_ALIKE = 0.9


@dataclass(frozen=True)
class Card:
    """One number of a row at the top of a page."""

    label: str
    value: str
    help: str


def amount(x: float, digits: int = 4) -> str:
    """Return a number with this many digits; from 1,000 on (or if they do not suffice) in full.

    From 10¹⁵ on nobody can read that, and it has a power of ten.

    >>> amount(199999.9), amount(12.3456), amount(0.00012345), amount(4.12e7)
    ('200,000', '12.35', '0.0001234', '41,200,000')
    >>> amount(8.8706, 3), amount(723.4, 2), amount(999.7, 3), amount(float("inf"))
    ('8.87', '723', '1,000', '∞')
    >>> amount(1e308), amount(-2.5e15)
    ('1e+308', '-2.5e+15')
    """
    if isinf(x):
        return "∞"
    in_full = min(10**digits, 1_000) - 0.5 <= abs(x) < MOST_IN_FULL
    return f"{x:,.0f}" if in_full else f"{x:.{digits}g}"


def fewer(x: float) -> str:
    """Return how many are needed, compared with others, if the share x of theirs suffices.

    Every saving is said like this.

    >>> fewer(0.0256), fewer(0.55), fewer(0.98), fewer(1.52), fewer(1e-4)
    ('39× fewer', '1.8× fewer', 'none', '1.5× more', '10,000× fewer')
    """
    factor = max(x, 1 / x)
    digits = f"{factor:,.0f}" if factor >= 9.95 else f"{factor:.2g}"
    return "none" if digits == "1" else f"{digits}× {'fewer' if x < 1 else 'more'}"


def percent(x: float) -> str:
    """Return a share in per cent; almost nothing and almost everything in words.

    >>> percent(1e-9), percent(2e-5), percent(0.0152), percent(0.43), percent(0.9996), percent(1)
    ('nothing', 'under 0.01%', '1.5%', '43%', 'over 99%', 'all')
    """
    if x < NOTHING:
        return "nothing"
    if x < 1e-4:
        return "under 0.01%"
    if x >= 0.995:
        return "over 99%" if x < 1 - NOTHING else "all"
    return f"{100 * x:.2g}%"


def times(factor: float) -> str:
    """Return a factor with as many digits as people would say.

    >>> times(2.345), times(281.3), times(1873.2), times(123456), times(9e10)
    ('2.3 times', '281 times', '1,873 times', '120,000 times', 'over a million times')
    """
    if factor >= 1e6:
        return "over a million times"
    digits = f"{factor:,.0f}" if factor < 10_000 else f"{float(f'{factor:.2g}'):,.0f}"
    return f"{digits} times" if factor >= 10 else f"{factor:.2g} times"


def signed(x: float, digits: int = 3, *, plus: bool = False) -> str:
    """Return a number with a typographic minus sign; 0 has none. `plus` writes that sign as well.

    >>> signed(-0.0), signed(-1.7543, 4), signed(0.0429, plus=True)
    ('0', '−1.754', '+0.0429')
    """
    return f"{x + 0.0:{'+' if plus else ''}.{digits}g}".replace("-", "−")


def typeset(label: str) -> str:
    """Return the label of a stored run with a typographic minus sign at its α: older ones lack it.

    >>> typeset("Synthetic, α = -2")
    'Synthetic, α = −2'
    """
    return label.replace("α = -", "α = −")


def listed(phrases: Sequence[str], most: int | None = None) -> str:
    """Return phrases in one line; those beyond `most` are only counted.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed("abcde", most=3)
    ('a', 'a, b and c', 'a, b, c and 2 more')
    """
    if most is not None and len(phrases) > most:
        return f"{', '.join(phrases[:most])} and {len(phrases) - most} more"
    return " and ".join(part for part in (", ".join(phrases[:-1]), *phrases[-1:]) if part)


def nothing_to_gain(rho: float) -> bool:
    """Return whether attributes are so alike that choosing among them gains almost nothing.

    >>> nothing_to_gain(1.0), nothing_to_gain(0.5)
    (True, False)
    """
    return rho >= NEARLY_ALIKE


# ---- A visitor's words: data, never markup ----

# A longer name is cut where space is short; files keep it whole.
LONGEST_LABEL, LONGEST_SENTENCE, LONGEST_FILE_NAME = 28, 600, 60
# Keeps Streamlit and its Markdown from taking ":name:", "www.x" or "a@b" for more than letters.
_JOINER = "\N{WORD JOINER}"
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_LOOKS_LIKE_MORE = re.compile(r"(\\:(?=\S)|\\@|www(?=\\\.))", re.IGNORECASE)
# What a spreadsheet may take for a formula: at the beginning of a cell, and behind anything that
# separates cells somewhere in the world.
_FORMULA = re.compile(r"(^|[;,|\"])(\s*)([=+\-@\uff1d\uff0b\uff0d\uff20])")


def one_line(text: str, longest: int | None = None) -> str:
    r"""Return the text without control and direction marks, cut where it is too long.

    >>> one_line("a\x1b[31m\nb"), one_line("haemoglobin", 8)
    ('a [31m b', 'haemogl…')
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    too_long = longest is not None and len(printable) > longest
    return f"{printable[: longest - 1]}…" if longest and too_long else printable


def in_markdown(text: str, longest: int = LONGEST_SENTENCE) -> str:
    r"""Return Markdown that shows the text as it is: no link, picture, formula, colour or icon.

    >>> in_markdown("![x](y) $1$")
    '\\!\\[x\\]\\(y\\) \\$1\\$'
    """
    escaped = _PUNCTUATION.sub(r"\\\1", one_line(text, longest))
    return _LOOKS_LIKE_MORE.sub(rf"\1{_JOINER}", escaped)


def in_chart(text: str, longest: int = LONGEST_LABEL) -> str:
    """Return a label for Plotly, which draws some HTML.

    >>> in_chart("<b>a & b</b>")
    '&lt;b&gt;a &amp; b&lt;/b&gt;'
    """
    return html.escape(one_line(text, longest), quote=False)


def in_spreadsheet(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, whatever separates its columns.

    >>> in_spreadsheet("=cmd()"), in_spreadsheet("a;=cmd()"), in_spreadsheet("ldl-c")
    ("'=cmd()", "a;'=cmd()", 'ldl-c')
    """
    return _FORMULA.sub(r"\1\2'\3", one_line(text))


def in_file_name(name: str) -> str:
    """Return a file name of letters, digits and a few signs only, which is safe anywhere.

    >>> in_file_name("../my <b>table</b> (2).csv"), in_file_name("***")
    ('.my b table b (2).csv', 'table')
    """
    kept = "".join(letter if letter.isalnum() or letter in " .-_()" else " " for letter in name)
    short = re.sub(r"\.\.+", ".", re.sub(r"\s+", " ", kept)).replace("www.", "www ")
    return short.strip()[-LONGEST_FILE_NAME:].replace(". ", ".") or "table"
