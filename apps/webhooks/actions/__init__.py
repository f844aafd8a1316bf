"""Naming receivers, collecting what they are sent, and sending it."""
