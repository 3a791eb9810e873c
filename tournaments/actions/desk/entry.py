"""Results go in: entered, corrected, cleared, taken back. Nothing is overwritten that the arbiter had not seen."""

from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.actions.writing import PLAYER, Actor, record, writing
from tournaments.domain.choices import Verification
from tournaments.domain.disciplines import Discipline
from tournaments.domain.entry import Entry
from tournaments.domain.log_actions import ENTRIES, LogAction
from tournaments.domain.results import Result, Value, settle
from tournaments.models import Event, Game, LogEntry
from tournaments.operation import backups, metrics
from tournaments.queries.games import last_paired_round
from tournaments.queries.progress import read_progress

NO_BOARD = sentence("board-unknown", gettext_noop("There is no board {board} in round {round}."))
NO_TABLE = sentence("table-unknown", gettext_noop("There is no table {board} in round {round}."))
OTHER_ENTRY = sentence("uuid-reused", gettext_noop("This entry was already used for another result."))
OLD_ROUND = sentence(
    "round-closed", gettext_noop("Only the chief arbiter can still correct a result of round {round}.")
)
REASON_NEEDED = sentence("reason-missing", gettext_noop("A reason is needed here."))
NOTHING_TO_UNDO = sentence("nothing-to-undo", gettext_noop("There is no entry of yours to undo."))
SPREAD = sentence(
    "spread-contradicts-scores", gettext_noop("You typed a spread of {spread}, but the scores differ by {difference}.")
)
ENDED = sentence(
    "line-up-ended", gettext_noop("This match was decided without play: let its boards count again first.")
)
CHANGED = sentence("changed-since", gettext_noop("Somebody else has since changed board {board} of round {round}."))


class Answer(NamedTuple):
    """What became of an entry: "saved", "same", "checked", "conflict", "differs", "replay" or "undone".

    `game` is the board as it is now; `stored` is the answer as it was given: the value that is in the database with
    the versions of game and event (for a conflict the other arbiter's, for a replay what the first try had saved).
    """

    outcome: str
    game: Game
    stored: dict[str, Any]


@metrics.counted
def enter_result(event: Event, round_number: int, board: int, entry: Entry, by: Actor) -> Answer:
    """Store the result of one board, unless it is there already or somebody else has changed it since.

    The same result as both players have reported confirms their reports.
    Who may enter is for the caller to check; corrections of older rounds are checked here. Raise Refusal.
    """
    with writing(event) as event:
        game = find_board(event, round__number=round_number, board=board)
        after = settle(event.discipline, entry.value)
        check_spread(after, entry.spread)
        kept = event.log.filter(uuid=entry.uuid).first() if entry.uuid else None
        if kept:
            return replay(kept, game, after)
        if after == Value.of(game):
            is_report = game.is_provisional and game.entered_by_id is None and by.user is not None
            return (
                confirm_result(event, game, by, uuid=entry.uuid)
                if is_report
                else Answer("same", game, answer_facts(event, game))
            )
        if entry.version != game.version:
            return Answer("conflict", game, answer_facts(event, game))
        if game.result != Result.OPEN:
            check_age(event, game, entry.reason, by)
        return store_result(event, game, after, by, choose_action(game, after), reason=entry.reason, uuid=entry.uuid)


def undo_last_entry(event: Event, by: Actor, uuid: UUID | None = None) -> Answer:
    """Take back the last entry of the same user that is not taken back yet; the same `uuid` again changes nothing.

    Raise Refusal where it no longer stands, where its round is closed to them, or where `uuid` was used for another
    entry.
    """
    with writing(event) as event:
        kept = event.log.filter(uuid=uuid).select_related("actor").first() if uuid else None
        if kept:
            return replay_undo(event, kept, by)
        last = last_entry(event, by)
        if last is None:
            raise Refusal(NOTHING_TO_UNDO)
        game = find_board(event, pk=last.game_id)
        newest = event.log.filter(game_id=game.pk, action__in=(*ENTRIES, LogAction.UNDO, LogAction.CHECK)).first()
        if newest.actor_id != last.actor_id or Value.of(game) != Value(**last.after):
            raise Refusal(CHANGED, board=game.board, round=game.round.number)
        check_age(event, game, "taken back", by)
        return store_result(event, game, Value(**last.before), by, LogAction.UNDO, undone=last.pk, uuid=uuid)


def last_entry(event: Event, by: Actor) -> LogEntry | None:
    """Return the newest own entry that was not taken back."""
    own = event.log.filter(actor=by.user)
    undone = {answer["undone"] for answer in own.filter(action=LogAction.UNDO).values_list("answer", flat=True)}
    return own.filter(action__in=ENTRIES).exclude(pk__in=undone).first()


def find_board(event: Event, **board: Any) -> Game:
    """Return one paired board of the event with its players. Raise Refusal where there is none."""
    games = Game.objects.select_related("round", "white", "black", "entered_by", "checked_by")
    try:
        return games.get(round__event=event, black__isnull=False, **board)
    except Game.DoesNotExist:
        raise Refusal(
            no_board_code(event), field="board", board=board.get("board", ""), round=board.get("round__number", "")
        ) from None


def no_board_code(event: Event) -> str:
    return NO_BOARD if event.discipline == Discipline.CHESS else NO_TABLE


def check_age(event: Event, game: Game, reason: str, by: Actor) -> None:
    """Refuse to touch a result before the previous round, except to the higher roles with a reason."""
    number = game.round.number
    if number >= last_paired_round(event) - 1 or number >= read_progress(event).round - 1:
        return  # no round runs that is not paired: mostly the first, shorter question is enough
    if not policy.may(by.user, event, policy.CORRECT_OLD):
        raise Refusal(OLD_ROUND, field="result", round=number)
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")


def check_spread(value: Value, spread: int | None) -> None:
    """Refuse a spread that is not the difference of the scores."""
    if spread is None or value.white_score is None or value.black_score is None:
        return
    difference = value.white_score - value.black_score
    if spread not in (difference, abs(difference)):
        raise Refusal(SPREAD, field="spread", spread=spread, difference=difference)


def choose_action(game: Game, after: Value) -> LogAction:
    if after.is_adjourned:
        return LogAction.ADJOURN
    if after.result == Result.OPEN:
        return LogAction.CLEAR
    return LogAction.ENTER if game.result == Result.OPEN else LogAction.CORRECT


def store_result(
    event: Event, game: Game, after: Value, by: Actor, action: LogAction, *, undone=None, **facts: Any
) -> Answer:
    """Write the value into the game and the log, and return the answer that the log keeps for a replay.

    It is provisional where the event wants a second look, and where nobody but the players says so. Raise Refusal.
    """
    check_end(game)
    before = Value.of(game)
    game.result, game.white_score, game.black_score, game.is_adjourned = after
    game.version += 1
    is_open = after.result == Result.OPEN
    game.is_provisional = not is_open and (event.verification != Verification.OFF or by.role == PLAYER)
    game.checked_by, game.checked_at = None, None
    game.entered_by, game.entered_at = (None, None) if is_open else (by.user, timezone.now())
    game.save()
    stored = {**after._asdict(), "version": game.version, "event_version": event.version + 1, "at": entry_place(game)}
    answer = stored if undone is None else {**stored, "undone": undone}
    record(event, by, action, game_id=game.pk, before=before._asdict(), after=after._asdict(), answer=answer, **facts)
    if before.result == Result.OPEN != after.result:
        backups.ask_after_round(event, game.round)
    return Answer("saved" if undone is None else "undone", game, stored)


def check_end(game: Game) -> None:
    """Refuse to write on a board whose match was decided without play."""
    if game.match_id and game.match.end:
        raise Refusal(ENDED, field="result")


def confirm_result(event: Event, game: Game, by: Actor, **facts: Any) -> Answer:
    """Note that a second person has found the same result."""
    game.is_provisional, game.checked_by, game.checked_at = False, by.user, timezone.now()
    game.version += 1
    game.save()
    value = Value.of(game)._asdict()
    stored = {**value, "version": game.version, "event_version": event.version + 1, "at": entry_place(game)}
    record(event, by, LogAction.CHECK, game_id=game.pk, before=value, after=value, answer=stored, **facts)
    return Answer("checked", game, stored)


def answer_facts(event: Event, game: Game) -> dict[str, Any]:
    return {
        **Value.of(game)._asdict(),
        "version": game.version,
        "event_version": event.version,
        "at": entry_place(game),
    }


def entry_place(game: Game) -> list[int | None]:
    """Return round, board and both players: where an entry was made, also when the game is no longer there."""
    return [game.round.number, game.board, game.white.number, game.black.number]


def replay(kept: LogEntry, game: Game, after: Value) -> Answer:
    """Give the kept answer again; refuse an entry number that was used for something else."""
    if kept.game_id != game.pk or Value(**kept.after) != after:
        raise Refusal(OTHER_ENTRY, field="uuid")
    return Answer("replay", game, kept.answer)


def replay_undo(event: Event, kept: LogEntry, by: Actor) -> Answer:
    """Give the stored answer of an undo again; refuse an entry number that was used for something else."""
    if kept.action != LogAction.UNDO or kept.actor != by.user:
        raise Refusal(OTHER_ENTRY, field="uuid")
    return Answer("undone", find_board(event, pk=kept.game_id), kept.answer)
