"""Pages on which agents come into the registry, change, are tried out and go."""
