"""What a second look gains: its rule (`rule.md`), and what was measured (`results/`)."""
