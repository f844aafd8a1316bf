"""The REST API's door: who is asking; and people, tokens and settings."""
