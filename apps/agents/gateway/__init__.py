"""The only way to reach an agent. Calls are never made inside a transaction."""
