"""What the page of the paper is made of: the stored results, and what is said about them."""
