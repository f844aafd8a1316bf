"""What a notice is, when it is told, and in which words. Pure."""
