"""Editions and records that people send: checked in a process of their own, within a time limit."""
