"""Pictures: pure functions from numbers to a Plotly figure and its alternative text."""
