"""Pages of who one is: signing in, invitations, settings."""
