"""Bots at the tables, and the processes they think in."""
