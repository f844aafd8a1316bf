"""Fields for long texts, which are pasted more often than typed."""

from typing import Any

from django import forms


class LongTextField(forms.CharField):
    """A text whose end is never cut without a word: a browser cuts what is longer than a `maxlength` as it is pasted.

    `data-most` is what `lengths.js` says it by.
    """

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """The length as `data-most`."""
        attrs = super().widget_attrs(widget)
        if "maxlength" in attrs:
            attrs["data-most"] = attrs.pop("maxlength")
        return attrs
