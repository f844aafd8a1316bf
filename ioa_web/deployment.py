"""What `check` says beside what Django does: plug-ins of no use, bells without a job, settings for tests alone."""

import os
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as Warned

from apps.agents.queries.connectors import broken_plugins, known_kinds
from apps.journal.bells import bells_of_all

DOUBLE = "scripted"
WHAT_TO_DO = "It is for tests alone, and lets whoever can reach it do what no installation allows. Take it away."


@register()
def connectors_are_of_use(**_: Any) -> list[CheckMessage]:
    """A warning for each connector of others that can't be used; agents that it reached are offline."""
    return [Warned(why, id="ioa_web.W002") for why in broken_plugins().values()]


@register(deploy=True)
def bells_are_answered(**_: Any) -> list[CheckMessage]:
    """One error for each bell that no job answers to: what it is rung for would wait for ever."""
    current_app.loader.import_default_modules()
    deaf = [bell for bell in bells_of_all() if bell not in current_app.tasks]
    what, hint = "No job answers to the bell {}.", "Name a job of `jobs` so, or take the bell out of its app's `bells`."
    return [Error(what.format(bell), hint=hint, id="ioa_web.E002") for bell in deaf]


@register(Tags.security, deploy=True)
def nothing_for_tests(**_: Any) -> list[Error]:
    """One error for each thing that only tests may have."""
    found = {
        "IOA_SCRIPT names what the voices say.": settings.IOA_SCRIPT,
        "IOA_CALLS has agents called in the job's own thread.": settings.IOA_CALLS == "inline",
        "IOA_JOBS has jobs run in the caller's thread.": settings.CELERY_TASK_ALWAYS_EAGER,
        "IOA_FAULT_POINT kills processes.": os.environ.get("IOA_FAULT_POINT"),
        "PYTHONPATH brings in agents that play a script.": DOUBLE in known_kinds(),
    }
    return [Error(name, hint=WHAT_TO_DO, id="ioa_web.E001") for name, is_set in found.items() if is_set]


@register(Tags.security, deploy=True)
def proxies_are_named(**_: Any) -> list[CheckMessage]:
    """A warning where something in front ends TLS, and nobody said what: all people would have its address."""
    if not settings.HTTPS or settings.IOA_TRUSTED_PROXIES.networks:
        return []
    what = "IOA_PUBLIC_URL is https, so a proxy stands in front, but IOA_TRUSTED_PROXIES names none."
    hint = "Name its address, such as 127.0.0.1: else all people share one, and one of them can hold the others up."
    return [Warned(what, hint=hint, id="ioa_web.W001")]
