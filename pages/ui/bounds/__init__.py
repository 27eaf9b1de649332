"""The page `bounds`: its numbers, controls and words."""
