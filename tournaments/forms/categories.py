"""The forms of the page of categories: what makes a category, and the prizes of its places, one to a line."""

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _

from tournaments.domain.categories import MOST_PRIZES, Definition, Rule
from tournaments.models import Category

LARGEST_NUMBER = 32767


class CategoryForm(forms.ModelForm):
    """A category. Every field is there for every kind; the style sheet hides those that the chosen kind leaves out."""

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
            "age": _("U18: not yet 18 on 1 January of the event's year. S65: 65 by the end of that year."),
            "lowest": _("Leave empty for no lower limit. Unrated players belong to no rating group."),
            "highest": _("Leave empty for no upper limit."),
            "text": _("Exactly as in the players' data."),
        }

    def __init__(self, data=None, *, category: Category | None = None):
        super().__init__(data, instance=category, label_suffix="")
        self.fields["rule"].choices = Rule.choices
        for name in ("age", "lowest", "highest"):
            self.fields[name].validators.append(MaxValueValidator(LARGEST_NUMBER))
        if category is not None:
            self.initial["numbers"] = ", ".join(map(str, category.numbers))

    def clean_numbers(self) -> list[int]:
        """Read numbers that commas or blanks part."""
        texts = self.cleaned_data["numbers"].replace(",", " ").replace(";", " ").split()
        if not all(text.isdecimal() and len(text) < 6 for text in texts):
            raise forms.ValidationError(_("Write the players' numbers separated by commas."))
        return [int(text) for text in texts]

    def _post_clean(self):
        """Leave the stored category alone: the action writes, and checks what only the event can tell."""

    def definition(self) -> Definition:
        """Return the category of a valid form."""
        return Definition(**self.cleaned_data)


class PrizesForm(forms.Form):
    """The prizes of one category, the first line for the first place."""

    category = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    prizes = forms.CharField(
        required=False, max_length=(MOST_PRIZES + 1) * 90, widget=forms.Textarea(attrs={"rows": 4})
    )

    def texts(self) -> list[str]:
        """Return the prizes of a valid form, one for each place; empty lines are left out."""
        lines = (" ".join(line.split()) for line in self.cleaned_data["prizes"].splitlines())
        return [line for line in lines if line]
