"""IoA's own request: launching a goal."""
