"""The speed of JAERR and JAELR against a compiled loop of the same work."""
