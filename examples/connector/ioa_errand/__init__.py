"""Agents that run errands: a connector of somebody else's, as an example."""

from apps.agents.domain.connectors import Descriptor

DESCRIPTOR = Descriptor(
    kind="errand",
    name="Errand",
    help="An agent that runs errands and tells of each on a line.",
    settings="ioa_errand.settings:ErrandSettings",
    connector="ioa_errand.connector:ErrandConnector",
    recogniser="ioa_errand.recogniser:recognise",
    streaming=True,
    cancel=True,  # it sees that the connection is closed
)
