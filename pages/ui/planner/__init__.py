"""The planner: what budget to buy for a wanted excess risk, by the bounds."""
