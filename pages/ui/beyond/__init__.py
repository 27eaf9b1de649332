"""The page `beyond`: its numbers, controls and words."""
