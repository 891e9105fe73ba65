"""Tables: created, found, joined, derived from other games."""
