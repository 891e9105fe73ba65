"""The part that knows no game: decisions, matches, records, seeded randomness, editions."""
