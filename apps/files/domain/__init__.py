"""What a content is, and how much of it there may be. Pure."""
