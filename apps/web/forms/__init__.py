"""What people fill in."""
