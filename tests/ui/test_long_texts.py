"""What is pasted into a form arrives whole, or is refused: a browser cuts no field for a long text."""

import importlib
import inspect
import pkgutil

from django import forms

import apps.web.forms as own


def form_classes():
    """Every form of the pages."""
    for module in pkgutil.walk_packages(own.__path__, f"{own.__name__}."):
        for _, one in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(one, forms.Form) and one.__module__ == module.name:
                yield one


def test_no_field_of_several_lines_cuts_what_is_pasted_into_it():
    areas = {
        f"{form.__name__}.{name}": field.widget.attrs
        for form in form_classes()
        for name, field in form.base_fields.items()
        if isinstance(field.widget, forms.Textarea)
    }
    assert "ToldForm.skills" in areas
    assert [name for name, attrs in areas.items() if "maxlength" in attrs] == []
    assert areas["ToldForm.skills"]["data-most"] == "150000"


def test_a_template_whose_text_is_too_long_comes_back_whole_with_why(signed_in):
    text = "Find it. " * 2_300 + "The end."
    answer = signed_in.post("/gallery/new/", {"name": "Long", "text": text, "about": ""})
    assert answer.status_code == 422
    assert "The end.</textarea>" in answer.content.decode()
    assert "at most 20000 characters" in answer.content.decode()
