"""The page `your_data`: a visitor's table, what it promises, and the attributes worth buying."""
