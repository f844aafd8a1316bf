"""A third language is found by the same machinery: a catalogue and a name are all that it takes."""

import io
from datetime import UTC, datetime

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.utils import translation
from django.utils.translation import trans_real

from apps.core.languages import day, figures, in_sentence, say
from apps.core.sentences import plural_sentence, sentence

NOON = datetime(2026, 11, 9, 12, tzinfo=UTC)


@pytest.fixture
def french(tmp_path, settings):
    """A French catalogue with a few words, in a folder of the settings, as `make messages` would leave it."""
    catalog = Catalog(locale="fr", domain="django")
    catalog.add("Stopped by {name}.", "Arrêté par {name}.")
    catalog.add(("{count} file", "{count} files"), ("{count} fichier", "{count} fichiers"))
    catalog.add("1,234.5", "1 234,5", context="how a number is written")
    catalog.add("j M Y", "j F Y", context="day")
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(compiled.getvalue())
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "Français")]
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]
    trans_real._translations.pop("fr", None)
    yield
    trans_real._translations.pop("fr", None)


def test_words_plurals_numbers_and_days_are_those_of_its_catalogue(french):
    with translation.override("fr"):
        assert say(sentence("Stopped by {name}.", name="Olga")) == "Arrêté par Olga."
        assert say(plural_sentence("{count} file", "{count} files", 3)) == "3 fichiers"
        assert figures("1,234.50") == "1 234,50"
        assert day(NOON) == "9 novembre 2026"
        assert in_sentence("Ready to begin") == "ready to begin"
        assert say("Paused.") == "Paused."  # what nobody has translated as yet is English
