"""Agents that play a script, for tests and benchmarks: a plug-in like a third party's, which no installation has.

It is there only where this folder is on the Python path; `ioa_doubles-1.0.dist-info` announces it.
"""

from apps.agents.domain.connectors import Descriptor, Resume

DESCRIPTOR = Descriptor(
    kind="scripted",
    name="scripted",
    settings="ioa_doubles.scripted:ScriptedConfig",
    connector="ioa_doubles.scripted:ScriptedConnector",
    choosable=False,
    streaming=True,
    cancel=True,
    files=True,
    resume=Resume.BY_HANDLE,
)
