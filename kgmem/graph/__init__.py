"""The store: connection, query catalogue, node classes."""
