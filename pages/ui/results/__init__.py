"""The page `results`: what is chosen on it, and its words."""
