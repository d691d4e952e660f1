"""Neo4j Browser, ready for people who look into the store: its style, a guide and the saved queries."""
