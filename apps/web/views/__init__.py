"""Pages: they read through queries, write through actions, and render."""
