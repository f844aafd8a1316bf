"""What an agent is and what is exchanged with one: pure types, no Django, no I/O."""
