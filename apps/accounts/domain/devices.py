"""What a browser calls itself, in words that its person knows again. It may say anything: nothing depends on it."""

from apps.core.sentences import sentence

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
    "curl": "curl",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
UNKNOWN = "Unknown browser"


def device_name(user_agent: str) -> str:
    """Such as "Firefox on Linux"; those that name several browsers are the first of the list."""
    browser, system = (_first(names, user_agent) for names in (BROWSERS, SYSTEMS))
    return f"{browser or UNKNOWN} on {system}" if system else browser or UNKNOWN


def device_in_words(name: str) -> str:
    """What `device_name` gave, as a sentence; "" stays so."""
    browser, _, system = name.partition(" on ")
    known = sentence("Unknown browser") if browser == UNKNOWN else browser
    return sentence("{browser} on {system}", browser=known, system=system) if system else known


def _first(names: dict[str, str], said: str) -> str:
    return next((name for mark, name in names.items() if mark in said), "")
