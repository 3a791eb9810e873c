"""Who does not meet in an event: the ways to say it, and the limit of such rules."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST = 200


class Apart(models.TextChoices):
    """The ways to say who does not meet."""

    LIST = "list", _("people chosen one by one")
    CLUB = "club", _("everybody of a club")
    FEDERATION = "federation", _("everybody of a federation")


class Definition(NamedTuple):
    """A forbidden pairing as somebody wants it; what its rule does not use is emptied when it is stored."""

    rule: str
    numbers: Sequence[int] = ()
    text: str = ""
    from_round: int = 1
