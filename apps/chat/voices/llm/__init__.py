"""The voice of an OpenAI-compatible model."""

from apps.chat.voices.llm.voice import LLMVoice

__all__ = ["LLMVoice"]
