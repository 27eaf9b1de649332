"""The paper's figures reproduced: its panels as experiments, its numbers and claims as data.

`compute` runs panels into a folder, under one reading of the protocol or several; `matrix` reads it
and decides every claim under every reading; `freeze` writes what the page about the paper shows.
``python -m research.paper --help`` is the command.
"""
