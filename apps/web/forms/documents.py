"""The form by which a document comes into the library."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class DocumentForm(forms.Form):
    """A file with text in it."""

    file = forms.FileField(label=_("File"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = gettext(
            "Text, Markdown, a table, JSON, or a PDF document with text in it, of at most {most} MB"
        ).format(most=settings.IOA_FILE_LIMIT // 2**20)
