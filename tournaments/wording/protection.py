"""Why a result is not simply overwritten: the sentence of the conflict box."""

from django.utils.translation import gettext_lazy as _

from tournaments.domain.desk.protection import Protection

SENTENCES = {
    None: _("Somebody else has entered a result for this board since you last saw it. Nothing was overwritten."),
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


def why_protected(protection: Protection | None) -> str:
    """Say why a different result was not stored; None where the board has changed since it was seen."""
    return str(SENTENCES[protection])
