"""Rendering a template without a request: fragments are the same for every viewer."""

from functools import cache

from django.template.backends.django import Template
from django.template.loader import get_template
from django.utils.safestring import SafeString


@cache
def _template(name: str) -> Template:
    template = get_template(name)
    assert isinstance(template, Template)  # noqa: S101  there is one backend
    return template


def render(name: str, **context: object) -> SafeString:
    """A template's markup."""
    return SafeString(_template(name).render(context))
