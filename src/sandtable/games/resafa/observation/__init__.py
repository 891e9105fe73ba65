"""Observations as tensors: layout and encoder."""
