"""Undo one's own last entry: the result of a board, or all those of a match that were typed as one line."""

from uuid import UUID, uuid5

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import (
    OTHER_ENTRY,
    EntryOutcome,
    answer_values,
    check_right,
    find_board,
    store_result,
)
from tournaments.actions.writing import Actor, writing
from tournaments.domain.desk.results import Value
from tournaments.domain.event.log_actions import ENTRIES, LogAction
from tournaments.models import Event, Game, LogEntry
from tournaments.queries.desk.board_labels import board_label

NOTHING_TO_UNDO = sentence("nothing-to-undo", gettext_noop("There is no entry of yours to undo."))
CHANGED = sentence("changed-since", gettext_noop("Somebody else has since changed board {board} of round {round}."))
TABLE_CHANGED = sentence(
    "table-changed-since", gettext_noop("Somebody else has since changed table {board} of round {round}.")
)


def undo_last_entry(event: Event, by: Actor, uuid: UUID | None = None, in_round: int | None = None) -> EntryOutcome:
    """Undo the user's last entry that is not undone yet; the same `uuid` again changes nothing.

    Boards that were entered as one line are undone together, or none of them. An entry that is not `in_round` is left
    alone: the outcome is "elsewhere", with the boards that it would change. Raise Refusal where a board has changed
    since, where the user may no longer correct its round, or where `uuid` was used for another entry.
    """
    with writing(event) as event:
        first = event.log.filter(uuid=uuid).select_related("actor").first() if uuid else None
        if first:
            return replay_undo(event, first, by)
        last = last_entry(event, by)
        if last is None:
            raise Refusal(NOTHING_TO_UNDO)
        lines = read_same_line(event, last)
        games = [find_board(event, pk=line.game_id) for line in lines]
        if in_round not in (None, games[0].round.number):
            return EntryOutcome("elsewhere", games[0], answer_values(games[0], event.version), more=tuple(games[1:]))
        for line, game in zip(lines, games, strict=True):
            check_unchanged(event, game, line)
            check_right(event, game, by)
        together = uuid if len(lines) > 1 else None
        answers = [
            store_result(
                event, game, Value(**line.old_values), by, LogAction.UNDO, undone=line.pk, line=together,
                uuid=uuid5(uuid, str(game.pk)) if uuid and game != games[-1] else uuid,
            )
            for line, game in zip(lines, games, strict=True)
        ]  # fmt: skip
        return answers[-1]._replace(game=games[0], more=tuple(games[1:]))


def last_entry(event: Event, by: Actor) -> LogEntry | None:
    """Return the user's newest entry that is not undone."""
    own = event.log.filter(actor=by.user)
    lines = own.filter(action=LogAction.UNDO).only("answer")
    undone = {key for line in lines if (key := line.stored_answer.get("undone"))}
    return own.filter(action__in=ENTRIES).exclude(pk__in=undone).first()


def read_same_line(event: Event, entry: LogEntry) -> list[LogEntry]:
    """Return the log entries of all boards that were sent as one line with this one, in their order."""
    number = entry.stored_answer.get("line")
    same = event.log.filter(actor=entry.actor_id, answer__line=number).order_by("pk") if number else ()
    return list(same) or [entry]


def check_unchanged(event: Event, game: Game, entry: LogEntry) -> None:
    """Refuse to undo an entry whose board has changed since."""
    newest = event.log.filter(game_id=game.pk, action__in=(*ENTRIES, LogAction.UNDO, LogAction.CHECK)).first()
    if newest is None or newest.actor_id != entry.actor_id or Value.of(game) != Value(**entry.new_values):
        code = CHANGED if event.game.has_boards else TABLE_CHANGED
        raise Refusal(code, board=board_label(event, game.board), round=game.round.number)


def replay_undo(event: Event, first: LogEntry, by: Actor) -> EntryOutcome:
    """Return the stored answer to an undo; refuse an entry number that was used for something else."""
    if first.action != LogAction.UNDO or first.actor != by.user:
        raise Refusal(OTHER_ENTRY, field="uuid")
    games = [find_board(event, pk=line.game_id) for line in read_same_line(event, first)]
    return EntryOutcome("undone", games[0], first.stored_answer, more=tuple(games[1:]))
