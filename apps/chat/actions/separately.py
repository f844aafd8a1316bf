"""Many goals in one look, none of which may keep the others waiting."""

import logging
from collections.abc import Callable

from django.db import OperationalError

log = logging.getLogger(__name__)


def separately(work: Callable[[], None], what: object) -> None:
    """Do this; leave what somebody holds locked, or what can't be done at all, to the next look."""
    try:
        work()
    except OperationalError:
        log.warning("%s is held by another process; the next look tries again", what)
    except Exception:
        log.exception("%s could not be looked after; the next look tries again", what)
