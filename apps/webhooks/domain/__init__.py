"""What is sent, and when it is tried again. Pure."""
