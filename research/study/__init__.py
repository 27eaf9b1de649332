"""Our study of JAERR, JAELR and their adaptive forms: fresh data, the paper's steps finely tuned.

`design` was frozen before anything was computed; `conduct` computes it into a folder, part by part
(`compute`, `outcome`); `statistics` compares, `report` prints the tables, and `freeze` writes what
the app shows.
"""
