"""Why a result is not simply overwritten: the sentences of the conflict box."""

from django.utils.translation import gettext_lazy as _

from tournaments.domain.desk.board_changes import BoardChange
from tournaments.domain.desk.protection import Protection

SENTENCES = {
    Protection.DRAWN: _("A later round was paired as if this adjourned game were drawn. Nothing is stored yet."),
    Protection.OTHERS: _("Somebody else has entered this result. Nothing was overwritten."),
    Protection.CONFIRMED: _("This result has been checked. Nothing was overwritten."),
    Protection.EARLIER: _("This round is over. Nothing was overwritten."),
    Protection.OLD: _("This round is over. Nothing was overwritten."),
    Protection.PAST: _(
        "Pairings and the table keep this result (C.04.2). Yours is written into the rating report alone."
    ),
    Protection.CLOSED: _("This round is closed. Nothing was overwritten."),
    Protection.FINAL: _("This event is final. Nothing was overwritten."),
}


CHANGES = {
    BoardChange.RESULT: _(
        "Somebody else has entered a result for this board since you last saw it. Nothing was overwritten."
    ),
    BoardChange.TAKEN_BACK: _("Somebody has taken back the result that you saw. Yours is not stored yet."),
    BoardChange.PAIRING: _(
        "The pairing has changed since you last saw this board: your %(result)s was for %(players)s. It is not stored."
    ),
    BoardChange.NEW: _(
        "This board is new, or has changed since you last saw it. Nothing is stored: check who sits there."
    ),
}
BRIEFLY = {
    BoardChange.RESULT: _("a different result is already stored."),
    BoardChange.TAKEN_BACK: _("the result has been taken back."),
    BoardChange.PAIRING: _("the pairing has changed."),
    BoardChange.NEW: _("this board is new. Check who sits there, and enter it again."),
}


def why_protected(protection: Protection) -> str:
    """Say why a different result was not stored."""
    return str(SENTENCES[protection])


def describe_change(change: BoardChange, result: str, players: str) -> str:
    """Say what has changed at a board since a result was entered for the players whom the arbiter saw there."""
    return str(CHANGES[change]) % {"result": result, "players": players}


def describe_briefly(change: BoardChange) -> str:
    """Say it in a few words, after the number of the board."""
    return str(BRIEFLY[change])
