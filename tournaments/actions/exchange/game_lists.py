"""Import pairings and results from a list: publish whole rounds and enter results, all or nothing."""

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from typing import Any, NamedTuple

from django.utils import timezone

from pairing.rules.fixed_tables import assign_tables
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import check_reason, choose_action, find_board
from tournaments.actions.desk.entry import store_result as enter
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import Provenance, Verification
from tournaments.domain.desk.results import WITHOUT_OPPONENT, Result, Value, settle
from tournaments.domain.event.log_actions import LogAction
from tournaments.imports.game_list import GameLine
from tournaments.models import Event, Game, Player, Round
from tournaments.queries.rounds import round_times
from tournaments.queries.rounds.games import last_paired_round, read_absences, read_fixed_tables

ROUND_GAP = sentence("games-round-gap", gettext_noop("Round {round} comes too early: round {next} is still missing."))
NO_PLAYER = sentence("games-player", gettext_noop("There is no player with the number {number}."))
SEATED_TWICE = sentence("games-twice", gettext_noop("Player {number} has two places in round {round}."))
BOARD_TWICE = sentence("games-board", gettext_noop("Board {board} appears twice in round {round}."))
OF_TEAMS = sentence("games-teams", gettext_noop("Team rounds are drawn here or imported from a tournament file."))
NO_BOARD = sentence("games-no-board", gettext_noop("These two players do not meet in round {round}."))
NOTHING = sentence("games-nothing", gettext_noop("There is nothing to import."))


class ImportCount(NamedTuple):
    """The number of rounds that were published and of results that were entered."""

    rounds: int
    results: int


def import_games(event: Event, lines: Sequence[GameLine], by: Actor, *, file: str, reason: str = "") -> ImportCount:
    """Publish new rounds with their results, and enter the results of the others; the same results write nothing.

    Corrections of older rounds need a reason, as at the desk. Raise Refusal with file, line and field.
    """
    if not lines:
        raise Refusal(NOTHING, field="file")
    with writing(event) as event:
        last = last_paired_round(event)
        results = [line for line in lines if line.black is not None and line.value is not None]
        rounds = publish_new_rounds(event, lines, by, file)
        entered = sum(line.round > last or enter_line(event, line, by, file, reason or file) for line in results)
        return ImportCount(rounds, entered)


def publish_new_rounds(event: Event, lines: Sequence[GameLine], by: Actor, file: str) -> int:
    """Publish the rounds after the last one, in order, and return how many there are."""
    last, count = last_paired_round(event), 0
    new = sorted((line for line in lines if line.round > last), key=lambda line: (line.round, line.line))
    players = {player.number: player for player in event.players.all()}
    for number, group in groupby(new, key=lambda line: line.round):
        own = list(group)
        if event.of_teams:
            raise Refusal(OF_TEAMS, file=file, line=own[0].line, field="round")
        if number != last + 1:
            raise Refusal(ROUND_GAP, file=file, line=own[0].line, field="round", round=number, next=last + 1)
        publish_listed_round(event, number, own, players, by, file)
        last, count = number, count + 1
    return count


def publish_listed_round(
    event: Event, number: int, lines: list[GameLine], players: dict[int, Player], by: Actor, file: str
) -> None:
    """Store one round: its boards with their results, its byes, and everybody else as absent.

    The log stores the results in the same line as the round, so that a whole tournament imports quickly.
    """
    check_lines(lines, players, file)
    its_round, _created = Round.objects.get_or_create(event=event, number=number)
    its_round.starts_at = round_times.read_round_times(event).get(number)
    its_round.save(update_fields=["starts_at"])
    free = free_boards(event, lines)
    games = [
        Game(
            round=its_round,
            board=line.board or next(free),
            white=players[line.white],
            black=players[line.black],
            **result_fields(event, line, by, file),
        )
        if line.black
        else Game(round=its_round, white=players[line.white], **bye_fields(line))
        for line in lines
    ]
    here = {seat for line in lines for seat in (line.white, line.black)}
    known = set(its_round.games.values_list("white__number", flat=True))
    asked = read_absences(event, number)
    games += [
        Game(round=its_round, white=players[n], result=asked.get(n, Result.ABSENT))
        for n in sorted(players.keys() - here - known)
    ]
    Game.objects.bulk_create(games)
    event.drafts.all().delete()
    boards = [[line.white, line.black] for line in lines if line.black]
    byes = [line.white for line in lines if not line.black and line.value and line.value.result == Result.BYE]
    results = [[line.white, line.value.result] for line in lines if line.black and line.value]
    after = {"rounds": [{"round": number, "boards": boards, "byes": byes, "results": results}], "faults": []}
    record(event, by, LogAction.PUBLISH, before={"proposed": []}, after=after, reason=file)


def free_boards(event: Event, lines: list[GameLine]) -> Iterator[int]:
    """Yield numbers for the boards without one; where no line names a board, fixed tables count."""
    taken = {line.board for line in lines if line.board and line.black}
    if taken:
        return (board for board in count(1) if board not in taken)
    pairs = [(line.white, line.black) for line in lines if line.black and not line.board]
    return iter(assign_tables(pairs, read_fixed_tables(event)))


def result_fields(event: Event, line: GameLine, by: Actor, file: str) -> dict[str, Any]:
    """Return the fields of a board's result, none for an open board."""
    if line.value is None:
        return {}
    try:
        value = settle(event.discipline, line.value)
    except Refusal as refusal:
        refusal.file, refusal.line = file, line.line
        raise
    return {
        **value._asdict(),
        "version": 1,
        "is_provisional": event.verification != Verification.OFF,
        "entered_by": by.user,
        "entered_at": timezone.now(),
        "provenance": Provenance.FILE,
    }


def bye_fields(line: GameLine) -> dict[str, Any]:
    """Return the fields of a round without an opponent."""
    value = line.value or Value(Result.ABSENT)
    result = value.result if value.result in WITHOUT_OPPONENT else Result.ABSENT
    return {"result": result, "white_score": value.white_score}


def check_lines(lines: list[GameLine], players: dict[int, Player], file: str) -> None:
    """Raise Refusal for unknown players, and for seats and boards that are taken twice."""
    seats: set[int] = set()
    boards: set[int] = set()
    for line in lines:
        for number in filter(None, (line.white, line.black)):
            if number not in players:
                raise Refusal(NO_PLAYER, file=file, line=line.line, field="player", number=number)
            if number in seats:
                raise Refusal(SEATED_TWICE, file=file, line=line.line, field="player", number=number, round=line.round)
            seats.add(number)
        if line.board and line.black:
            if line.board in boards:
                raise Refusal(BOARD_TWICE, file=file, line=line.line, field="board", board=line.board, round=line.round)
            boards.add(line.board)


def enter_line(event: Event, line: GameLine, by: Actor, file: str, reason: str) -> bool:
    """Enter the result of one line, and return whether it has changed."""
    assert line.value is not None
    try:
        try:
            game = find_board(event, round__number=line.round, white__number=line.white, black__number=line.black)
        except Refusal:
            raise Refusal(NO_BOARD, field="board", round=line.round) from None
        after = settle(event.discipline, line.value)
        if after == Value.of(game):
            return False
        check_reason(event, game, reason, by)
        enter(event, game, after, by, choose_action(game, after), reason=reason)
        return True
    except Refusal as refusal:
        refusal.file, refusal.line = file, line.line
        raise
