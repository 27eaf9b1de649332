"""All of it as one HTML file that needs nothing else: ``make report``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from aelr_core.experiments.readings import READINGS
from aelr_core.results.paper import Claim, Paper
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.figures.frame import Picture
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.paper import words
from pages.ui.texts import text
from pages.ui.theme import Look

LOOK = Look("light")
# S(m) where there is no KaTeX, in place of a formula in TeX.
FORMULA = re.compile(r"\$\$.*?\$\$")
PLAIN_FORMULA = "S(m) = Σᵢ vᵢ (1 − (1 − Mᵢ/d)^(k_x m₁)) / Σᵢ vᵢ."
HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>AELR Lab: the paper's claims under four readings</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 1100px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; font-size: 14px; }
td, th { border: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }
small { color: #555; }
h1 { line-height: 1.2; }
.wide { overflow-x: auto; }
@media (max-width: 700px) { .wide [role=img] { min-width: 900px; } }
@media print { h3, [role=img] { break-inside: avoid; } }
</style></head><body>"""


ABOUT = (
    "Kukliansky and Shamir, “Attribute Efficient Linear Regression with Data-Dependent Sampling” "
    "(arXiv:1410.6382): what it says about its figures, checked with our own computation."
)


def as_html(paper: Paper) -> str:
    """Return the report: scoreboard, map, claims, figures, sizes, choices, versions."""
    return "\n".join([HEAD, *_parts(paper), "</body></html>"])


def _parts(paper: Paper) -> Iterator[str]:
    yield "<h1>The paper's claims under four readings of its protocol</h1>"
    yield f"<p>{escape(ABOUT)}</p>"
    yield _list(
        f"{label}: <b>{value}</b> <small>{escape(help)}</small>"
        for label, value, help in paper.cards
    )
    yield _list(f"<b>{each.label}</b>: {escape(each.says)}" for each in READINGS.values())
    # Plotly's script is inside once, in front of the first picture
    yield _wide(_figure(claims_matrix_picture(words.marks(paper), look=LOOK), script=True))
    yield "<h2>Claims</h2>"
    rows = (
        [claim.panel, claim.says, *(verdict.status for verdict in claim.verdicts.values())]
        for claim in paper.claims.values()
    )
    yield _table(["Figure", "Claim", *(each.label for each in READINGS.values())], rows)
    yield f"<p>{escape(paper.causes)}</p>"
    for reading in READINGS:
        yield from _figures(paper, reading)
    yield "<h2>A closer look</h2>"
    about = _about(paper)
    yield _list(
        f"<b>{escape(about[key])}</b> {_conclusion_first(said)}"
        for key, said in paper.looks.items()
    )
    yield "<h2>Examples</h2>"
    yield markdown(FORMULA.sub(PLAIN_FORMULA, text("paper/sizes")))
    yield _table(paper.sizes[0], [row.values() for row in paper.sizes])
    yield "<h2>Numbers printed in the paper</h2>"
    yield _table(paper.numbers[0], [row.values() for row in paper.numbers])
    for title, said in (
        ("How a claim is decided", text("paper/how_decided")),
        ("What the paper leaves open, and what we chose", text("paper/choices")),
        ("How it was computed", paper.versions),
    ):
        yield f"<h2>{title}</h2>"
        yield markdown(said)


def _about(paper: Paper) -> dict[str, str]:
    """Return what a closer look may be about, in words, by the key of a claim or a remark."""
    remarks = {
        remark.key: f"{panel.key}. {remark.says.partition(':')[0]}."
        for panel in paper.panels.values()
        for computed in panel.computed.values()
        for remark in computed.remarks
    }
    return remarks | {c.key: f"{c.panel}. {c.says}" for c in paper.claims.values()}


def _conclusion_first(said: str) -> str:
    """Return a closer look with its first sentence in bold: that is the conclusion."""
    conclusion, _, rest = said.partition(". ")
    return f"<b>{escape(conclusion)}.</b> {escape(rest)}"


def _figures(paper: Paper, reading: str) -> Iterator[str]:
    """Yield the figures of a reading, each with its claims and numbers."""
    yield f"<h2>Figures, reading “{READINGS[reading].label}”</h2>"
    yield f"<p>{paper.totals[reading]}</p>"
    for key, panel in paper.panels.items():
        each = panel.computed[reading]
        yield f"<h3>{key} · {escape(panel.title)}</h3>"
        yield _figure(panel_picture(each.curves, look=LOOK))
        yield f"<p>The paper says: {escape(words.THE_PAPER[key])}</p>"
        yield f"<p><small>{escape(f'{panel.caption} {each.how}')}</small></p>"
        yield _list(_claim(claim, reading) for claim in paper.claims_of(key))
        yield _list(
            f"no claim: {escape(remark.says)} <small>{escape(remark.reason)}</small>"
            for remark in each.remarks
        )


def _claim(claim: Claim, reading: str) -> str:
    verdict = claim.verdicts[reading]
    differs = verdict.on_first not in ("", verdict.status)
    alone = f"On the first data set alone: {verdict.on_first}. " if differs else ""
    why = f"{verdict.reason} {verdict.note}".strip()
    return (
        f"<b>{verdict.status}</b>: {escape(claim.says)} "
        f"<small>{escape('; '.join(verdict.findings))}. {alone}{escape(why)}</small>"
    )


def _figure(picture: Picture, script: bool = False) -> str:
    html = picture.figure.to_html(full_html=False, include_plotlyjs=script)
    return f'<div role="img" aria-label="{escape(picture.alt)}">{html}</div>'


def _wide(html: str) -> str:
    """Return what may be wider than the screen of a phone: it is moved sideways."""
    return f'<div class="wide">{html}</div>'


def _list(items: Iterable[str]) -> str:
    rows = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{rows}</ul>" if rows else ""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    others = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return _wide(f"<table><tr>{first}</tr>{others}</table>")


def markdown(source: str) -> str:
    r"""Return the little Markdown of the page's texts as HTML: lists, bold, italics, code.

    >>> markdown("**So** it is.\n\n- one\n- two\n  lines")
    '<p><b>So</b> it is.</p><ul><li>one</li><li>two lines</li></ul>'
    """
    found = ""
    for block in re.split(r"\n\n|\n(?=- )", source.strip()):
        line = _inline(" ".join(block.split()))
        found += f"<ul><li>{line[2:]}</li></ul>" if line.startswith("- ") else f"<p>{line}</p>"
    return found.replace("</ul><ul>", "")


def _inline(source: str) -> str:
    html = escape(source, quote=False).replace("\\*", "∗")
    for mark, tag in ((r"\*\*", "b"), (r"\*", "i"), ("`", "code")):
        html = re.sub(f"{mark}(.+?){mark}", rf"<{tag}>\1</{tag}>", html)
    return html
