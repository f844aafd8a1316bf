"""PDF documents for tests, as small as they can be."""

FONT = "/Resources<</Font<</F1 3 0 R>>>>"


def pdf_of(*pages: str) -> bytes:
    """A document with one line on each page; without words a page is empty, as one that was scanned."""
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for place, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET" if text else ""
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 200]/Contents {5 + 2 * place} 0 R{FONT}>>",
            f"<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream",
        ]
    body, places = b"%PDF-1.4\n", []
    for number, said in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{said}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n"
    return body + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode()
