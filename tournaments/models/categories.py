"""Tables inside the table: categories with places of their own, and the prizes of places."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import SpecialPrize
from tournaments.domain.event.categories import CategoryRule
from tournaments.domain.stored_values import HasShape
from tournaments.models.events import Event


class Category(models.Model):
    """A category of an event. `key` names it in addresses. Of the bounds only those of its rule are set.

    `age` belongs to youth and seniors, `lowest` and `highest` to rating groups (an empty one is open), `text` to clubs
    and federations, `numbers` to players named one by one.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="categories")
    order = models.PositiveSmallIntegerField()
    key = models.SlugField(max_length=40)
    name = models.CharField(_("name"), max_length=40)
    rule = models.CharField(_("members"), max_length=10, choices=CategoryRule)
    age = models.PositiveSmallIntegerField(_("age"), null=True, blank=True)
    lowest = models.PositiveSmallIntegerField(_("rating from"), null=True, blank=True)
    highest = models.PositiveSmallIntegerField(_("rating to"), null=True, blank=True)
    text = models.CharField(_("club, town or federation"), max_length=60, blank=True)
    numbers = models.JSONField(_("numbers of the players"), default=list, blank=True, validators=[HasShape("numbers")])

    class Meta:
        verbose_name, verbose_name_plural = _("category"), _("categories")
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_category_per_key")]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """What a place wins, in a category or in the whole table (`category` empty), or a `special` prize.

    `amount` is the money in it, with its currency as people write it. It is read out of the text; where that leaves
    doubts, somebody confirms it. `winner` is the number of whoever gets a prize that is given by hand.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, models.CASCADE, null=True, blank=True, related_name="prizes")
    special = models.CharField(max_length=12, choices=SpecialPrize, blank=True)
    place = models.PositiveSmallIntegerField(_("place"))
    text = models.CharField(_("prize"), max_length=80)
    amount = models.DecimalField(
        _("amount"), max_digits=12, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)]
    )
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    is_confirmed = models.BooleanField(default=True)
    winner = models.PositiveIntegerField(_("winner"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("prize"), _("prizes")
        ordering = [models.F("category__order").asc(nulls_first=True), "place", "pk"]

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"

    @property
    def key(self) -> str:
        """Return the key of the list: "" for the whole table."""
        return self.special or (self.category.key if self.category else "")
