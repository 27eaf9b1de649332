"""Tests of the chart component; its app runs when imported, so it is not collected."""

collect_ignore = ["chart_app.py"]
