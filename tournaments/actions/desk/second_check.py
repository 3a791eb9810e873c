"""The second check: another person confirms a result, or enters it again without seeing it."""

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import EntryOutcome, answer_values, check_spread, confirm_result, find_board
from tournaments.actions.writing import Actor, writing
from tournaments.domain.choices import Verification
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Value, settle
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game

OWN = sentence("check-own", gettext_noop("You entered this result yourself: somebody else must check it."))
BLIND = sentence("check-blind", gettext_noop("In this event a result is checked by entering it again."))
REUSED = sentence("check-uuid-reused", gettext_noop("This check was already used for another board."))


def check_result(event: Event, round_number: int, board: int, entry: Entry, by: Actor) -> EntryOutcome:
    """Confirm a provisional result. An entry with a value is the result entered again; another value "differs".

    A difference writes nothing: the slip decides who is right, and a correction is an entry like any other. Raise
    Refusal to the person who entered the result, and for a missing value where the event checks blindly.
    """
    with writing(event) as event:
        game = find_board(event, round__number=round_number, board=board)
        first = event.log.filter(uuid=entry.uuid).first() if entry.uuid else None
        if first:
            if first.game_id != game.pk or first.action != LogAction.CHECK:
                raise Refusal(REUSED, field="uuid")
            return EntryOutcome("replay", game, first.stored_answer)
        if entry.seats not in ("", game.seats):
            return EntryOutcome("conflict", game, answer_values(game, event.version))
        if not game.is_provisional:
            return EntryOutcome("same", game, answer_values(game, event.version))
        if game.entered_by_id is not None and game.entered_by_id == getattr(by.user, "pk", None):
            raise Refusal(OWN, field="result")
        if entry.version != game.version:
            return EntryOutcome("conflict", game, answer_values(game, event.version))
        if is_different(event, game, entry):
            return EntryOutcome("differs", game, answer_values(game, event.version))
        return confirm_result(event, game, by, uuid=entry.uuid)


def is_different(event: Event, game: Game, entry: Entry) -> bool:
    """Return whether the result that was entered again is another one. An entry without a value only confirms."""
    if entry.value == Value(None):
        if event.verification == Verification.BLIND:
            raise Refusal(BLIND, field="result")
        return False
    again = settle(event.discipline, entry.value)
    check_spread(again, entry.spread)
    return again != Value.of(game)
