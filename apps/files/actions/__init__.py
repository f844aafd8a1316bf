"""Keeping contents, counting them and letting them go."""
