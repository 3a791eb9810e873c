"""The codes of the result slips of a round, created when the slips are printed."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.urls import reverse

from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import TokenKind
from tournaments.domain.log_actions import LogAction
from tournaments.models import Event
from tournaments.queries.games import read_boards


def create_slip_codes(event: Event, number: int, by: Actor) -> dict[int, str]:
    """Create a code for each board of a round and return their paths by board. Earlier codes stay valid."""
    with writing(event) as event:
        links = issue_slip_links(event, number, by.user)
        record(event, by, LogAction.SLIPS, after={"round": number, "boards": len(links)})
        return links


VALID = timedelta(hours=12)  # a slip is printed for one round of one day


def issue_slip_links(event: Event, number: int, by: User | None = None) -> dict[int, str]:
    """Issue a code for each board of a round and return its path on this site by board. Two queries."""
    boards = [board for board in read_boards(event, number).values_list("board", flat=True) if board is not None]
    payloads = [{"round": number, "board": board} for board in boards]
    texts = tokens.issue_tokens(event, TokenKind.SLIP, payloads, valid=VALID, by=by)
    return {board: reverse("slip", args=[text]) for board, text in zip(boards, texts, strict=True)}
