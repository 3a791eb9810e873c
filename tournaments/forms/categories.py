"""The forms of the categories page: a category, and the prizes of its places, one on each line."""

import re
from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.validators import MaxValueValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.domain.event.categories import MOST_PRIZES, CategoryDefinition, CategoryRule
from tournaments.models import Category

LARGEST_NUMBER = 32767
PLACE_COLUMN = re.compile(r"^\s*\d{1,2}\.?\t")


class CategoryForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """A category. The form has all fields; the style sheet hides those that the chosen kind does not use."""

    numbers = forms.CharField(
        label=_("Numbers of the players"),
        required=False,
        max_length=2000,
        help_text=_("Separated by commas: 3, 17, 42."),
    )

    class Meta:
        model = Category
        fields = ["name", "rule", "age", "lowest", "highest", "text", "numbers"]
        help_texts = {
            "name": _("For example “Women”, “U18” or “Under 1600”."),
            "age": _("U18: not yet 18 on 1 January of the event’s year. S65: 65 by the end of that year."),
            "lowest": _("Leave empty for no lower limit. Unrated players belong to no rating group."),
            "highest": _("Leave empty for no upper limit."),
            "text": _("Exactly as in the players’ data."),
        }

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        category: Category | None = None,
        start_numbers: Mapping[int, int],
    ):
        """Take a category, and the start numbers of the players by number: people write those."""
        super().__init__(data, instance=category, label_suffix="")
        self.number_of = {start: number for number, start in start_numbers.items()}
        cast(forms.ChoiceField, self.fields["rule"]).choices = CategoryRule.choices
        for name in ("age", "lowest", "highest"):
            self.fields[name].validators.append(MaxValueValidator(LARGEST_NUMBER))
        if category is not None:
            self.initial["numbers"] = ", ".join(
                str(start_numbers[number]) for number in category.numbers if number in start_numbers
            )

    def clean_numbers(self) -> list[int]:
        """Read numbers separated by commas or spaces."""
        texts = self.cleaned_data["numbers"].replace(",", " ").replace(";", " ").split()
        if not all(text.isdecimal() and len(text) < 6 for text in texts):
            raise forms.ValidationError(_("Write the players’ numbers separated by commas."))
        unknown = next((text for text in texts if int(text) not in self.number_of), None)
        if unknown is not None and self.cleaned_data.get("rule") == CategoryRule.LIST:
            raise forms.ValidationError(
                _("There is no player with the number %(number)d."), params={"number": int(unknown)}
            )
        return [self.number_of[int(text)] for text in texts if int(text) in self.number_of]

    def _post_clean(self) -> None:
        """Leave the stored category unchanged: the action writes it, and checks what depends on the event."""

    def definition(self) -> CategoryDefinition:
        """Return the category of a valid form."""
        return CategoryDefinition(**self.cleaned_data)


class PrizesForm(forms.Form):
    """The prizes of one category, the first line for the first place."""

    category = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    prizes = forms.CharField(
        required=False, max_length=(MOST_PRIZES + 1) * 90, widget=forms.Textarea(attrs={"rows": 4})
    )

    def texts(self) -> list[str]:
        """Return the prizes of a valid form, one for each place; empty lines are left out.

        Of rows copied from a spreadsheet the column of places is left out, which would become a part of the amount.
        """
        lines = (" ".join(PLACE_COLUMN.sub("", line).split()) for line in self.cleaned_data["prizes"].splitlines())
        return [line for line in lines if line]

    def typed(self, posted: QueryDict) -> list[tuple[str, str, str]]:
        """Return the lines that had fields of their own, each with its amount and winner."""
        lines, amounts, winners = (posted.getlist(name) for name in ("line", "amount", "winner"))
        return [*zip(lines, amounts, winners or [""] * len(lines), strict=False)]
