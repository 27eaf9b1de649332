"""JAERR and JAELR in lock-step: one joint sample per example (ours, not the paper's)."""
