"""The numbers, controls and words of the page `ratios`."""
