"""The text of a PDF document, page by page.

PDFium, which reads it, is C++ and meets strangers' files: this is called in a process aside, by `apps.core.pages`.
"""

import time
from base64 import b64decode

import pypdfium2

from apps.core.texts import drop_unstorable

SECONDS = 3.0  # of CPU for one document; the pages behind what is read by then are left out
MOST_CHARACTERS = 8_000_000


def read_pages(encoded: str) -> tuple[int, list[str]]:
    """Give how many pages a document has (in base64), and the text of each, of the first of them where it is long.

    Raises pypdfium2.PdfiumError for what is damaged, or locked by a password.
    """
    began, left = time.process_time(), MOST_CHARACTERS
    document = pypdfium2.PdfDocument(b64decode(encoded))
    pages: list[str] = []
    for page in document:
        if left <= 0 or time.process_time() - began > SECONDS:
            break
        text = drop_unstorable(page.get_textpage().get_text_bounded()).replace("\r\n", "\n")
        pages.append(text[:left])
        left -= len(text)
        page.close()
    return len(document), pages
