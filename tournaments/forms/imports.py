"""The form that imports files of events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.disciplines import Discipline
from tournaments.formats import incoming

MOST_FILES = 40


class FilesInput(forms.FileInput):
    """A field for several files."""

    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Any]:
        """Return all files that were sent under the name."""
        return list(files.getlist(name))


class FilesField(forms.FileField):
    """Several files at once, none of them empty, and not too large together."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        """Return the list of files."""
        files = [super(FilesField, self).clean(each, initial) for each in (data or [None])[: MOST_FILES + 1]]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("Choose at most %(count)d files.") % {"count": MOST_FILES})
        if sum(file.size for file in files) > incoming.LARGEST:
            raise forms.ValidationError(_("The file has more than 2 MB."))
        return files


class ImportForm(forms.Form):
    """A tournament file, a list of players, or the files of tsh, and what a list of players does not contain."""

    file = FilesField(
        label=_("File"),
        help_text=_(
            "A FIDE tournament file (.trf, .txt), a list of players (.csv, .xlsx, .ods) or files from tsh: config.tsh "
            "with its .t files, or tourney.js. A single .zip works too. At most 2 MB."
        ),
        widget=FilesInput(attrs={"accept": ".trf,.txt,.csv,.xlsx,.ods,.t,.tsh,.js,.zip", "multiple": True}),
    )
    name = forms.CharField(
        label=_("Name of the event"),
        required=False,
        max_length=120,
        help_text=_("Leave empty to use the name of the file."),
    )
    discipline = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=Discipline,
        help_text=_("For a list of players; a .trf file is always chess."),
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"), required=False, min_value=1, max_value=99, help_text=_("For a list of players.")
    )
    strict = forms.BooleanField(
        label=_("Refuse the file at its first irregularity"),
        required=False,
        help_text=_("Otherwise each irregularity is shown with its line before anything is stored."),
    )

    def choices(self) -> dict[str, Any]:
        """Return the choices that are stored with the files."""
        return {name: self.cleaned_data[name] for name in ("name", "discipline", "rounds")}
