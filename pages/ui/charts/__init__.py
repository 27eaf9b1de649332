"""Charts that are updated in place: the component, and what it does in the browser."""
