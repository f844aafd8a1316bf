"""The templates that come along: goals that the built-in agents do without a model. Pure."""

from dataclasses import dataclass

from apps.chat.domain.goal_templates import TemplateSettings

AS_USUAL = TemplateSettings()
WITH_A_TABLE = TemplateSettings(needs_files=True)


@dataclass(frozen=True)
class BuiltInTemplate:
    """A template under a name of its own in addresses. `agents`: handles of the built-in agents that do it."""

    key: str
    name: str
    about: str
    text: str
    agents: tuple[str, ...]
    settings: TemplateSettings = AS_USUAL


BLANKS = ("what", "first year", "last year", "subject", "question", "readers", "address", "calculation")
"""The names of their blanks, for translators: pages say them in the language of whoever fills them in."""

BUILT_IN_TEMPLATES = (
    BuiltInTemplate(
        "figures-report",
        "Figures from the documents, plotted and reported",
        "Finds figures in the workspace's documents, draws them and writes a short report with growth rates.",
        "Find {what=Microsoft's annual revenue} from {first year=2014} to {last year=2020} in the workspace's "
        "document, plot it, and write a short report with growth rates. Say which series is used.",
        ("document-search", "table-analyst", "chart-maker", "report-writer"),
    ),
    BuiltInTemplate(
        "ask-documents",
        "Ask the documents",
        "Answers a question from the workspace's documents, word for word and with the source.",
        "What do our documents say about {subject=revenue}?",
        ("document-search",),
    ),
    BuiltInTemplate(
        "documents-summary",
        "A summary of what the documents say",
        "Looks a subject up in the workspace's documents and writes it up with its sources.",
        "Write a one-page summary of what our documents say about {subject=revenue}, with sources.",
        ("document-search", "report-writer"),
    ),
    BuiltInTemplate(
        "table-question",
        "Ask a table",
        "Answers a question about an attached table, and names the computation behind each figure.",
        "{question=Which region grew most from 2021 to 2024?}",
        ("table-analyst",),
        WITH_A_TABLE,
    ),
    BuiltInTemplate(
        "table-memo",
        "Growth, a chart and a memo from a table",
        "Works out growth rates of an attached table, draws them and writes a memo.",
        "Which {what=region} grew fastest between {first year=2021} and {last year=2024}? Show the growth rates in a "
        "line chart and write a short memo for {readers=the board}. Round to one decimal.",
        ("table-analyst", "chart-maker", "report-writer"),
        WITH_A_TABLE,
    ),
    BuiltInTemplate(
        "web-page-memo",
        "A web page, summed up",
        "Reads a page by its address and writes a memo of what it says.",
        "Read {address} and summarise it in a memo.",
        ("web-page-reader", "report-writer"),
    ),
    BuiltInTemplate(
        "calculation",
        "A calculation",
        "Works out a calculation that stands in the text, exactly.",
        "What is {calculation=17% of 2,340}?",
        ("calculator",),
    ),
)
