"""The numbers, controls and words of the page `what_if`."""
