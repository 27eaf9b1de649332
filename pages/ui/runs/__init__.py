"""Live runs: a board of jobs shared by all visitors, and the processes that compute them.

A page needs `sessions.board()` and what the board's `submit` refuses with. This file
imports nothing: a worker process loads it too, and must not load Streamlit.
"""
