"""What the pages are made of: the shell, the settings, the numbers shown and the figures."""
