"""Attribute-efficient linear regression: the reference core."""
