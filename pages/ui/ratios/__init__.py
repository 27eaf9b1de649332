"""The numbers and words of the page `ratios`."""
