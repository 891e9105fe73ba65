"""The cards, a module per family."""
