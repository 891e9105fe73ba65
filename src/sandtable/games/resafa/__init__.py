"""Resafa: merchants, workshops, gardens and water in the desert, for 1 to 4 players."""
