"""The story: a clinic that may run five of a hundred tests on each volunteer, scene by scene."""
