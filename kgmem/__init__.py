"""Memory for agents that knows why it believes what it believes."""
