"""The engine: the paper's algorithms for thousands of runs that advance in lock-step."""
