"""All of it as one HTML file that needs nothing else: ``make report``."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from aelr_core.experiments.readings import READINGS
from aelr_core.paper import CLAIMS, Matrix, Scoreboard, Verdict
from aelr_core.paper.wording import claims_line, in_words
from pages.ui.figures.claims_matrix import claims_matrix_picture
from pages.ui.figures.frame import Picture
from pages.ui.figures.paper_panel import panel_picture
from pages.ui.paper import numbers, reference, score_cards, words
from pages.ui.paper.gallery import THE_PAPER
from pages.ui.theme import Look

LOOK = Look("light")
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


def as_html(found: Matrix) -> str:
    """Return the report: scoreboard, map, claims, figures, sizes, choices, versions."""
    return "\n".join([HEAD, *_parts(found), "</body></html>"])


def _parts(found: Matrix) -> Iterator[str]:
    yield "<h1>The paper's claims under four readings of its protocol</h1>"
    yield f"<p>{escape(ABOUT)}</p>"
    yield _list(
        f"{card.label}: <b>{card.value}</b> <small>{escape(card.help)}</small>"
        for card in score_cards.cards(found)
    )
    yield _list(f"<b>{each.label}</b>: {escape(each.says)}" for each in READINGS.values())
    # Plotly's script is inside once, in front of the first picture
    yield _wide(_figure(claims_matrix_picture(numbers.marks(found), look=LOOK), script=True))
    yield "<h2>Claims</h2>"
    yield _table(["Figure", "Claim", *(each.label for each in READINGS.values())], _claims(found))
    yield f"<p>{escape(words.causes(found))}</p>"
    for board in found.boards.values():
        if board.panels:
            yield from _board(board)
    if found.looks:
        yield "<h2>A closer look</h2>"
        about = _about(found)
        yield _list(
            f"<b>{escape(about.get(key, key))}</b> {_conclusion_first(said)}"
            for key, said in found.looks.items()
        )
    yield "<h2>Examples</h2>"
    yield markdown(reference.sizes(reference.PLAIN_FORMULA))
    rows = reference.size_rows()
    yield _table(rows[0], [row.values() for row in rows])
    yield "<h2>Numbers printed in the paper</h2>"
    printed = reference.number_rows(found.numbers)
    yield _table(printed[0] if printed else (), [row.values() for row in printed])
    for title, text in (
        ("How a claim is decided", reference.how_decided()),
        ("What the paper leaves open, and what we chose", reference.choices(found)),
        ("How it was computed", words.versions(found)),
    ):
        yield f"<h2>{title}</h2>"
        yield markdown(text)


def _about(found: Matrix) -> dict[str, str]:
    """Return what a closer look may be about, in words, by the key of a claim or a remark."""
    remarks = [remark for board in found.boards.values() for remark in board.remarks]
    return {
        **{one.key: f"{one.panel}. {one.says.partition(':')[0]}." for one in remarks},
        **{claim.key: f"{claim.panel}. {claim.says}" for claim in CLAIMS},
    }


def _conclusion_first(said: str) -> str:
    """Return a closer look with its first sentence in bold: that is the conclusion."""
    conclusion, _, rest = said.partition(". ")
    return f"<b>{escape(conclusion)}.</b> {escape(rest)}"


def _claims(found: Matrix) -> list[list[str]]:
    return [
        [claim.panel, claim.says, *(v.status for v in found.verdicts(claim).values())]
        for claim in CLAIMS
    ]


def _board(board: Scoreboard) -> Iterator[str]:
    """Yield the figures of a reading, each with its claims and numbers."""
    yield f"<h2>Figures, reading “{READINGS[board.reading].label}”</h2>"
    yield f"<p>{claims_line(board.counts)}</p>"
    for key, each in board.panels.items():
        yield f"<h3>{key} · {escape(each.panel.title)}</h3>"
        yield _figure(panel_picture(numbers.lines(each), look=LOOK))
        yield f"<p>The paper says: {escape(THE_PAPER[key])}</p>"
        caption = f"{each.panel.caption} {words.computed(each)}"
        yield f"<p><small>{escape(caption)}</small></p>"
        family = each.result.spec.family
        yield _list(
            f"<b>{verdict.status}</b>: {escape(verdict.claim.says)} "
            f"<small>{escape('; '.join(in_words(verdict.findings, family)))}. "
            f"{_alone(board, verdict)}"
            f"{escape(f'{verdict.reason} {verdict.note}'.strip())}</small>"
            for verdict in board.of_panel(key)
        )
        yield _list(
            f"no claim: {escape(remark.says)} <small>{escape(remark.reason)}</small>"
            for remark in board.remarks_on(key)
        )


def _alone(board: Scoreboard, verdict: Verdict) -> str:
    """Return the status of a claim on the first data set alone, if that is another."""
    status = board.unlike_the_first(verdict)
    return f"On the first data set alone: {status}. " if status else ""


def _figure(picture: Picture, script: bool = False) -> str:
    text: str = picture.figure.to_html(full_html=False, include_plotlyjs=script)
    return f'<div role="img" aria-label="{escape(picture.alt)}">{text}</div>'


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


def markdown(text: str) -> str:
    r"""Return the little Markdown of the page's texts as HTML: lists, bold, italics, code.

    >>> markdown("**So** it is.\n\n- one\n- two\n  lines")
    '<p><b>So</b> it is.</p><ul><li>one</li><li>two lines</li></ul>'
    """
    found = ""
    for block in re.split(r"\n\n|\n(?=- )", text.strip()):
        line = _inline(" ".join(block.split()))
        found += f"<ul><li>{line[2:]}</li></ul>" if line.startswith("- ") else f"<p>{line}</p>"
    return found.replace("</ul><ul>", "")


def _inline(text: str) -> str:
    text = escape(text, quote=False).replace("\\*", "∗")
    for mark, tag in ((r"\*\*", "b"), (r"\*", "i"), ("`", "code")):
        text = re.sub(f"{mark}(.+?){mark}", rf"<{tag}>\1</{tag}>", text)
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the report into the file that is named on the command line."""
    parser = ArgumentParser(prog="python -m pages.ui.paper.report", description=__doc__)
    parser.add_argument("file", nargs="?", default="aelr-paper-report.html", help="file to write")
    out = Path(parser.parse_args(arguments).file)
    out.write_text(as_html(numbers.stored()), encoding="utf-8")
    sys.stdout.write(f"{out}: {out.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
