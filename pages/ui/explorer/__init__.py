"""The explorer: its numbers, controls, pictures, sentences, files and pins."""
