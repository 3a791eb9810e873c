"""The forms of the desk check the shape of what arbiters send; the actions decide whether it is allowed."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.facts.size import MOST_PLAYERS
from tournaments.domain.desk.decided_points import MOST, find_decided_points
from tournaments.domain.desk.desk_keys import ADJOURN
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.domain.desk.results import WITHOUT_OPPONENT
from tournaments.models import Game

MOST_BOARDS = MOST_PLAYERS // 2
LONGEST_SEEN = MOST_BOARDS * len("12345.123456.12345-12345 ")
SEATS = r"\d{1,5}-\d{1,5}"
SEEN = rf"\d{{1,5}}\.\d{{1,6}}(\.{SEATS})?"


class EntryForm(forms.Form):
    """The result of one board. A button sends only `result`; without it, two scores are the result."""

    result = forms.CharField(required=False, max_length=2)
    white_score = forms.IntegerField(required=False)
    black_score = forms.IntegerField(required=False)
    version = forms.IntegerField(min_value=0)
    uuid = forms.UUIDField()
    reason = forms.CharField(required=False, max_length=200)
    spread = forms.IntegerField(required=False)
    seats = forms.RegexField(rf"^{SEATS}$", required=False)

    def __init__(self, *args: Any, asks_spread: bool = False, **kwargs: Any):
        """Require the spread too where the event `asks_spread`."""
        super().__init__(*args, **kwargs)
        self.asks_spread = asks_spread

    def clean(self) -> dict[str, Any]:
        """Require the spread with two scores where the event asks for it."""
        super().clean()
        found = self.cleaned_data
        scores = (found.get("white_score"), found.get("black_score"))
        if self.asks_spread and "result" not in self.data and None not in scores and found.get("spread") is None:
            self.add_error("spread", _("The spread is needed too: the difference between the two scores."))
        return found

    def entry(self) -> Entry:
        """Return the entry of a valid form."""
        fields = dict(self.cleaned_data)
        if "result" not in self.data:
            return Entry(**{**fields, "result": None})
        fields |= {"white_score": None, "black_score": None, "spread": None}
        return Entry(**fields | read_result(fields["result"]))


class LineForm(forms.Form):
    """The entry line, and `seen`: versions and seats of the boards on the arbiter's screen, as in "3.1.5-12 12.2".

    `board` is the one that the page has found for a name, which stays the same when the entry is sent again.
    """

    line = forms.CharField(required=False, max_length=80)
    seen = forms.RegexField(rf"^({SEEN}(\s+{SEEN})*)?$", required=False, max_length=LONGEST_SEEN)
    uuid = forms.UUIDField()
    board = forms.IntegerField(required=False, min_value=1, max_value=9999)

    def version_of(self, board: int) -> int:
        """Return the version of a board that the arbiter saw: 0 for a board without an entry."""
        return read_seen(self.cleaned_data["seen"]).get(board, (0, ""))[0]

    def seats_of(self, board: int) -> str:
        """Return who sat at a board that the arbiter saw; "" where nobody knows."""
        return read_seen(self.cleaned_data["seen"]).get(board, (0, ""))[1]


class DecisionForm(forms.Form):
    """A decision about one side of a game. The game's version protects it against another arbiter's change."""

    bye = forms.ChoiceField(
        label=_("Without an opponent"),
        choices=[(r.value, r.label) for r in WITHOUT_OPPONENT],
        help_text=_("FIDE’s pairing rules no longer provide for full-point byes: keep them for exceptions."),
    )
    penalty = forms.IntegerField(
        label=_("Penalty"),
        min_value=0,
        help_text=_("Deducted from the player’s score and the spread, for example 10 for overtime."),
    )
    deduction = forms.DecimalField(
        label=_("Deducted points"),
        min_value=0,
        max_value=Decimal("9.9"),  # a tournament file has four columns for it, with the sign
        decimal_places=1,
        help_text=_("The deduction counts from this round on, in the table and for pairings."),
    )
    white_points = forms.DecimalField(min_value=0, max_value=MOST, decimal_places=2, required=False)
    black_points = forms.DecimalField(
        min_value=0,
        max_value=MOST,
        decimal_places=2,
        required=False,
        help_text=_("Instead of the usual points, as long as this result stands. Leave both empty for the usual ones."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Shown in the log."))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, side: str, has_scores: bool):
        """Start with the stored values.

        Only byes have a kind, only games with scores have penalties, only games with a result have points.
        """
        stored = {name: getattr(game, f"{side}_{name}") for name in ("penalty", "deduction")}
        if decided := find_decided_points(game.decided_points, game.result):
            stored |= {"white_points": decided.white, "black_points": decided.black}
        super().__init__(data, initial={**stored, "bye": game.result, "version": game.version}, label_suffix="")
        if has_scores:
            self.fields["bye"].help_text = ""
        if game.black:
            del self.fields["bye"]
        for name, player in (("white_points", game.white), ("black_points", game.black)):
            if player and game.black and game.result:
                self.fields[name].label = gettext("Points of %(name)s for this game") % {"name": player.name}
            else:
                del self.fields[name]
        if not has_scores:
            del self.fields["penalty"]

    def refuse(self, field: str, sentence: str) -> None:
        self.add_error(field if field in self.fields else None, sentence)

    def decision(self) -> Decision:
        """Return the decision of a valid form."""
        return Decision(**self.cleaned_data)


def read_result(sent: str | None) -> dict[str, Any]:
    """Return what a button or the entry line sends as the fields of an entry: an adjourned game has no result."""
    return {"result": "", "is_adjourned": True} if sent == ADJOURN else {"result": sent}


def read_stamps(text: str) -> dict[int, str]:
    """Read "1-3.1 12.2-1" as the stamps of boards, one for each state of a row; boards 1 to 3 share theirs."""
    pairs = (pair.partition(".") for pair in text.split())
    return {board: stamp for boards, _dot, stamp in pairs for board in read_run(boards)}


def read_run(text: str) -> range:
    """Read "3" or "1-3" as numbers of boards; none from other text, and from more boards than a round has."""
    first, _dash, last = text.partition("-")
    start, end = read_number(first), read_number(last or first)
    return range(start, end + 1) if start is not None and end is not None and end - start < MOST_BOARDS else range(0)


def read_seen(text: str) -> dict[int, tuple[int, str]]:
    """Read "3.1.5-12 12.2" as the versions of boards, and who sat there; other text is ignored."""
    parts = ((*each.split("."), "", "") for each in text.split())
    seen = ((read_number(board), read_number(version), seats) for board, version, seats, *_rest in parts)
    return {board: (version, seats) for board, version, seats in seen if board is not None and version is not None}


def read_number(text: str) -> int | None:
    """Read the number of a round, a board or a version; None for other text and for longer numbers."""
    return int(text) if text.isdecimal() and len(text) < 8 else None


def read_uuid(text: str) -> UUID | None:
    """Read a client's number of an entry; None for other text."""
    try:
        return UUID(text)
    except ValueError:
        return None
