"""Agents that come along: real work inside our worker. A model may choose what is done, the hub does it."""
