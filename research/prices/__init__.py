"""What it gains to choose units by price: runs at the same money. `results.txt` holds them."""
