"""Sentences for the codes of the cores: why a term counts as it does, why an input was refused, advice on an order."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.rules.boards import Reason
from tiebreaks.order.advice import Advice
from tiebreaks.refusal import SENTENCES, Refusal
from tiebreaks.table.working import Remark

# The columns of lists of players.
COLUMNS = {
    "name": _("Name"),
    "number": _("Start number"),
    "rating": _("Rating"),
    "national_rating": _("National rating"),
    "own_rating": _("Rating of the event’s own"),
    "later_ratings": _("Ratings of later rounds"),
    "rating_k": _("K of the rating change"),
    "no_half_byes": _("No half-point byes"),
    "title": _("Title"),
    "sex": _("Sex"),
    "birth_date": _("Date of birth"),
    "federation": _("Federation"),
    "club": _("Club or town"),
    "fide_id": _("FIDE ID"),
    "national_id": _("National ID"),
}


def reason(code: str) -> str:
    """Say why a term counts as it does or is left out; "" for an ordinary one."""
    return gettext(SENTENCES[code]) if code else ""


def remark(given: Remark) -> str:
    """Say why a value is undefined."""
    return gettext(SENTENCES[given.code]).format(**given.params)


def refusal(refused: Refusal | Reason) -> str:
    """Say why an input was refused; a quoted reason is translated too."""
    quoted = {name: refusal(value) for name, value in refused.params.items() if isinstance(value, Reason | Refusal)}
    return gettext(SENTENCES[refused.code]).format(**{**refused.params, **quoted})


def field(refused: Refusal) -> str:
    """Name the refused field of a file: a column of a list by its title here, a record as the file has it."""
    word, _space, number = refused.field.partition(" ")
    if word == "round" and number:
        return gettext("round %(number)s") % {"number": number}
    return str(COLUMNS.get(refused.field, refused.field))


def advice(given: Advice) -> str:
    """Say what an admin should know about an order of criteria."""
    return gettext(SENTENCES[given.code]).format(**given.params)
