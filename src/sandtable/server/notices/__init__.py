"""Notices: who gets which notice, when, and by which channel."""
