"""Real workers render what is said, whoever said it."""

import pytest

from apps.chat.models import Message
from apps.core import prose

pytestmark = pytest.mark.processes


def test_workers_render_what_they_say_and_what_they_are_asked_to(field):
    field.workers.start()
    field.launch("Do the **work**")
    field.until_all_ended()
    field.until(lambda: not Message.objects.exclude(html_version=prose.VERSION).exists())
    field.launch("Do the **work**")
    field.until_all_ended()
    field.until(lambda: not Message.objects.exclude(html_version=prose.VERSION).exists())
    said = Message.objects.exclude(kind="notice").exclude(text="")
    assert not said.filter(html="").exists()
    assert said.filter(kind="goal", html__contains="<strong>work</strong>").count() == 2
    assert said.filter(member__isnull=False, html_at=None).exists()
