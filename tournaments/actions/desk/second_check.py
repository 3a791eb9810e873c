"""The second pair of eyes: another person confirms a result, or enters it again without seeing it."""

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import Answer, answer_facts, check_spread, confirm_result, find_board
from tournaments.actions.writing import Actor, writing
from tournaments.domain.choices import Verification
from tournaments.domain.entry import Entry
from tournaments.domain.log_actions import LogAction
from tournaments.domain.results import Value, settle
from tournaments.models import Event

OWN = sentence("check-own", gettext_noop("You entered this result yourself: somebody else must check it."))
BLIND = sentence("check-blind", gettext_noop("In this event a result is checked by entering it again."))
REUSED = sentence("check-uuid-reused", gettext_noop("This check was already used for another board."))


def check_result(event: Event, round_number: int, board: int, entry: Entry, by: Actor) -> Answer:
    """Confirm a provisional result. An entry with a value is the result entered again: another one "differs".

    A difference writes nothing: whoever is right, the slip decides, and a correction is an entry like any other.
    Raise Refusal to whoever entered the result, and without a value where the event wants it entered blindly.
    """
    with writing(event) as event:
        game = find_board(event, round__number=round_number, board=board)
        kept = event.log.filter(uuid=entry.uuid).first() if entry.uuid else None
        if kept:
            if kept.game_id != game.pk or kept.action != LogAction.CHECK:
                raise Refusal(REUSED, field="uuid")
            return Answer("replay", game, kept.answer)
        if not game.is_provisional:
            return Answer("same", game, answer_facts(event, game))
        if game.entered_by_id is not None and game.entered_by_id == getattr(by.user, "pk", None):
            raise Refusal(OWN, field="result")
        if entry.version != game.version:
            return Answer("conflict", game, answer_facts(event, game))
        if is_different(event, game, entry):
            return Answer("differs", game, answer_facts(event, game))
        return confirm_result(event, game, by, uuid=entry.uuid)


def is_different(event: Event, game, entry: Entry) -> bool:
    """Tell whether the result entered again is another one; without a value nothing was entered."""
    if entry.value == Value(None):
        if event.verification == Verification.BLIND:
            raise Refusal(BLIND, field="result")
        return False
    again = settle(event.discipline, entry.value)
    check_spread(again, entry.spread)
    return again != Value.of(game)
