"""A voice without a model: general English, skills and media types instead of understanding."""

from apps.chat.voices.rules.voice import RuleVoice

__all__ = ["RuleVoice"]
