"""Check a proof bundle of a goal, without the hub that made it. Needs Python and `pip install cryptography`.

    python verify_bundle.py BUNDLE.json --trust FINGERPRINT
    python verify_bundle.py BUNDLE.json --trust ioa-signing-key.json

What is trusted must come from elsewhere than the bundle: the fingerprint by a way that you trust, or the file that
the installation gives at /.well-known/ioa-signing-key.json. Exit code 0: its events are, all of them and in this
order, what the holder of that key exported. That says nothing about the time before the export: whoever had the
database and the key then could have exported something else.
"""

import argparse
import base64
import hashlib
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT, START = "ioa-proof/1", "0" * 64
PARTS = {"statement", "signature", "key", "events"}
STATED = {"format", "goal", "exported_at", "count", "end", "files", "fingerprint"}


class NotProven(Exception):
    """Why the bundle proves nothing."""


def require(holds, sentence):
    """Raise NotProven with the sentence unless something holds."""
    if not holds:
        raise NotProven(sentence)


def canonical(value):
    """The one way in which a value is written."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def decoded(text):
    """Base64 that is written in the one way."""
    content = base64.b64decode(text, validate=True)
    require(base64.b64encode(content).decode() == text, "a key or signature is not written in the one way")
    return content


def verify(content, fingerprint):
    """The statement of a bundle, where all of it holds. Raises NotProven."""
    try:
        held = json.loads(content.decode("ascii"))
        require(isinstance(held, dict) and set(held) == PARTS, "it has not the parts of a bundle")
        require((canonical(held) + "\n").encode() == content, "its bytes are not the one way to write it")
        stated = json.loads(held["statement"])
        require(set(stated) == STATED and stated["format"] == FORMAT, f"its statement is not one of {FORMAT}")
        key = decoded(held["key"])
        found = hashlib.sha256(key).hexdigest()
        require(found == fingerprint == stated["fingerprint"], f"it was signed by another key: {found}")
        Ed25519PublicKey.from_public_bytes(key).verify(decoded(held["signature"]), held["statement"].encode())
        end = START
        for number, text in enumerate(held["events"], 1):
            require(json.loads(text)["seq"] == number, f"event {number} is missing, or stands elsewhere")
            end = hashlib.sha256(f"{number}\n{end}\n{text}".encode()).hexdigest()
        require(len(held["events"]) == stated["count"], f"it has {len(held['events'])} of {stated['count']} events")
        require(end == stated["end"], "an event does not say what it said")
    except InvalidSignature:
        raise NotProven("the signature is not of this statement") from None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotProven(f"it is no bundle: {error}") from None
    return stated


def fingerprint_in(trust):
    """The fingerprint that was given, or that of the public key in a file."""
    if Path(trust).is_file():
        return hashlib.sha256(base64.b64decode(json.loads(Path(trust).read_text())["public_key"])).hexdigest()
    return trust.strip().lower()


def main():
    """Say what the bundle proves; 1 where it proves nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--trust", required=True, help="the fingerprint, or the file with the public key")
    asked = parser.parse_args()
    trusted = fingerprint_in(asked.trust)
    try:
        stated = verify(asked.bundle.read_bytes(), trusted)
    except (NotProven, OSError) as error:
        print(f"not proven: {error}")
        return 1
    print(f"proven: {stated['count']} events of goal {stated['goal']}, exported {stated['exported_at']} by {trusted}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
