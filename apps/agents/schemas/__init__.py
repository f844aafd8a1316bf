"""What the REST API takes and shows of agents."""
