"""The append-only event log and its live fan-out. Knows no other app."""
