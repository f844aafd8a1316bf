"""Words of general English that tell how something is asked. Nothing here is about any subject, agent or goal."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


INDEFINITE = _words("a an another some")
ARTICLES = _words("a an the")
DEFINITE = _words("the this that these those my our your his her its their")
DETERMINERS = INDEFINITE | DEFINITE | _words("all any both each every either no")
PRONOUNS = _words("i you he she it we they me him us them myself yourself itself ourselves themselves so")
POINTERS = _words("it them this these those result results")
"""They point back at what was asked for before."""

INDIRECT = _words("me us")

QUESTIONS = _words("who whom whose what which when where why how whether")
AUXILIARIES = _words(
    "is are was were am be been being do does did has have had can could may might must shall should will would"
)
SUBORDINATORS = _words("if when because since although though while unless where whereas until once that as")
CONJUNCTIONS = _words("and or but & plus then")
JOINTS = CONJUNCTIONS | {","}
LEADERS = _words(
    "please kindly also then next now finally lastly afterwards afterward thereafter first firstly second secondly "
    "third thirdly so just simply again later too hi hello hey ok okay well and or but & once done"
)

ADDITIVE = _words("with including plus containing featuring alongside")
LOCATIONS = _words("in from within inside across through")
PREPOSITIONS = (
    ADDITIVE
    | LOCATIONS
    | _words(
        "of on about for to into by at as over under per between among against during since until via using regarding "
        "concerning around after before toward towards like than onto upon showing covering based given"
    )
)
EXCLUDING = _words("without except excluding not no never nor neither instead rather")
REFUSING = _words("don't don’t dont never avoid skip omit")

CLOSED = (
    DETERMINERS
    | PRONOUNS
    | QUESTIONS
    | AUXILIARIES
    | SUBORDINATORS
    | CONJUNCTIONS
    | LEADERS
    | PREPOSITIONS
    | EXCLUDING
    | _words(
        "there here more most less least few many much very only even still yet ever often once twice half such own"
    )
    | _words("same other others together down up out off back away today tomorrow yesterday not yes")
)

GREETINGS = _words("thanks thank cheers welcome greetings bye goodbye good nice morning afternoon evening day")

MAKING = _words(
    "make create give prepare produce provide generate build do get need want like show present deliver put add "
    "include have see display send bring hand compose develop"
)
"""Their object decides what is asked for. `send`, `bring`, `hand` only with "me" or "us"."""

CREATING = _words("make create prepare produce generate build compose develop")
ADDING = _words("add include put have")
HANDING = _words("send bring hand")

PRODUCING = _words("write draw draft sketch design compile assemble author outline illustrate")
"""They name a kind of work themselves, and their object is a new thing."""

KNOWING = _words(
    "find calculate compute count retrieve search locate list extract work crunch figure determine establish "
    "identify derive evaluate assess examine investigate study review look analyse analyze understand learn know "
    "discover inspect measure estimate quantify research consider answer take read pull collect gather obtain dig "
    "fetch"
)
"""They ask for knowledge: where no skill names the verb, its object decides."""

SAYING = _words("say tell state mention note explain describe indicate specify name cite quote point clarify comment")

MANNER = _words(
    "keep be use ensure remember limit restrict round start begin end finish assume focus treat ignore exclude leave "
    "prefer stick try let call highlight mark label base return respond reply go stay follow respect cover wait"
)
"""They say how another thing shall be done; alone they ask for nothing."""

ACTING = _words(
    "accept adapt adopt advertise announce apply approve archive arrange assemble assign attend audit author automate "
    "backup bake ban bill block boil book borrow brew buy calculate cancel change chart check choose classify clean "
    "clone close code collate combine compare compile complete compress compute connect convert copy correct "
    "correlate count crawl crunch cut debug decide decode decorate decrypt define delete deploy design "
    "diagnose disable dispatch divide document download draft draw edit email encrypt enrol enter erase erect execute "
    "expand export extend extract file fill filter fix forecast format forward furnish graph group harvest hire "
    "illustrate implement import improve increase inform insert install integrate interview invent invest invite "
    "invoice join knit launch lead lend list locate log lower mail map match maximise maximize meet mend merge "
    "message migrate minimise minimize model modify monitor move mow multiply narrate negotiate notify open operate "
    "optimise optimize order organise organize outline paint pay perform phone photograph pick plan play plot post "
    "predict print process program promote proofread propose prune publish purchase query rank rate rebuild recommend "
    "reconcile record recruit redact reduce refactor refund register reject release remind remove rename render rent "
    "repair replace report request rescue reserve reset resize resolve restart restore restructure retrieve rewrite "
    "ring run sample save scan schedule scrape search select sell set sew share ship shorten sign simulate sing "
    "sketch solve sort sow split start stop store stream submit subscribe subtract sum summarise summarize sweep "
    "synthesise synthesize tabulate tag teach test text tidy total trace track train transcribe transfer transform "
    "translate transport tweet unlock update upgrade upload validate verify visit visualise visualize vote walk warn "
    "wash watch weld wipe write"
)

NOUNS_TOO = _words(
    "answer audit author base bill block book call cause change chart check close code comment copy cover cut "
    "design display document draft email end estimate file filter fix focus format function graph group hand "
    "increase index label lead limit list log look mail map mark match measure mention model name need note open "
    "order outline pay plan play plot point post present print process program quote rank rate read record refund "
    "release rent repair replace report request research reserve return review ring round run sample save scan "
    "score search set share ship show sign sort split start state stop store stream study sum tag test text total "
    "trace track train transfer transport update upgrade use view visit vote walk wash watch work"
)
"""Verbs that are nouns as well: behind a comma or "and" they open a clause only before an article or a pronoun."""

ADJECTIVES_TOO = _words("base cover model open record release return sample test total")
"""Nouns and verbs that stand before other nouns ("total costs"): before an object alone they are no order."""

VERBS = MAKING | KNOWING | SAYING | MANNER | ACTING

OBJECT_OPENERS = _words("a an the it them me us my our your his him her its their")
"""After an unknown word, these make it a verb with its object ("fizzle the widget")."""

DATA_NOUNS = _words(
    "figure figures number numbers data datum value values information result results fact facts detail details series "
    "table tables csv tsv json spreadsheet spreadsheets sheet column columns row rows list lists year years question "
    "answer answers finding findings content contents"
)
"""Name data as such and no work to be done on it."""

AT_HAND = _words("this these")
ATTACHED = _words("attached enclosed uploaded attachment attachments appended")

PLACES = _words("document documents file files library workspace") | ATTACHED
"""They point to what the goal brings, or the library has."""

FRESH = _words("new separate single own")
"""Of a place that is not there yet: it is to be made, and holds nothing."""

MODE_WORDS = {
    "csv": "text/csv",
    "table": "text/csv",
    "spreadsheet": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/json",
}
"""Words that ask for a form of data to be handed over, and the media type they mean."""

STATE_NOUNS = _words("status progress news update updates eta")
STATE = STATE_NOUNS | _words(
    "state far done ready finish finished complete completed working doing going remaining left happening happened "
    "stuck started begun waiting take takes taking ok okay"
)
"""With them, and without words of another matter, a question asks how the work stands."""

STATE_BESIDE = _words(
    "s re ll tell give let know show report overview short quick brief current currently everything anything everybody "
    "anybody work long come along far getting get team task tasks agent agents plan goal need needs"
)
"""They may stand beside: "give me a quick status report", "how long will it take"."""

DEGREES = _words("many much fast quickly often far long strongly steeply large big high low well")
"""With "how", they ask for a quantity."""

PARTICLES = _words("up out together down over into off back through")

BEFORE_INFINITIVE = _words(
    "how what where when whether who which need needs needed have has had want wants wanted able allowed required due "
    "supposed going used ought trying seems likely ready"
)
"""After these, "to" and a verb is no purpose of its own."""

SAME_AS = {
    **dict.fromkeys(_words("grow grows grew grown growing yoy year-over-year year-on-year"), "growth"),
    **dict.fromkeys(_words("rise rises rose risen rising climbed"), "increase"),
    **dict.fromkeys(_words("fall falls fell fallen falling dropped declined shrank shrunk"), "decrease"),
    **dict.fromkeys(
        _words("largest biggest greatest longest strongest fastest heaviest oldest tallest dearest"), "highest"
    ),
    **dict.fromkeys(_words("smallest fewest shortest weakest slowest lightest youngest cheapest"), "lowest"),
}
"""Irregular forms and superlatives, and the word that skills are more likely to name."""

OPENING = JOINTS | LEADERS
"""What may stand between two clauses."""
FILLING = OPENING | PARTICLES
ASKING = QUESTIONS | AUXILIARIES
PARTING = PREPOSITIONS | JOINTS | QUESTIONS | EXCLUDING | {"that"}
"""What parts two phrases of a clause."""
VAGUE = MAKING | MANNER | SAYING
"""Verbs that do not say what work it is."""
UNDEMANDING = MANNER | SAYING | KNOWING
"""Verbs that ask for no skill of their own."""
