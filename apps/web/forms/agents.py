"""What people type about agents. Forms parse; actions decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.agents.domain.listings import MOST_BYTES
from apps.agents.domain.profile import Skill, ToldBy
from apps.agents.domain.reach import ASKERS, READS, READS_WORDS, TRUST, trust_hint
from apps.agents.domain.registration import LONGEST_CALL, LONGEST_TEST, MOST_CALLS
from apps.agents.domain.skill_lines import as_lines, from_lines
from apps.core.languages import say
from apps.web.forms.connections import PatienceForm
from apps.web.forms.long_texts import LongTextField

READS_FIELD = "reads_"
TWICE = "twice_"
TWICE_VALUES: dict[str, bool | None] = {"": None, "yes": True, "no": False}
TWICE_CHOICES = [("", _("As its connection is")), ("yes", _("Does no harm")), ("no", _("Only when a person says so"))]


class SourceForm(PatienceForm):
    """Where an agent is: its address, or its card."""

    source = LongTextField(
        label=_("Address or card"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": _("https://agent.example"), "spellcheck": "false"}),
        help_text=_("A URL, or an A2A agent card pasted as JSON"),
    )
    key = LongTextField(
        label=_("Key or token"),
        required=False,
        max_length=4000,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Only if it asks for one; kept encrypted and never shown again"),
    )

    headers = LongTextField(
        label=_("Or headers"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Lines like X-Key: …, where a token is not enough"),
    )

    def credentials(self) -> dict[str, str]:
        """The credentials, by the names that detection knows."""
        return {"token": self.cleaned_data["key"], "headers": self.cleaned_data["headers"]}


class ToldForm(forms.Form):
    """What people and searches are told of an agent."""

    name = forms.CharField(label=_("Name"), max_length=120)
    handle = forms.CharField(label=_("Handle"), max_length=60, help_text=_("What it is called by after @"))
    description = LongTextField(
        label=_("What it does"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    skills = LongTextField(
        label=_("Skills"),
        max_length=150_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": _("Translate: turns texts into other languages")}),
        help_text=_("One a line: its name, a colon, what it does. Teams are formed by these words"),
    )

    def __init__(
        self, *args: Any, known: tuple[Skill, ...] = (), suggested: tuple[Skill, ...] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.suggested = known, suggested
        self.fields["skills"].initial = as_lines(known)
        for number, skill in enumerate(known):
            self.fields[f"{TWICE}{number}"] = forms.TypedChoiceField(
                label=skill.name,
                choices=TWICE_CHOICES,
                coerce=TWICE_VALUES.get,
                empty_value=None,
                required=False,
                initial=next(key for key, value in TWICE_VALUES.items() if value is skill.repeatable),
            )

    @property
    def suggested_lines(self) -> list[str]:
        """The skills that one press puts into the field, each as a line of it."""
        return as_lines(self.suggested).splitlines()

    @property
    def repeating(self) -> list[forms.BoundField]:
        """The fields that say of each known skill whether it may be exercised twice."""
        return [self[name] for name in self.fields if name.startswith(TWICE)]

    def clean(self) -> dict[str, Any]:
        """The skills with what was chosen for each; a choice that is left as it was keeps where it came from."""
        data: dict[str, Any] = super().clean() or {}
        chosen = {skill.id: data.pop(f"{TWICE}{number}", None) for number, skill in enumerate(self.known)}
        if "skills" in data:
            data["skills"] = tuple(_with(skill, chosen.get(skill.id, skill.repeatable)) for skill in data["skills"])
        return data

    def clean_handle(self) -> str:
        """Without the @ that people like to write."""
        return str(self.cleaned_data["handle"]).removeprefix("@")

    def clean_skills(self) -> tuple[Skill, ...]:
        """The skills; known and suggested ones keep their ids, tags and examples."""
        try:
            return from_lines(self.cleaned_data["skills"], (*self.known, *self.suggested))
        except ValueError as error:
            raise forms.ValidationError(say(error)) from None


def _with(skill: Skill, repeatable: bool | None) -> Skill:
    if repeatable is skill.repeatable:
        return skill
    return skill.model_copy(update={"repeatable": repeatable, "repeatable_from": ToldBy.PERSON})


class ProfileForm(ToldForm):
    """A registered agent: what is told of it and what it may take on. Its handle stays."""

    concurrency = forms.IntegerField(label=_("Calls at one time"), min_value=1, max_value=MOST_CALLS)
    calls_per_minute = forms.IntegerField(
        label=_("Calls a minute"), min_value=0, max_value=MOST_CALLS, help_text=_("0: as many as there are")
    )
    timeout_seconds = forms.IntegerField(
        label=_("Seconds for a call"), min_value=1, max_value=LONGEST_CALL, help_text=_("One that takes longer fails")
    )

    test_seconds = forms.IntegerField(
        label=_("Seconds for a test"),
        min_value=1,
        max_value=LONGEST_TEST,
        help_text=_("A test message is not waited for longer"),
    )
    trust = forms.ChoiceField(
        label=_("Trust"), required=False, choices=lambda: [(trust.value, say(words)) for trust, words in TRUST.items()]
    )
    askers = forms.ChoiceField(
        label=_("Which agents may ask it"),
        required=False,
        choices=lambda: [(askers.value, say(words)) for askers, words in ASKERS.items()],
        help_text=_("By themselves. People and their teams always may"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["handle"]
        for place, skill in enumerate(self.known):
            self.fields[f"{READS_FIELD}{place}"] = _reads_field(skill)

    def reads_fields(self) -> list[forms.BoundField]:
        """The fields that say of each skill whether it only reads."""
        return [self[name] for name in self.fields if name.startswith(READS_FIELD)]

    def clean(self) -> dict[str, Any]:
        """With an owner's word in each skill; what the form was sent without stays as it is."""
        data: dict[str, Any] = super().clean() or {}
        said = {skill.id: data.pop(f"{READS_FIELD}{place}", "") for place, skill in enumerate(self.known)}
        sent = {skill.id for place, skill in enumerate(self.known) if f"{READS_FIELD}{place}" in self.data}
        if "skills" in data:
            data["skills"] = tuple(
                skill.model_copy(update={"read_only": READS[said[skill.id]]}) if skill.id in sent else skill
                for skill in data["skills"]
            )
        return data | {name: data.get(name) or None for name in ("trust", "askers")}


def _reads_field(skill: Skill) -> forms.Field:
    known = next(word for word, value in READS.items() if value is skill.read_only)
    return forms.ChoiceField(
        label=skill.name,
        required=False,
        choices=[(name, say(words)) for name, words in READS_WORDS.items()],
        initial=known,
        help_text=say(trust_hint(skill)),
    )


class GrantForm(forms.Form):
    """Who may set an agent to work; empty: any agent."""

    asker = forms.CharField(label=_("Which agent may ask it"), max_length=61, required=False)


class ImportForm(forms.Form):
    """Agents to bring in: a file, or its text."""

    file = forms.FileField(label=_("File"), required=False)
    text = forms.CharField(
        label=_("Or its text"), required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
    )

    def clean(self) -> dict[str, Any]:
        """The text, read from the file where there is one."""
        data: dict[str, Any] = super().clean() or {}
        file = data.get("file")
        if file is not None:
            if file.size > MOST_BYTES:
                raise forms.ValidationError(
                    gettext("The file is larger than {number} MB.").format(number=MOST_BYTES // 1_000_000)
                )
            data["text"] = file.read().decode(errors="replace")
        return data
