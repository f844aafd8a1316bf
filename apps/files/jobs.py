"""The job that tidies up contents."""

from celery import shared_task

from apps.files.actions.garbage_collection import recount_all, sweep


@shared_task(name="files.sweep")
def sweep_files() -> None:
    """Free contents that nothing refers to."""
    sweep()


@shared_task(name="files.recount")
def recount_files() -> None:
    """Put counts right that rows made wrong which went with others."""
    recount_all()
