"""Whether a text says that the work is not done, and does nothing else.

Not one wording is looked for, but what refusals have in common: somebody speaks of themselves (“I”, “we”, “this
request”, or a clause without a subject), denies that they can, may or will, the verb is one of doing the work and not
one of finding (“I can't find any mistake” is a result), it stands at the beginning, and besides excuses, rules and
offers next to nothing is said: no figures, no list, no table, no code.

Not seen: refusals in other languages than English, those behind a long talk about the subject, and those of agents
that were asked for words of somebody (a letter, a translation), who may have to write just that.
"""

import re
from itertools import islice

_LEADING = 3  # sentences among which the refusal is looked for
_MOST_CONTENT = 10  # words, besides the refusal, of a text that does nothing else
_MOST_TEXT = 2500  # characters; a longer one does more than refuse

_MOST_SUBJECTS = 20  # of a sentence

_ABOUT_ME = re.compile(
    r"(?:\b(?:I|we|this (?:assistant|agent|model|tool|system|service|bot)|"
    r"(?:my|our) (?:service|system|tools?|model|role|software|programming))\b)",
    re.IGNORECASE,
)
_DECLINES = (
    r"(?:(?:(?:must|have\s+to|need\s+to|will|['’]ll|shall|do)\s+|(?<=\bI\s))(?:\w+ly\s+)?"
    r"(?:decline|refuse|pass\s+on|abstain|refrain|skip\s+this)|"
    r"(?:do\s+not|don['’]t|lack|have\s+no)\s+(?:currently\s+)?(?:have\s+)?(?:\w+\s+){0,3}?"
    r"(?:ability|access|tools?|permission|means|way|capabilit\w+|authority|rights?|clearance|credentials)|"
    r"(?:don['’]t|do\s+not)\s+think\s+(?:I|we)\s+(?:can|could|should|may)|"
    r"(?:been|was|am|['’]m)\s+(?:instructed|told|trained|programmed)\s+not\s+to|(?:prefer|choose|chosen|wish|decided?)\s+not\s+to|"
    r"(?:do\s+not|don['’]t)\s+(?:wish|want|intend|care)\s+to|in\s+no\s+position\s+to|have\s+to\s+say\s+no)\b"
)
_CAN_NOT = (
    r"(?:can(?:not|\s+not|['’]t)|could(?:\s+not|n['’]t)|won['’]t|(?:will|would|['’]d)(?:\s+rather)?\s+not|"
    r"(?:did\s+not|didn['’]t)\s+manage|(?:do\s+not|don['’]t)\s+feel\s+(?:able|qualified|comfortable)|"
    r"(?:am|are|['’]m|['’]re|was|were)(?:\s+\w+ly)?(?:\s+not|\s*n['’]t|\s+un)\s*"
    r"(?:able|willing|allowed|permitted|authori[sz]ed|equipped|prepared|comfortable|designed|in\s+a\s+position|set\s+up|"
    r"going|about|inclined|supposed|meant))"
)
_VERBS = (
    "help assist do complete comply provide fulfil fulfill perform carry finish execute process handle answer respond "
    "reply continue proceed access browse retrieve generate create produce write draft make give offer share discuss "
    "support accommodate honour honor engage deliver prepare analyse analyze compute calculate summarise summarize "
    "translate review run obtain take undertake accept attempt work act participate satisfy meet supply solve render "
    "open read download fetch look check search get start begin oblige commit serve cover tackle pursue"
).split()
_FINDING = frozenset("find see spot detect identify notice confirm rule tell say recommend fault imagine agree".split())
_DOING = "|".join(
    [*_VERBS, *(f"{verb.removesuffix('e')}ing" for verb in _VERBS), r"be\s++(?:of\s++)?(?:help|involved)"]
)
_DOES = re.compile(
    rf"^\W*+(?:(?:\w+ly|even|to|with|be|able|for me|in (?:good )?\w+)\s++)*(?P<verb>{_DOING}|\w+)\b", re.IGNORECASE
)
_DENIAL = re.compile(  # after a subject
    rf"[\w\s'’]{{0,40}}?(?:(?P<declines>{_DECLINES})|{_CAN_NOT})(?P<rest>[^.!?\n]{{0,200}})",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"^(?:(?:sorry|unfortunately|regrettably|apologies|but|no)[\s,:;.!—–-]+)*"
    r"(?:unable|not\s+able|cannot|can['’]t|can\s+not|won['’]t|will\s+not|not\s+(?:allowed|permitted|willing|possible))\b"
    r"(?P<declines>)(?P<rest>[^.!?\n]{0,200})",
    re.IGNORECASE,
)
_THE_REQUEST = re.compile(
    r"\b(?:(?:this|that|your|the|such)\s+(?:(?:kind|sort|type)\s+of\s+)?(?:request|task|question|work|assignment|job)s?"
    r"|this|that|it)\s*(?:is|are|falls?|goes|lies|would\s+be|can(?:not|['’]t)\s+be|could\s+not\s+be|was|['’]s)\s+"
    r"(?:\w+ly\s+)?(?:not\s+(?:something|one|a\s+thing|possible|within\s+my)|outside|beyond|against|declined|"
    r"refused|denied|done\s+by\s+me|fulfilled|completed|processed|carried\s+out)[^.!?\n]{0,120}",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\b(?:I|me|my|we|us|our|fulfilled|completed|processed|declined|refused|denied|carried out)\b", re.IGNORECASE
)
_OUTRIGHT = re.compile(
    r"^(?:request|task|access|permission)\s+(?:denied|declined|refused|rejected)\b|"
    r"\bno(?:pe)?\b[^.!?\n]{0,20}\bfrom\s+(?:me|us)\b|\bno\s+way\s+for\s+(?:me|us)\b|\bno\s+can\s+do\b|"
    r"(?:\bis\s+not|isn['’]t|['’]s\s+not)\s+(?:something|a\s+thing|what)\s+(?:I|we)\b|"
    r"\b(?:out\s+of|outside|not\s+in)\s+(?:my\s+)?scope\b|\bnot\s+(?:my\s+(?:job|task)|the\s+right\s+(?:agent|tool|one))\b|"
    r"\b(?:my|our)\s+[^.!?\n]{0,30}(?:not|n['’]t)\s+(?:allow|permit|let|cover)\w*\b|"
    r"\b(?:violat\w+|breach\w*|against|contrary\s+to|conflicts?\s+with|forbidden\s+by|prohibited\s+by)\s+(?:my|our)\b",
    re.IGNORECASE,
)
_AFRAID = re.compile(r"\b(?:afraid|sorry)\b", re.IGNORECASE)
_AFTER = re.compile(  # what tells that it is a finding, or that something was done nevertheless
    r"\b(?:any|anything|anybody|more|better|further|other|another|enough|fault|be\s+(?:sure|certain)|both|until|unless|"
    r"(?:one|some|part|most|half)\s+of|first|second|third|last|without\s+(?:first|noting|saying|mentioning)|only|than|everything|every|all)\b",
    re.IGNORECASE,
)
_EXCUSE = re.compile(
    r"^\W*(?:sorry|apolog\w+|unfortunately|regrettably|thanks?|hello|hi|dear|please|let me know|if you|feel free|"
    r"perhaps|maybe|instead|you (?:may|might|could|can|should)|would you|as an?|because|since|doing so|"
    r"(?:my|our) (?:guidelines|role|instructions|training|polic\w+|purpose|tools|terms)|"
    r"this (?:is because|goes|violates|conflicts|would)|it (?:is|would be|goes)|that (?:is|would)|"
    r"(?:I|we)['’]?(?: only|m)? (?:hope|understand|appreciate|know|apologi[sz]e|regret|recommend|suggest|would|am only|"
    r"lack|do not|don['’]t|can (?:only|instead)|just|only|an?|here|d)|"
    r"(?:a|another) (?:colleague|person|professional|human|member)|someone|somebody)\b|\?$",
    re.IGNORECASE,
)
_MATERIAL = re.compile(
    r"```|^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+\S.*\n\n?[ \t]*(?:[-*+•]|\d+[.)])\s|^[ \t]*\|.*\||^#{1,6} ", re.MULTILINE
)
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
_IN_SOMEBODYS_WORDS = re.compile(
    r"\b(?:write|writing|draft|compose|word|formulate|phrase|prepare|create|make|give|suggest|propose|send|reply|answer)\b"
    r"[^.;:!?\n]{0,60}?\b(?:letter|e-?mail|mail|message|reply|replies|answer|note|tweet|post|speech|dialog(?:ue)?|script|"
    r"conversation|scene|story|lyrics|poem|excuse|template|announcement|wording|phrase|sentence|line|him|her|them|it)s?\b|"
    r"\b(?:role.?play|translat\w+|quot\w+|transcri\w+|apolog\w+|refus\w+|declin\w+|turn(?:ing)? down|reject\w*|"
    r"say(?:ing)? no|paraphrase|rewrite|rephrase|proofread|correct the|repeat|verbatim)\b",
    re.IGNORECASE,
)
"""The brief asks for words that somebody says: they may be those of a refusal."""
_AS_A_MACHINE = re.compile(
    r"\b(?:(?:as|I['’]m|I am) an? (?:AI|(?:large )?language model|(?:automated )?assistant)|"
    r"(?:my|our) (?:guidelines|training|programming|system prompt|capabilities|tools))\b",
    re.IGNORECASE,
)


def refusal_in(text: str, brief: str) -> str:
    """The sentence that refuses, where `text` is a refusal of `brief`; empty: it is none."""
    text = text.strip()
    if not text or len(text) > _MOST_TEXT or _MATERIAL.search(text):
        return ""
    if _IN_SOMEBODYS_WORDS.search(brief) and not _AS_A_MACHINE.search(text):
        return ""
    asked = frozenset(re.findall(r"[a-z]{4,}", brief.lower()))
    sentences = [part.strip(" *_>") for part in _SENTENCE.split(text) if part.strip(" *_>")]
    refusing = next((one for one in sentences[:_LEADING] if _refuses(one, asked)), "")
    return refusing if refusing and _says_no_more(sentences, asked) else ""


def _refuses(sentence: str, asked: frozenset[str]) -> bool:
    return _refusal_at(sentence, asked) is not None


def _refusal_at(sentence: str, asked: frozenset[str]) -> int | None:
    """Where it begins. `asked`: the words of the brief; the verb of what was asked for is one of doing too."""
    at, own = _own_denial(sentence)
    if own is not None and (own["declines"] or _is_of_doing(own["rest"], asked)):
        return at
    told = _THE_REQUEST.search(sentence)
    if told is not None and (_MINE.search(told[0]) or _AFRAID.search(sentence)):
        return told.start()
    outright = _OUTRIGHT.search(sentence)
    return None if outright is None else outright.start()


def _own_denial(sentence: str) -> tuple[int, re.Match[str] | None]:
    """The first denial of a speaker, and where its subject begins."""
    for subject in islice(_ABOUT_ME.finditer(sentence), _MOST_SUBJECTS):
        if (found := _DENIAL.match(sentence, subject.end())) is not None:
            return subject.start(), found
    return 0, _NO_SUBJECT.match(sentence)


def _is_of_doing(rest: str, asked: frozenset[str]) -> bool:
    if _AFTER.search(rest[:60]) or any(sign.isdigit() for sign in rest):
        return False
    found = _DOES.match(rest)
    verb = found["verb"].lower() if found else ""
    return not verb or verb in asked - _FINDING or bool(re.fullmatch(_DOING, verb))


def _says_no_more(sentences: list[str], asked: frozenset[str]) -> bool:
    """Whether besides the refusal, excuses and offers there are but a few words, and no figure."""
    words = " ".join(_content(sentence, asked) for sentence in sentences).split()
    return len(words) <= _MOST_CONTENT and not any(sign.isdigit() for word in words for sign in word)


def _content(sentence: str, asked: frozenset[str]) -> str:
    """What a sentence says besides: of a refusing one, what stands before the refusal."""
    said = sentence[: _refusal_at(sentence, asked)]
    return "" if _EXCUSE.search(said) else said
