"""What people send: checked for its shape here; whether it may be is decided by the actions."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions import Entry
from tournaments.models import Discipline

LARGEST_FILE = 2 * 1024 * 1024


class EntryForm(forms.Form):
    """The result of one board. A pressed button sends `result` alone; without one, two scores are the result."""

    result = forms.CharField(required=False, max_length=2)
    white_score = forms.IntegerField(required=False)
    black_score = forms.IntegerField(required=False)
    version = forms.IntegerField(min_value=0)
    uuid = forms.UUIDField()
    reason = forms.CharField(required=False, max_length=200)

    def entry(self) -> Entry:
        """Return the entry of a valid form."""
        fields = dict(self.cleaned_data)
        if "result" in self.data:
            return Entry(**{**fields, "white_score": None, "black_score": None})
        return Entry(**{**fields, "result": None})


class LineForm(forms.Form):
    """The entry line, and `seen`: the versions of the boards on the arbiter's screen, as in "3.1 12.2"."""

    line = forms.CharField(required=False, max_length=80)
    seen = forms.RegexField(r"^\s*(\d{1,5}\.\d{1,6}\s*)*$", required=False, max_length=8000)
    uuid = forms.UUIDField()

    def version_of(self, board: int) -> int:
        """Return the version of a board that the arbiter had before his eyes: 0 for one without an entry."""
        return read_seen(self.cleaned_data["seen"]).get(board, 0)


def read_seen(text: str) -> dict[int, int]:
    """Read "3.1 12.2" as the versions of boards; what does not fit is left out."""
    pairs = (pair.partition(".") for pair in text.split())
    seen = ((read_number(board), read_number(version)) for board, _dot, version in pairs)
    return {board: version for board, version in seen if board is not None and version is not None}


def read_number(text: str) -> int | None:
    """Read the number of a round, a board or a version; None for what is none, or longer than any."""
    return int(text) if text.isdecimal() and len(text) < 8 else None


class ImportForm(forms.Form):
    """A tournament file or a list of players; the rest is what a list of players can't say."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A tournament file of FIDE (.trf, .txt) or a list of players (.csv), at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".trf,.txt,.csv"}),
    )
    name = forms.CharField(
        label=_("Name of the event"), required=False, max_length=120, help_text=_("Else as the file.")
    )
    discipline = forms.ChoiceField(
        label=_("Game"), required=False, choices=Discipline, help_text=_("For a list of players; a .trf file is chess.")
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"), required=False, min_value=1, max_value=99, help_text=_("For a list of players.")
    )

    def clean_file(self):
        """Refuse what is too large, and what is no text whatever its name says."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file has more than 2 MB."))
        if b"\0" in file.read():
            raise forms.ValidationError(_("The file is not a text file."))
        file.seek(0)
        return file

    def adapted(self, table):
        """Return a list of players as an event of the chosen game; a tournament file knows its own."""
        if any(table.games.values()):
            return table
        fields = {"discipline": self.cleaned_data["discipline"], "rounds": self.cleaned_data["rounds"]}
        return table._replace(**{name: value for name, value in fields.items() if value})
