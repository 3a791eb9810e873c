"""What somebody reads whom the server can't serve just now: a page in a browser, a sentence everywhere else."""

from functools import cache
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "templates" / "503.html"
DISK_FULL = (
    "The server's disk is full. Nothing was stored; it is tried again. Please make room on it. –"
    " Die Platte des Servers ist voll. Nichts wurde gespeichert, es wird wieder versucht. Bitte dort Platz schaffen.\n"
)
PLAIN, HTML = "text/plain; charset=utf-8", "text/html; charset=utf-8"


def told(sentence: str, accept: str) -> tuple[str, str]:
    """Return type and text of the answer for who accepts that.

    The sentence is in English and, after a dash, in German. The page is a file without any tag, whose style sheet is
    served in front of Django: it asks for nothing that is busy.
    """
    if "text/html" not in accept:
        return PLAIN, sentence
    english, _, german = sentence.strip().partition(" – ")
    return HTML, page().replace("SENTENCE", english).replace("SATZ", german)


@cache
def page() -> str:
    """Return the file's text, without its remark for the linter."""
    doctype, _, rest = PAGE.read_text(encoding="utf-8").partition("{#")
    return doctype + rest.partition("#}")[2]
