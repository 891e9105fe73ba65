"""Changes of the stored form, one module each; they run when the server starts."""
