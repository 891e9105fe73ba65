"""Drawing and help for the terminal."""
