"""The effect language, and carrying effects out."""
