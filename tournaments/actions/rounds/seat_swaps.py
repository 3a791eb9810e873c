"""Change who sits where in a published round, with a reason: colours, opponents, and boards for those without one."""

import hashlib
import json
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max

from pairing.plan.own_table import cut_facts
from pairing.plan.stages import find_own_table
from pairing.rules.boards import Reason
from pairing.rules.past_rounds import find_broken_rules
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import REASON_NEEDED, check_reason
from tournaments.actions.event.kept_copies import keeping_copy
from tournaments.actions.rounds.drafts import CHANGED, NOT_THERE, require_two
from tournaments.actions.rounds.line_swaps import swap_lines
from tournaments.actions.rounds.team_swaps import swap_teams
from tournaments.actions.writing import Actor, LogValues, record, unseen_version, writing
from tournaments.domain.desk.decided_points import read_decided_points
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.event.log_values import LoggedBoard
from tournaments.models import Event, Game, PlayerReport
from tournaments.operation import event_copies
from tournaments.queries.rounds.forbidden_pairings import find_forbidden_pairs, read_forbidden_pairings
from tournaments.queries.rounds.games import read_round_games
from tournaments.queries.rounds.plan import read_plan
from tournaments.queries.standings.crosstable import read_facts_for_pairing

# What stays with the player on one side of a board.
OWN = ("", "_penalty", "_deduction")
SWAPPED = (Result.BYE, Result.ABSENT)  # who sits at a board can take these over; a requested bye belongs to its player


class SwapEffect(NamedTuple):
    """What a swap changes: the places before and after; `seen` tells whether they are still as they were.

    An effect that is only asked for says which pairing rules would be `broken` that are not broken now.
    """

    before: LogValues
    after: LogValues
    broken: tuple[Reason, ...] = ()

    @property
    def seen(self) -> str:
        return hashlib.sha256(json.dumps(self.before, sort_keys=True).encode()).hexdigest()[:12]


def swap_seats(event: Event, number: int, pair: tuple[int, int], by: Actor, reason: str, seen: str = "") -> None:
    """Change the places of two players, or of two teams, in a published round. Raise Refusal.

    Two at one board swap colours, and the result stays with its winner. Two at different boards swap opponents,
    and both boards are open again. Two without an opponent get a board, the first one with White. Teams take their
    line-ups along; a team that had a bye gets its usual one. `seen` is what the page has shown.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        with keeping_copy(event, event_copies.BEFORE_REPAIR):
            swap = store_swap(event, number, pair, by, reason)
            if seen not in ("", swap.seen):
                raise Refusal(CHANGED, field="players")
        record(event, by, LogAction.REPAIR, before=swap.before, after=swap.after, reason=reason)


def find_swap_effect(event: Event, number: int, pair: tuple[int, int], by: Actor) -> SwapEffect:
    """Return what a swap would change, and change nothing. Raise Refusal."""
    with writing(event) as event:
        known = find_broken(event, number)
        swap = store_swap(event, number, pair, by, "preview")
        broken = tuple(reason for reason in find_broken(event, number) if reason not in known)
        transaction.set_rollback(True)
        return swap._replace(broken=broken)


def find_broken(event: Event, number: int) -> list[Reason]:
    """Return the pairing rules that a round of FIDE Dutch, or a later one of it in the same table, breaks."""
    plan = read_plan(event)
    table = find_own_table(plan, number)
    rounds = [
        round_number
        for stage in plan
        if stage.system == "dutch" and find_own_table(plan, stage.first) == table
        for round_number in stage.rounds
    ]
    if event.of_teams or number not in rounds:
        return []
    facts = read_facts_for_pairing(staff_reader(event))[0]
    forbidden = find_forbidden_pairs(read_forbidden_pairings(event, number), list(facts.players.values()))
    if table:
        facts = cut_facts(facts, table, facts.players)
    before = table.first - 1 if table else 0
    found = [(round_number + before, reason) for round_number, reason in find_broken_rules(facts, forbidden)]
    return [reason for round_number, reason in found if round_number >= number and round_number in rounds]


def store_swap(event: Event, number: int, pair: tuple[int, int], by: Actor, reason: str) -> SwapEffect:
    """Change the rows of a swap in the caller's transaction."""
    require_two(list(pair))
    if event.of_teams:
        before, after = swap_teams(event, number, pair)
        return SwapEffect({"matches": before}, {"round": number, "matches": after})
    games = [find_swapped_game(event, number, player) for player in pair]
    if games[0] == games[1]:
        games[1] = games[0]  # one board, one row
    else:
        swap_lines(event, games[0].round, pair, has_bye=any(game.black is None for game in games))
    for game in games:
        if game.black and game.result != Result.OPEN:
            check_reason(event, game, reason, by)
    before_boards = list_boards(games)
    PlayerReport.objects.filter(game__in=games).delete()  # reports of the players who sat there
    changed = change_boards(event, pair, games)
    return SwapEffect({"boards": before_boards}, {"round": number, "boards": list_boards(changed)})


def change_boards(event: Event, players: tuple[int, int], games: list[Game]) -> list[Game]:
    """Store the two players in their new places, and return these."""
    if all(game.black is None for game in games):
        return [pair_unpaired(event, games)]
    for game, player in zip(games, players, strict=True):
        if game.black is None and game.result not in SWAPPED:
            raise Refusal(NOT_THERE, field="players", number=player)
    swap_boards(games, players)
    return games


def find_swapped_game(event: Event, number: int, player: int) -> Game:
    """Return the board of a player in a round, or the row without an opponent. Raise Refusal."""
    for game in read_round_games(event, number):
        if player in (game.white.number, game.black and game.black.number):
            return game
    raise Refusal(NOT_THERE, field="players", number=player)


def pair_unpaired(event: Event, games: list[Game]) -> Game:
    """Seat two players without an opponent at a new board behind the others, the first one with White."""
    one, other = games
    other.delete()
    one.board = (one.round.games.aggregate(last=Max("board"))["last"] or 0) + 1
    for own in OWN:
        setattr(one, "black" + own, getattr(other, "white" + own))
    one.result, one.version = Result.OPEN, unseen_version(event)
    one.save()
    return one


def swap_boards(games: list[Game], players: tuple[int, int]) -> None:
    """Store both players in each other's place. The second row is deleted meanwhile, so that nobody sits twice."""
    one, other = games
    if one.pk == other.pk:
        swap_sides(one, "white", one, "black")
        one.result = Result(one.result[::-1])  # the winner stays the same person
        one.white_score, one.black_score = one.black_score, one.white_score
        decided = read_decided_points(one.decided_points)
        one.decided_points = str(decided.turned) if decided else ""
        one.version += 1
        one.save()
        return
    (side, other_side) = (
        "white" if game.white.number == player else "black" for game, player in zip(games, players, strict=True)
    )
    kept = other.pk
    other.delete()
    swap_sides(one, side, other, other_side)
    one.version, other.version, other.pk = one.version + 1, other.version + 1, kept
    for game in games:
        clear_result(game)
    one.save()
    other.save(force_insert=True)


def swap_sides(one: Game, side: str, other: Game, other_side: str) -> None:
    """Swap the players on two sides of boards, with their penalties and deductions."""
    for own in OWN:
        mine, theirs = getattr(one, side + own), getattr(other, other_side + own)
        setattr(one, side + own, theirs)
        setattr(other, other_side + own, mine)


def clear_result(game: Game) -> None:
    """Open a board again; a row without an opponent keeps its letter."""
    if game.black:
        game.result, game.white_score, game.black_score = Result.OPEN, None, None
        game.is_adjourned = game.is_provisional = False
        game.decided_points = ""
        game.entered_by, game.entered_at, game.checked_by, game.checked_at = None, None, None, None
        game.provenance = ""


def list_boards(games: list[Game]) -> list[LoggedBoard]:
    """Return what the log stores about boards."""
    return [logged_board(game) for game in dict.fromkeys(games)]


def logged_board(game: Game) -> LoggedBoard:
    board: LoggedBoard = {
        "board": game.board,
        "white": game.white.number,
        "black": game.black.number if game.black else None,
        "result": game.result,
        "white_score": game.white_score,
        "black_score": game.black_score,
    }
    if game.decided_points:
        board["decided_points"] = game.decided_points
    return board
