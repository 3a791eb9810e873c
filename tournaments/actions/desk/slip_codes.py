"""The codes of the result slips of a round, created when the slips are printed."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain import typed_codes
from tournaments.domain.choices import TokenKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Token
from tournaments.queries.rounds.games import read_boards

VALID = timedelta(hours=12)  # a slip is printed for one round of one day


class SlipCode(NamedTuple):
    """What opens a board: the path on this site, for a QR code, and the code that is typed where no camera helps.

    Its token may name the player who alone reports with it; without one, who reports says who they are.
    """

    path: str
    typed: str


def create_slip_codes(
    event: Event, number: int, by: Actor, *, of_sides: bool = False
) -> dict[int, tuple[SlipCode, ...]]:
    """Create the codes of each board of a round: one, or White's and Black's. Earlier codes stay valid."""
    with writing(event) as event:
        codes = issue_slip_codes(event, number, by.user, of_sides=of_sides)
        record(event, by, LogAction.SLIPS, after={"round": number, "boards": len(codes)})
        return codes


def issue_slip_codes(
    event: Event, number: int, by: User | None = None, *, of_sides: bool = False
) -> dict[int, tuple[SlipCode, ...]]:
    """Issue the codes of each board of a round and return them by board. Three queries."""
    games = read_boards(event, number).values_list("board", "white_id", "black_id")
    payloads = [
        {"round": number, "board": board} | ({"player": player} if player else {})
        for board, white, black in games
        if board is not None
        for player in ((white, black) if of_sides and black else (None,))
    ]
    texts = tokens.issue_tokens(event, TokenKind.SLIP, payloads, valid=VALID, by=by)
    typed = tokens.issue_tokens(event, TokenKind.CODE, payloads, valid=VALID, by=by, make=typed_codes.make_code)
    codes: dict[int, tuple[SlipCode, ...]] = {}
    for payload, text, code in zip(payloads, texts, typed, strict=True):
        codes[payload["board"]] = (*codes.get(payload["board"], ()), SlipCode(reverse("slip", args=[text]), code))
    return codes


def open_by_code(code: str) -> str | None:
    """Return the path of the slip that a typed code opens, as long as the code is valid; None for no such code.

    The same code makes the same address, however often it is typed.
    """
    token = tokens.find_token(code, TokenKind.CODE)
    if token is None:
        return None
    text = tokens.derive_text("slip of a typed code", code)
    facts = {
        "event": token.event,
        "kind": TokenKind.SLIP.value,
        "payload": {**token.payload, "proof": tokens.compute_digest(code)},
        "created_at": timezone.now(),
        "created_by": token.created_by,
        "expires_at": token.expires_at,
    }
    Token.objects.get_or_create(digest=tokens.compute_digest(text), defaults=facts)
    return reverse("slip", args=[text])


def find_typed_board(event: Event, code: str) -> tuple[int, int] | None:
    """Return round and board of a typed code of this event; None for other codes."""
    token = tokens.find_token(code, TokenKind.CODE)
    return (token.payload["round"], token.payload["board"]) if token and token.event_id == event.pk else None
