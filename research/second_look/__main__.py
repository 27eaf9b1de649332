"""Measure what a second look gains; `rule.md` says how its rule was found.

`python -m research.second_look develop|confirm|mnist|few` measures, says each panel as soon as it
is known, and writes `results/NAME.json` and `results/NAME.txt`; `report` writes the texts again.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from research.second_look.measure import BUDGETS, Panel, few, measure, report
from research.second_look.tables import CONFIRMATION, DEVELOPMENT, FEW_TESTS, MNIST, Source

RESULTS = Path(__file__).parent / "results"
SETS: dict[str, tuple[Sequence[Source], Sequence[int]]] = {
    "develop": (DEVELOPMENT, BUDGETS),
    "confirm": (CONFIRMATION, BUDGETS),
    "mnist": (MNIST, (5,)),
}


def compare(name: str, say: Callable[[str], None], folder: Path = RESULTS) -> None:
    """Measure the panels of a set that are not kept yet, and keep them."""
    sources, budgets = SETS[name]
    file = folder / f"{name}.json"
    before = {(one.data, one.n, one.K): one for one in kept(file)} if file.exists() else {}
    panels: list[Panel] = []
    for source in sources:
        for n in source.sizes:
            for K in budgets:
                panels.append(before.get((source.name, n, K)) or measure(source, K, n))
                say(report(panels[-1:]).splitlines()[-1])
                text = json.dumps([asdict(panel) for panel in panels], indent=0)
                file.write_text(f"{text}\n", encoding="utf-8")
    write(name, folder)


def kept(file: Path) -> list[Panel]:
    """Return the panels of a file."""
    return [Panel(**one) for one in json.loads(file.read_text(encoding="utf-8"))]


def write(name: str, folder: Path = RESULTS) -> None:
    """Write the report of what is kept."""
    text = report(kept(folder / f"{name}.json"))
    command = f"python -m research.second_look {name}"
    (folder / f"{name}.txt").write_text(f"{command}\n\n{text}\n", encoding="utf-8")


def predict_from_few(say: Callable[[str], None], folder: Path = RESULTS) -> None:
    """Measure predictions from few tests."""
    lines = ["python -m research.second_look few", "", "tests: expected / measured error"]
    for source in FEW_TESTS:
        lines.append(few(source, 5, source.sizes[-1]))
        say(lines[-1])
    (folder / "few.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Measure what is asked for, or write the reports again."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*SETS, "few", "report"])
    what = parser.parse_args().what
    if what == "few":
        predict_from_few(say)
    elif what == "report":
        for file in RESULTS.glob("*.json"):
            write(file.stem)
    else:
        compare(what, say)


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
