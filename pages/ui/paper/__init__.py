"""The page of the paper: the stored results, the buttons that run a panel live, the words."""
