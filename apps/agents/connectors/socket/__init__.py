"""Agents that dial in, from behind NAT or a laptop, with `ioa-connect`."""

from apps.agents.domain.connectors import SOCKET, Descriptor, Resume

DESCRIPTOR = Descriptor(
    kind=SOCKET,
    name="Dials in",
    settings=f"{__name__}.connector:SocketConfig",
    connector=f"{__name__}.connector:SocketConnector",
    choosable=False,
    streaming=True,
    cancel=True,
    files=True,
    resume=Resume.BY_KEY,
)
