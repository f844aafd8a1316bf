"""Agents that play a script, for tests and benchmarks: a plug-in like a third party's, which no installation has.

It is there only where this folder is on the Python path; `ioa_doubles-1.0.dist-info` announces it.
"""
