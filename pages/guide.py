"""The guide: the problem in plain words, the pictures, the symbols, the paper."""

from pathlib import Path

import streamlit as st

from pages.ui import controls
from pages.ui.shell import go, require_shell
from pages.ui.state import Settings

require_shell()

TEXTS = Path("assets/guide")
CHAPTERS = {
    "problem": "The problem",
    "pictures": "How to read the pictures",
    "glossary": "Symbols",
    "misprints": "Where the paper has misprints",
    "references": "References, and how to cite",
}
# Settings of the explorer that show one thing each.
TRY = {
    "All attributes alike: nothing to gain": Settings(alpha=0.0),
    "The paper's steepest decay": Settings(alpha=-2.0),
    "The same for lasso": Settings(alpha=-2.0, family="lasso"),
}

with st.container(width=860):
    st.subheader("Few attributes, well chosen", anchor=False)
    st.markdown(" · ".join(f"[{title}](#{name})" for name, title in CHAPTERS.items()))
    for name, title in CHAPTERS.items():
        st.subheader(title, anchor=name, divider="gray")
        st.markdown((TEXTS / f"{name}.md").read_text(encoding="utf-8"))
        if name == "problem":
            st.markdown("Try it:")
            with st.container(horizontal=True):
                for label, settings in TRY.items():
                    if st.button(label, on_click=controls.choose, args=(settings,)):
                        go("pages/explorer.py")
