"""Reads of conversations, and what pages show: frozen view data, nothing lazy."""
