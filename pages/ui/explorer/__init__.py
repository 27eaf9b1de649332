"""What the explorer is made of: numbers of curves, pictures put together, words, files, pins."""
