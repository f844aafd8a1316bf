"""Who can be asked: registry, discovery, connectors, presence, track record."""
