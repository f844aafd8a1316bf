"""The hub as a publisher and a registry of Agentic Resource Discovery (ARD, v0.91)."""
