"""What the REST API takes and gives."""
