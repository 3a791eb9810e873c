"""What makes a category, and how many categories and prizes there may be."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST, MOST_PRIZES = 40, 50


class Definition(NamedTuple):
    """What makes a category; bounds that its rule does not ask for are left out when it is stored."""

    name: str
    rule: str
    age: int | None = None
    lowest: int | None = None
    highest: int | None = None
    text: str = ""
    numbers: Sequence[int] = ()


class Rule(models.TextChoices):
    """How it is decided who belongs to a category."""

    WOMEN = "women", _("women")
    YOUTH = "youth", _("youth, under an age")
    SENIORS = "seniors", _("seniors, from an age on")
    RATING = "rating", _("a rating group")
    CLUB = "club", _("a club or town")
    FEDERATION = "federation", _("a federation")
    LIST = "list", _("players chosen one by one")
