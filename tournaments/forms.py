"""What people send: checked for its shape here; whether it may be is decided by the actions."""

from django import forms

from tournaments.actions import Entry


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
    return {int(board): int(version) for board, _, version in pairs if board.isdecimal() and version.isdecimal()}
