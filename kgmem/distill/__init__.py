"""From a session to claims: what is checked before anything is stored."""
