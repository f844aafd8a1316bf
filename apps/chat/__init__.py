"""What they say: conversations, messages, the turn engine, voices, the live room."""
