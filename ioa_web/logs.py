"""What is logged, and as which line."""

from typing import Any


def log_settings(level: str) -> dict[str, Any]:
    """Everything to the console from `level` on, with less of what libraries say."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne": {"level": "WARNING"},
            "daphne.server": {"level": "ERROR"},  # it warns of each who left before the answer, as who waits here does
            "django.request": {"level": "ERROR"},
            "httpx": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
        },
    }
