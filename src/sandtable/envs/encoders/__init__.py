"""Observations straight from states: plain loops that compile, without NumPy."""
