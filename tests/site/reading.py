"""Read pages and PDFs as tests of the site do: the words that people see, and the header that htmx sends."""

import io
import re

from pypdf import PdfReader

HTMX = {"HTTP_HX_REQUEST": "true"}


def text(response):
    """Return a page without its tags, each run of white space as one space."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def read_pdf(answer):
    """Return the text of each sheet of a PDF, or fail with the sentence that was answered in its place."""
    assert answer.status_code == 200, text(answer)
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(sheet.extract_text().split()) for sheet in PdfReader(io.BytesIO(answer.content)).pages]
