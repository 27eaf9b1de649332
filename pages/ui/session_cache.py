"""Caches of one visitor, for what comes from their own table: gone with it, or with the session."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from pages.ui.cache import Recent

P = ParamSpec("P")
T = TypeVar("T")
_CACHES = "_session_caches"
# Pictures, say, of one visitor's table.
MOST_OWN = 24


def in_session(name: str, most: int) -> Recent[Any]:
    """Return this session's cache of the name, which holds at most so many values."""
    found: Recent[Any] = st.session_state.setdefault(_CACHES, {}).setdefault(name, Recent(most))
    return found


def where(for_all: Recent[T], name: str, *, own: bool) -> Recent[T]:
    """Return where to keep a value: for all visitors, or here if it is of the visitor's table."""
    return in_session(name, MOST_OWN) if own else for_all


def once(most: int, spinner: str = "") -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function whose values are made once per session for equal arguments.

    Unlike those of `st.cache_data` and `st.cache_resource`, they go when the visitor's table is
    forgotten. A spinner is shown with these words while a value is made.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        name = f"{make.__module__}.{make.__qualname__}"

        @wraps(make)
        def found(*args: P.args, **named: P.kwargs) -> T:
            def made() -> T:
                with st.spinner(spinner) if spinner else nullcontext():
                    return make(*args, **named)

            value: T = in_session(name, most).get((args, *sorted(named.items())), made)
            return value

        return found

    return decorate


def forget() -> None:
    """Empty all caches of this session."""
    st.session_state.pop(_CACHES, None)
