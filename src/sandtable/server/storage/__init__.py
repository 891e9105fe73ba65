"""The database, and reading and writing what is stored."""
