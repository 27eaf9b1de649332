"""What the first run of the study said is kept, and compared with the second."""

from __future__ import annotations

from dataclasses import replace

from aelr_core.study import LOSS, PANELS, PLAIN, TIE, WIN, first_run
from aelr_core.study.panels import FIRST_SEED
from aelr_core.study.statistics import PairedTest


def test_it_has_every_comparison_of_the_plain_forms() -> None:
    before = first_run()
    assert before.first_seed == 16_000_000 < FIRST_SEED
    counted = [panel for panel in PANELS.values() if not panel.of]
    places = {
        (panel.key, letter, size) for panel in counted for letter in PLAIN for size in panel.sizes
    }
    assert {*before.verdicts} == places
    assert {*before.verdicts.values()} == {WIN, TIE, LOSS}
    assert before.counts("a") == (56, 35, 3)
    assert before.counts("d", "lasso") == (12, 27, 8)


def test_verdicts_are_compared() -> None:
    before = first_run()
    panel, letter, size = next(place for place, said in before.verdicts.items() if said == LOSS)
    loss = PairedTest(panel, letter, "x", "y", size, 2.0, 1.0, 1.0, 0.5, 1.5, 16, 0, 0.0, 0.0)
    win, tie = replace(loss, difference=-1.0), replace(loss, p_holm=0.5)
    assert before.agrees((loss,)) == (1, 1, 0)
    assert before.agrees((win, tie, loss)) == (3, 1, 1)
    assert before.agrees((replace(loss, letter="A"),)) == (0, 0, 0)
