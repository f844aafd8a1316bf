"""It keeps to what the hub expects of every connector."""

from ioa_errand import DESCRIPTOR

from apps.agents.connectors.conformance import shortcomings


async def test_it_keeps_to_what_the_hub_expects(start):
    assert await shortcomings(DESCRIPTOR, start) == []
