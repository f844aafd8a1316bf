"""A model fills in a form for an agent of the hub, over the same way, and as guarded, as it speaks for a team."""

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.agents.domain.choice_forms import ChoiceForm, FilledForm
from apps.chat.domain.briefing import VoiceError
from apps.chat.voices.llm.prompt import Prompt
from apps.chat.voices.llm.voice import ask_model


class ModelFormFiller:
    """See FormFiller."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    async def fill(self, form: ChoiceForm) -> FilledForm:
        """Ask the model; an answer that did not come is one plain sentence, and its cost."""
        try:
            values, usage = await ask_model(self._settings, Prompt(form.rules, form.data, form.schema, ()))
        except VoiceError as error:
            return FilledForm(usage=error.usage, unfilled=str(error))
        return FilledForm(values, usage)
