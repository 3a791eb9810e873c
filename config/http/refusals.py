"""Say why the server does not serve a request: a page for a browser, a sentence in each language for all others."""

import json
from functools import cache
from http import HTTPStatus

from config.http.asgi_messages import NO_STORE, has_header, header, respond
from tournaments.access.asgi import Scope, Send
from tournaments.operation.folders import find_folders

PAGE = find_folders().shipped / "templates" / "503.html"
RETRY_AFTER = 2
RETRY = (b"retry-after", str(RETRY_AFTER).encode())
CLOSE = (b"connection", b"close")
PLAIN, HTML = "text/plain; charset=utf-8", "text/html; charset=utf-8"
PROBLEM = "application/problem+json"
# Web pages of other origins read the answer, and when to ask again.
LEGIBLE = ((b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", b"Retry-After"))

# English, German and French, with dashes between them.
LANGUAGES = ("en", "de", "fr")
BUSY = (
    "The server is busy. Please try again in a moment. – Der Server ist ausgelastet, bitte gleich noch einmal. –"
    " Le serveur est occupé. Veuillez réessayer dans un instant.\n"
)
TOO_SLOW = (
    "What you sent took too long to arrive. – Die Übertragung hat zu lange gedauert. – L’envoi a pris trop de temps.\n"
)
TOO_LARGE = (
    "This is too large to be sent here. – Das ist zu groß, um es hierher zu senden. –"
    " C’est trop volumineux pour être envoyé ici.\n"
)
BAD_REQUEST = (
    "This request can't be understood. – Diese Anfrage ist nicht zu verstehen. – Cette requête est incompréhensible.\n"
)
DISK_FULL = (
    "The server's disk is full. Nothing was stored. Please free some space on it; the desk tries again by itself. –"
    " Die Festplatte des Servers ist voll. Nichts wurde gespeichert. Bitte schaffen Sie dort Platz; die Eingabe"
    " versucht es von selbst erneut. –"
    " Le disque du serveur est plein. Rien n’a été enregistré. Veuillez y libérer de l’espace ; la saisie réessaie"
    " d’elle-même.\n"
)
DAMAGED = (
    "The server's database file is damaged. Whoever runs the server restores a copy; its log names the newest one. –"
    " Die Datenbankdatei des Servers ist beschädigt. Wer den Server betreibt, spielt eine Sicherung zurück; das"
    " Protokoll des Servers nennt die neueste. –"
    " Le fichier de la base de données du serveur est endommagé. La personne qui gère le serveur restaure une"
    " sauvegarde ; le journal du serveur nomme la plus récente.\n"
)


def in_language(sentence: str, language: str | None) -> str:
    """Return a sentence in one language, in English where it is not there in that one."""
    parts = dict(zip(LANGUAGES, sentence.strip().split(" – "), strict=True))
    return parts.get(language or "", parts["en"])


def page_or_sentence(sentence: str, accept: str) -> tuple[str, str]:
    """Return content type and text of an answer, given the Accept header.

    The page is a file without template tags. Its style sheet is served in front of Django, so it needs nothing that is
    busy.
    """
    if "text/html" not in accept:
        return PLAIN, sentence
    text = page()
    for language in LANGUAGES:
        text = text.replace(f"SENTENCE-{language}", in_language(sentence, language))
    return HTML, text


@cache
def page() -> str:
    """Return the text of the page without the comment for the linter."""
    doctype, _, rest = PAGE.read_text(encoding="utf-8").partition("{#")
    return doctype + rest.partition("#}")[2]


def accepted(scope: Scope) -> str:
    """Return the Accept header, or "" for htmx, which would put a page inside a page."""
    return "" if has_header(scope, b"hx-request") else header(scope, b"accept")


async def refuse(
    send: Send, status: int, sentence: str, *more: tuple[bytes, bytes], accept: str = "", to_program: bool = False
) -> None:
    """Answer with a sentence or its page, `to_program` as the API does; outbox and browser try again after a 503."""
    if to_program:
        content_type, text, more = PROBLEM, problem(status, sentence), (*more, *LEGIBLE)
    else:
        content_type, text = page_or_sentence(sentence, accept)
    await respond(send, status, [(b"content-type", content_type.encode()), NO_STORE, *more], text.encode())


def problem(status: int, sentence: str) -> str:
    """Return problem details as the API has them (tournaments/api/problems.py), in English."""
    phrase = HTTPStatus(status).phrase
    code = phrase.lower().replace(" ", "-")
    said = {"type": "about:blank", "title": phrase, "status": status, "detail": in_language(sentence, "en")}
    return json.dumps({**said, "code": code, "field": ""})
