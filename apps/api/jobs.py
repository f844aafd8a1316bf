"""What the doors do in workers."""

from celery import shared_task

from apps.api.a2a.pushing import push_news


@shared_task(name="webhooks.push_tasks")
def push_tasks() -> None:
    """Have clients of A2A told of the tasks that they asked to be told of."""
    push_news()
