"""The games that are played."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Discipline(models.TextChoices):
    CHESS = "chess", _("Chess")
    SCRABBLE = "scrabble", _("Scrabble")
    PETANQUE = "petanque", _("Pétanque")
