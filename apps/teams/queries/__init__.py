"""Reads of goals, teams and their work."""
