"""The paper's algorithms as written there: one example at a time, line by line.

Every file has the same order: `State` (what the next step needs), `init`, `step` (which returns
the new state and a `Step` with everything drawn and estimated), `run`; `walk` takes the steps, one
example after the other. The comments give the line in the paper's algorithm box. `engine` does the
same for thousands of runs in lock-step, and is tested against this.
"""
