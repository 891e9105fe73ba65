"""Requests, responses and live messages, as typed models."""
