"""The numbers and words of the page `sampling`."""
