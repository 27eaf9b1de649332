"""What the pages share: the shell, the settings, runs, figures, texts, and a room per page."""
