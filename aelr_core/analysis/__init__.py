"""Numbers for the pages: what is known before a run, and a single step in detail. NumPy only."""
