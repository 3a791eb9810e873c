"""Sentences that the cores return as codes: why a term counts so, why an input was refused, what to know."""

from django.utils.translation import gettext

from pairing.boards import Reason
from tiebreaks.refusal import SENTENCES, Refusal


def reason(code: str) -> str:
    """Say why a term is what it is or is left out. Return "" for the ordinary."""
    return gettext(SENTENCES[code]) if code else ""


def refusal(refused: Refusal | Reason) -> str:
    """Say in words why an input was refused; a reason that a refusal quotes is translated too."""
    quoted = {name: refusal(value) for name, value in refused.params.items() if isinstance(value, Reason | Refusal)}
    return gettext(SENTENCES[refused.code]).format(**{**refused.params, **quoted})


def field(refused: Refusal) -> str:
    """Name the field of a file that was refused. Columns keep the names that the file gives them."""
    word, _space, number = refused.field.partition(" ")
    return gettext("round %(number)s") % {"number": number} if word == "round" and number else refused.field


def advice(advice) -> str:
    """Say what is to be known about an order of criteria."""
    return gettext(SENTENCES[advice.code]).format(**advice.params)
