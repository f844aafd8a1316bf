"""Languages in templates: what the engine says, and the texts of scripts."""

import gettext as gettext_module
from functools import cache

from django import template
from django.conf import settings
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from apps.accounts.domain.devices import device_in_words
from apps.accounts.domain.languages import ENGLISH, LANGUAGES
from apps.core import languages

register = template.Library()
register.filter("said", languages.say)
register.filter("each_said", lambda texts: [languages.say(text) for text in texts])
register.filter("in_sentence", languages.in_sentence)
register.filter("retold", languages.retell)
register.filter("in_words", lambda name: languages.say(device_in_words(name)))


@register.simple_tag
def page_language() -> str:
    """The language of what is being rendered."""
    return get_language() or ENGLISH


@register.simple_tag
def languages_to_choose() -> list[tuple[str, str]]:
    """Each with the name it has for itself."""
    return list(LANGUAGES.items())


@register.simple_tag
def script_words() -> SafeString:
    """What scripts say, as data that `words.js` reads; nothing in English, in which the scripts are written."""
    if page_language() == ENGLISH:
        return SafeString("")
    return json_script(_catalogue(page_language()), "words")


@cache
def _catalogue(language: str) -> dict[str, str | list[str]]:
    """Text -> what is said for it; of what is counted, one form after the other."""
    found = gettext_module.translation("djangojs", settings.LOCALE_PATHS[0], [language], fallback=True)
    entries: dict[str | tuple[str, int], str] = getattr(found, "_catalog", {})
    words: dict[str, str | list[str]] = {}
    for key, text in sorted(entries.items(), key=str):
        if isinstance(key, tuple):
            forms = words.setdefault(key[0], [])
            assert isinstance(forms, list)  # noqa: S101  an entry is counted or it is not
            forms.append(text)
        elif key:
            words[key] = text
    return words
