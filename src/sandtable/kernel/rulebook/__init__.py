"""The rules of a title for people to read: one source for client, documentation and terminal."""
