"""From a question to sourced evidence and an answer."""
