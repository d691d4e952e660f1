"""Linking across sessions: which claims may have to do with each other, in what way, and what sessions are about."""
