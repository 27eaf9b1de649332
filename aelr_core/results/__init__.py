"""The frozen results that the app shows: read here, computed by `research`."""
