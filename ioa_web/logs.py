"""What is logged, and as which line."""

import logging
from typing import Any


class UnservedHosts(logging.Filter):
    """Makes one line of a request for a host name that is not served: anybody may send as many as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        """See Filter: the line stays, with the setting that has the names."""
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg = record.getMessage()[:MOST_LINE].replace(" ALLOWED_HOSTS", " IOA_ALLOWED_HOSTS")
        record.args, record.exc_info = (), None
        return True


MOST_LINE = 400


def log_settings(level: str) -> dict[str, Any]:
    """Everything to the console from `level` on, with less of what libraries say."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
        "filters": {"unserved": {"()": UnservedHosts}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne": {"level": "WARNING"},
            "daphne.server": {"level": "ERROR"},  # it warns of each who left before the answer, as who waits here does
            "django.security.DisallowedHost": {"filters": ["unserved"]},
            "django.request": {"level": "ERROR"},
            "httpx": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
        },
    }
