"""Pictures: pure functions from numbers to a Plotly figure and its alternative text."""

# Plotly asks whether what it draws is a table of pandas, as soon as any thread has begun to load
# pandas. Half of it is not enough for an answer: so all of it is there before the first picture.
import pandas  # noqa: F401
