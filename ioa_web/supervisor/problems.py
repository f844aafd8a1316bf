"""What stops a start, said so that a person can act on it."""

import errno


class CannotStart(Exception):
    """A start that cannot succeed. The text is one line: what is wrong, then the way out."""


def explain(error: OSError) -> CannotStart:
    """The one-line form of an operating system error met on the way."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CannotStart("the disk is full: free some space, or set IOA_DATA_DIR to a folder on another disk")
    where = f" ({error.filename})" if error.filename else ""
    return CannotStart(f"{error.strerror or error}{where}: correct it, or set IOA_DATA_DIR to another folder")
