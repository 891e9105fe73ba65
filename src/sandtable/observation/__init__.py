"""What learning programs see of a game: named fields of numbers, for environments and bots."""
