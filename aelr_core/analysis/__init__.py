"""Numbers for readers: what is known before a run, and a run looked at from near. NumPy only."""
