"""Enter, correct and clear results. Nothing is overwritten by surprise: `domain/desk/protection.py` has the rule."""

from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import policy
from tournaments.access.reader import staff_reader
from tournaments.actions.event.kept_copies import request_copies
from tournaments.actions.writing import PLAYER, Actor, record, writing
from tournaments.domain.choices import Provenance, Verification
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import FOR_CHIEFS, Protection, StoredResult, find_protection
from tournaments.domain.desk.results import Result, Value, settle
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import ArbiterCall, BoardNote, Event, Game, LogEntry, PlayerReport
from tournaments.models.prepared_queries import PreparedQuery
from tournaments.operation import metrics
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import BoardCounts, count_boards, last_paired_round
from tournaments.queries.standings.closing_evidence import is_closed

NO_BOARD = sentence("board-unknown", gettext_noop("There is no board {board} in round {round}."))
NO_TABLE = sentence("table-unknown", gettext_noop("There is no table {board} in round {round}."))
OTHER_ENTRY = sentence("uuid-reused", gettext_noop("This entry was already used for another result."))
OLD_ROUND = sentence(
    "round-closed", gettext_noop("Only the chief arbiter and the owner can still correct a result of round {round}.")
)
FINAL = sentence(
    "event-final",
    gettext_noop("This event is final: only the chief arbiter and the owner can still correct a result."),
)
BARRED = frozenset({OLD_ROUND, FINAL})  # what only those in charge may change
PAST = sentence(
    "round-past",
    gettext_noop(
        "Round {round} is older than the previous one: by FIDE’s rules (C.04.2) its results stay as they were used "
        "for pairing. To change one all the same, leave FIDE mode on the Settings page."
    ),
)
REASON_NEEDED = sentence("reason-missing", gettext_noop("A reason is needed here."))
SPREAD = sentence(
    "spread-contradicts-scores", gettext_noop("You typed a spread of {spread}, but the scores differ by {difference}.")
)
ENDED = sentence(
    "line-up-ended", gettext_noop("This match was decided without play: let its boards count again first.")
)


# Asked for with a board: most have nothing of this.
FOUND = {
    "has_player_reports": Exists(PlayerReport.objects.filter(game=OuterRef("pk"))),
    "has_notes": Exists(BoardNote.objects.filter(game=OuterRef("pk"))),
    "has_open_call": Exists(ArbiterCall.objects.filter(game=OuterRef("pk"), taken_by=None)),
}
ENTRY_WITH_NUMBER = PreparedQuery(LogEntry.objects.all(), "event", "uuid")
# What an entry writes of a game; penalties and the pairing stay as they are.
ENTERED = (
    *("result", "white_score", "black_score", "is_adjourned", "version", "is_provisional"),
    *("checked_by", "checked_at", "entered_by", "entered_at", "provenance"),
)


class EntryOutcome(NamedTuple):
    """The outcome of an entry: "saved", "same", "checked", "conflict", "differs", "replay", "undone" or "elsewhere".

    "rated" is one that the rating report alone has.
    `game` is the board as it is now, and `more` are the other boards that are undone with it. `stored` is the answer
    that was given: the value in the database with the versions of game and event. For a conflict it is the other
    arbiter's value, for a replay what the first attempt saved. A conflict says what protects the stored result; None
    where the board has changed since the arbiter saw it. `counts` are those of its round after a write, and
    `replaced` is the result that the entry took the place of.
    """

    outcome: str
    game: Game
    stored: dict[str, Any]
    protection: Protection | None = None
    more: tuple[Game, ...] = ()
    counts: BoardCounts | None = None
    replaced: Value | None = None


@metrics.count_entries
def enter_result(event: Event, round_number: int, board: int, entry: Entry, by: Actor) -> EntryOutcome:
    """Store the result of one board, unless it is already there, or protected, or the board has changed since.

    An entry with a reason replaces a protected result. A result that both players have reported is confirmed when an
    arbiter enters the same one. The caller checks who may enter results; this function checks who may replace which.
    Raise Refusal.
    """
    with writing(event) as event:
        game = find_board(event, round__number=round_number, board=board)
        after = settle(event.discipline, entry.value)
        check_spread(after, entry.spread)
        if first := ENTRY_WITH_NUMBER.first(event=event.pk, uuid=entry.uuid) if entry.uuid else None:
            return replay(first, game, after)
        if entry.seats not in ("", game.seats):
            return EntryOutcome("conflict", game, answer_values(game, event.version))
        if after == Value.of(game) and not game.rating_result:
            if game.is_provisional and game.provenance == Provenance.PLAYERS and by.user is not None:
                return confirm_result(event, game, by, uuid=entry.uuid)
            return EntryOutcome("same", game, answer_values(game, event.version))
        check_end(game)
        if entry.version != game.version:
            return EntryOutcome("conflict", game, answer_values(game, event.version))
        protection = check_right(event, game, by, is_entry=True) or find_drawn(event, game, after)
        if protection and not entry.reason.strip():
            return EntryOutcome("conflict", game, answer_values(game, event.version), protection)
        if protection is Protection.PAST:
            return correct_rating_report(event, game, after, by, reason=entry.reason, uuid=entry.uuid)
        return store_result(
            event, game, after, by, choose_action(game, after), line=entry.line, reason=entry.reason, uuid=entry.uuid
        )


def find_board(event: Event, **board: Any) -> Game:
    """Return one paired board of the event with its players. One query. Raise Refusal where it does not exist."""
    try:
        return prepare_board(*board).get(round__event=event.pk, **board)
    except Game.DoesNotExist:
        raise Refusal(
            no_board_code(event), field="board", board=board.get("board", ""), round=board.get("round__number", "")
        ) from None


@cache
def prepare_board(*names: str) -> PreparedQuery[Game]:
    """Return the query for a board by some of its fields."""
    games = Game.objects.select_related("round", "white", "black", "match").annotate(**FOUND)
    return PreparedQuery(games.filter(black__isnull=False), "round__event", *names)


def no_board_code(event: Event) -> str:
    return NO_BOARD if event.game.has_boards else NO_TABLE


def check_right(event: Event, game: Game, by: Actor, *, is_entry: bool = False) -> Protection | None:
    """Return what protects a board against a different value. Raise Refusal where it is not for this person.

    In FIDE mode a result of a round before the previous one stays: an entry corrects the rating report alone, and
    everything else is refused. An open game is decided at any time.
    """
    protection = read_protection(event, game, by)
    if protection in FOR_CHIEFS and event.is_in_fide_mode and is_past(event, game):
        protection = Protection.PAST
    if protection in FOR_CHIEFS and not policy.may(by.user, event, policy.CORRECT_OLD):
        code = FINAL if protection is Protection.FINAL else OLD_ROUND
        raise Refusal(code, field="result", round=game.round.number)
    if protection is Protection.PAST and not is_entry:
        raise Refusal(PAST, field="result", round=game.round.number)
    return protection


def find_drawn(event: Event, game: Game, after: Value) -> Protection | None:
    """Return what makes an arbiter of chess look twice: an adjourned game that is no draw, as it was for a pairing."""
    is_decided = after.result not in (Result.OPEN, Result.DRAW)
    was_paired_on = is_decided and game.is_adjourned and event.game.follows_fide
    return Protection.DRAWN if was_paired_on and game.round.number < last_paired_round(event) else None


def is_past(event: Event, game: Game) -> bool:
    """Tell whether a board has a result from a round before the previous one, on which a round was paired since."""
    if game.result == Result.OPEN or read_progress(staff_reader(event)).round - game.round.number <= 1:
        return False
    since = {"at__gt": game.entered_at} if game.entered_at else {}
    return event.log.filter(action__in=(LogAction.PUBLISH, LogAction.IMPORT), **since).exists()


def check_reason(event: Event, game: Game, reason: str, by: Actor) -> None:
    """Refuse a change of a protected board without the right to it, or without a reason."""
    if check_right(event, game, by) and not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")


def read_protection(event: Event, game: Game, by: Actor) -> Protection | None:
    """Return what protects a board. No query for an open one."""
    if game.result == Result.OPEN:
        return find_protection(StoredResult(is_open=True, is_final=event.is_final))
    number, last = game.round.number, last_paired_round(event)
    return find_protection(
        StoredResult(
            is_own=game.entered_by_id == getattr(by.user, "pk", None),  # commands and files have no user
            is_confirmed=game.checked_at is not None,
            rounds_ago=max(0, read_progress(staff_reader(event)).round - number) if number < last else 0,
            is_closed=is_closed(event, number),
            is_final=event.is_final,
        )
    )


def check_spread(value: Value, spread: int | None) -> None:
    """Refuse a spread that is not the difference of the scores, with or without its sign."""
    if spread is None or value.white_score is None or value.black_score is None:
        return
    difference = value.white_score - value.black_score
    if spread not in (difference, abs(difference)):
        raise Refusal(SPREAD, field="spread", spread=spread, difference=difference)


def correct_rating_report(
    event: Event, game: Game, after: Value, by: Actor, *, reason: str, uuid: UUID | None
) -> EntryOutcome:
    """Give a board another result in the rating report alone; the one that pairings used takes that back."""
    if not after.result:
        raise Refusal(PAST, field="result", round=game.round.number)
    before = Value.of(game)._replace(result=game.rating_result or game.result)
    game.rating_result = after.result if after.result != game.result else ""
    game.version += 1
    game.save(update_fields=["rating_result", "version"])
    stored = answer_values(game, event.version + 1)
    record(
        event,
        by,
        LogAction.RATE,
        game_id=game.pk,
        before=before._asdict(),
        after=after._asdict(),
        reason=reason,
        uuid=uuid,
        answer=stored,
    )
    return EntryOutcome("rated", game, stored)


def choose_action(game: Game, after: Value) -> LogAction:
    """Return the action that turns a board into its next value."""
    if after.is_adjourned:
        return LogAction.ADJOURN
    if after.result == Result.OPEN:
        return LogAction.CLEAR
    return LogAction.ENTER if game.result == Result.OPEN else LogAction.CORRECT


def store_result(
    event: Event,
    game: Game,
    after: Value,
    by: Actor,
    action: LogAction,
    *,
    undone: int | None = None,
    line: UUID | None = None,
    **facts: Any,
) -> EntryOutcome:
    """Store a value in the game and the log, and return the answer that the log keeps for a replay.

    It is provisional where the event asks for a second check, and where only the players have reported it. `undone` is
    the key of the entry that is undone, `line` the number under which several boards are sent as one. Raise Refusal.
    """
    check_end(game)
    before = Value.of(game)
    game.result, (game.white_score, game.black_score, game.is_adjourned) = after.result or Result.OPEN, after[1:]
    game.version += 1
    is_open = after.result == Result.OPEN
    game.is_provisional = not is_open and (event.verification != Verification.OFF or by.role == PLAYER)
    game.checked_by, game.checked_at = None, None
    game.entered_by, game.entered_at = (None, None) if is_open else (by.user, timezone.now())
    game.provenance = "" if is_open else find_provenance(by)
    game.save(update_fields=ENTERED)
    if game.has_open_call and not is_open:
        # Whoever waited has agreed meanwhile, or somebody came without a word: nobody should still walk there. Who is
        # on the way has something to note, and ends the call; after the result the table can call again.
        ArbiterCall.objects.filter(game=game, taken_by=None).delete()
    stored = answer_values(game, event.version + 1)
    answer = {**stored, **({"undone": undone} if undone else {}), **({"line": str(line)} if line else {})}
    record(event, by, action, game_id=game.pk, before=before._asdict(), after=after._asdict(), answer=answer, **facts)
    counts = count_boards(event, game.round.number)
    if before.result == Result.OPEN != after.result and not counts.open:
        request_copies(event)
    if undone is not None:
        return EntryOutcome("undone", game, stored, counts=counts)
    return EntryOutcome("saved", game, stored, counts=counts, replaced=before if before.result else None)


def find_provenance(by: Actor) -> Provenance:
    """Return the provenance of a result that is being stored."""
    if by.role == PLAYER:
        return Provenance.PLAYERS
    return Provenance.STAFF if by.user else Provenance.COMMAND


def check_end(game: Game) -> None:
    """Refuse changes to a board whose match was decided without play."""
    if game.match and game.match.end:
        raise Refusal(ENDED, field="result")


def confirm_result(event: Event, game: Game, by: Actor, **facts: Any) -> EntryOutcome:
    """Record that a second person confirms the result."""
    game.is_provisional, game.checked_by, game.checked_at = False, by.user, timezone.now()
    game.version += 1
    game.save()
    value, stored = Value.of(game)._asdict(), answer_values(game, event.version + 1)
    record(event, by, LogAction.CHECK, game_id=game.pk, before=value, after=value, answer=stored, **facts)
    return EntryOutcome("checked", game, stored)


def answer_values(game: Game, event_version: int) -> dict[str, Any]:
    """Return a board as answers hold it: its value, its version and the event's, and where it is.

    The place is its round, its number and both players: it says where an entry was made even if the game is gone.
    """
    place = [game.round.number, game.board, game.white.number, game.black and game.black.number]
    return {**Value.of(game)._asdict(), "version": game.version, "event_version": event_version, "at": place}


def replay(first: LogEntry, game: Game, after: Value) -> EntryOutcome:
    """Return the stored answer to an entry; refuse an entry number that was used for something else."""
    if first.game_id != game.pk or Value(**first.new_values) != after:
        raise Refusal(OTHER_ENTRY, field="uuid")
    return EntryOutcome("replay", game, first.stored_answer)
