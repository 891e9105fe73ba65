"""Live tables: choices, views, log, broadcasting."""
