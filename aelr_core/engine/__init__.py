"""The paper's algorithms for thousands of runs in lock-step."""
