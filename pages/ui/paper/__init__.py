"""The page `paper`: the stored results, the buttons that run a panel live, the words."""
