"""The job that stands for others."""

import logging

from celery import current_app, shared_task

from apps.journal.bells import ALL

log = logging.getLogger(__name__)


@shared_task(name=ALL)
def answer_all(bells: list[list[str]]) -> None:
    """Do what each of these bells calls for; what fails is left to the sweeper, and the others are done."""
    for bell, *about in bells:
        try:
            current_app.tasks[bell](*about)
        except Exception:
            log.exception("%s %s could not be done", bell, about)
