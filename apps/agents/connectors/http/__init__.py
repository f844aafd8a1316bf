"""Agents at one plain address, in the form of IoA's tool agents."""

from apps.agents.domain.connectors import Descriptor

DESCRIPTOR = Descriptor(
    kind="http",
    name="HTTP",
    help="One address that takes a task as JSON and answers with a text.",
    settings=f"{__name__}.connector:HTTPConfig",
    connector=f"{__name__}.connector:HTTPConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=20,
    cancel=True,
)
