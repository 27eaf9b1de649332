"""The settings that a page ignores: its sidebar does not show them.

They are hidden and not left out: a widget that is not drawn forgets its value, and so does the
link.
"""

from __future__ import annotations

from pages.ui.settings.sidebar_rows import ROWS

# Which algorithms are run, how each steps, what it returns.
_OF_RUNS = ("origin", "average", "length", "guarded", "algorithms", "adagrad", "protocol", "points")
_STEPS = ("step", "eta", "multiplier")
_PHASES = ("epsilon", "m1", "warm")
# Of what the data are, for a page or a part of it that has its own.
OF_DATA = ("_preset", "data", "about_data", "alpha", "dim", "species")
# These show what is stored, or have data and controls of their own.
_EVERYTHING = tuple(name for name in ROWS if name != "projector")

IGNORED: dict[str, tuple[str, ...]] = {
    "pages/ratios.py": ("examples", "runs", "p", "norm_bound", *_OF_RUNS, *_STEPS, *_PHASES),
    "pages/sampling.py": ("p", "epsilon", "norm_bound", *_OF_RUNS),
    "pages/microscope.py": ("runs", *_OF_RUNS, *_STEPS, *_PHASES),
    "pages/beyond.py": ("runs", *_OF_RUNS, *_STEPS, *_PHASES),
    "pages/paper.py": _EVERYTHING,
    "pages/your_data.py": OF_DATA,  # it is about the visitor's table
    "pages/guide.py": _EVERYTHING,
}


def everything(page: str) -> bool:
    """Return whether a page, given as its file, ignores all but the size of type."""
    return IGNORED.get(page) == _EVERYTHING


def style(page: str) -> str:
    """Return the style that hides what a page, given as its file, ignores."""
    names = IGNORED.get(page, ())
    if everything(page):
        names = "experiment", "reset"
    return hiding(names)


def hiding(names: tuple[str, ...]) -> str:
    """Return the style that hides some settings."""
    hidden = ", ".join(f".st-key-{name}" for name in names)
    # with the column that it has to itself, or there would be a hole beside its neighbour
    column = f"[data-testid=stColumn]:has({hidden})"
    return f"[data-testid=stSidebar] :is({hidden}, {column}) {{ display: none; }}" if hidden else ""
