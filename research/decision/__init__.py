"""How often the verdict of `ac.decide` is right. `results.txt` holds what was found."""
