"""Text from a visitor's file, made harmless for the place where it is shown: data, never markup.

A column may be called ``=cmd()``, ``![x](http://...)`` or ``<b>``. Widgets' options, tables and
code show any text literally; Markdown, Plotly's labels, spreadsheets and file names do not.
"""

from __future__ import annotations

import html
import re

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
