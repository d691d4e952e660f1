"""Ingests that are interrupted, servers that go away, and writers that share a store: real processes, really killed."""
