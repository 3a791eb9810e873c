"""The definition of a category, and the limits for categories and prizes."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST, MOST_PRIZES = 40, 50


class CategoryDefinition(NamedTuple):
    """The definition of a category; bounds that its rule does not use are emptied when it is stored."""

    name: str
    rule: str
    age: int | None = None
    lowest: int | None = None
    highest: int | None = None
    text: str = ""
    numbers: Sequence[int] = ()


class CategoryRule(models.TextChoices):
    """The rule that decides who belongs to a category."""

    WOMEN = "women", _("women")
    YOUTH = "youth", _("youth, under an age")
    SENIORS = "seniors", _("seniors, from an age on")
    RATING = "rating", _("a rating group")
    CLUB = "club", _("a club or town")
    FEDERATION = "federation", _("a federation")
    LIST = "list", _("players chosen one by one")
