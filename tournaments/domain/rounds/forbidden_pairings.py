"""Forbidden pairings of an event: the ways to define them, and how many there may be."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST = 200


class Apart(models.TextChoices):
    """The ways to name those who are kept apart."""

    LIST = "list", _("chosen one by one")
    CLUB = "club", _("players of a club")
    FEDERATION = "federation", _("players of a federation")


class ForbiddenPairingDefinition(NamedTuple):
    """A forbidden pairing as it was sent; fields that its rule does not use are emptied when it is stored."""

    rule: str
    numbers: Sequence[int] = ()
    text: str = ""
    from_round: int = 1
    to_round: int | None = None
