"""What has no subject of its own: apps of several floors stand on it."""
