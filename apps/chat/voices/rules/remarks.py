"""What a person's words mean for work that there is: ask how it stands, correct it, or refer back to it."""

import re
from collections.abc import Iterable, Sequence

from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.skill_fit import stem_verb

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"[^\W_]+")
_ADDS = re.compile(r"\W*(?:and|also|plus|additionally|in addition)\b", re.IGNORECASE)
_CORRECTS = re.compile(
    r"^[^\w\n]*+(?:no|nope|wrong|stop)\s*[,.;:!–—-]|\b(?:instead(?! of)|never\s?mind|no longer|would rather|i meant)\b"
    r"|['’]d rather\b|\b(?:forget|scrap|scratch|drop|cancel|discard|abandon)\s+(?:about\s+)?(?:that|this|it|all|the)\b"
    r"|\b(?:replace|swap)\s.{1,200}?\s(?:by|with|for)\s|\bnot\s(?!only|just|sure)[^.!?]{1,200}?\bbut\s",
    re.IGNORECASE | re.MULTILINE,
)

_IN_PLACE_OF = re.compile(r"\b(?:instead of|rather than)\s+([^.,;!?\n]+)", re.IGNORECASE)


def part_questions_on_state(words: str, known: Iterable[str]) -> tuple[bool, str]:
    """Whether a sentence asks how the work stands, and what else is said. `known`: texts that say what the work is."""
    about = _all_words(known)
    said = [one for one in _SENTENCE.split(words) if one.strip()]
    rest = [one for one in said if not _asks_state(one, about)]
    return len(rest) < len(said), "\n".join(rest)


def _asks_state(sentence: str, about: set[str]) -> bool:
    words = _words(sentence)
    own = set(words) - en.CLOSED - en.STATE - en.STATE_BESIDE
    asks = sentence.rstrip().endswith("?") or (words[:1] and words[0] in en.QUESTIONS | en.AUXILIARIES)
    known = own <= about if asks else not own and bool(en.STATE_NOUNS & set(words))
    return known and bool(en.STATE & set(words))


def _all_words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def corrects(words: str, known: Iterable[str]) -> bool:
    """Whether words plainly put something in the place of what was asked for before. `known`: texts that say what."""
    given_up = _all_words(_IN_PLACE_OF.findall(words)) - en.CLOSED
    return not _ADDS.match(words) and (_CORRECTS.search(words) is not None or bool(given_up & _all_words(known)))


def refers_back(clause: Clause) -> bool:
    """Whether a request works on what was given before: "make it shorter", "do that again", "as a sonnet"."""
    if clause.mood is Mood.REMARK:
        return clause.words[:1] == ("as",) and clause.words[1:2] != () and clause.words[1] in en.INDEFINITE
    is_request = clause.mood in {Mood.ORDER, Mood.QUESTION} and not en.MANNER & {stem_verb(one) for one in clause.verbs}
    return is_request and bool((en.POINTERS | {"again"}) & set(clause.words) or clause.words[:1] == ("that",))


def revises(read: Sequence[Clause]) -> bool:
    """Whether words are about work at hand: they refer to it, ask who does it, add something to it or say how."""
    verbs = {stem_verb(verb) for clause in read for verb in clause.verbs}
    asks = any(clause.mood is Mood.QUESTION and {"you", "your"} & set(clause.words) for clause in read)
    says_how = bool(verbs) and verbs <= en.MANNER
    return bool(verbs & en.ADDING) or says_how or asks or any(map(refers_back, read))
