"""Agents that dial in: the frames of the protocol, what a request says, the states of a call. Pure.

client/PROTOCOL.md describes the protocol.
"""
