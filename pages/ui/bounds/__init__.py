"""The numbers of the page of bounds: every row of the paper's theorems, along any axis."""
