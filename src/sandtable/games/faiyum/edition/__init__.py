"""The components as data, read and checked."""
