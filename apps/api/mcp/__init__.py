"""The hub as an MCP server: its goals, rooms and agents as tools and resources of a program that has a model."""
