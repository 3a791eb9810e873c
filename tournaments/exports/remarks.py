"""Comments of a tournament file on what touched its pairings and has no record, such as changes by hand."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments.domain.results import Result
from tournaments.models import Event, Game
from tournaments.queries.corrections import find_corrections

type Pair = tuple[int, int]


def list_remarks(event: Event, start: Mapping[int, int]) -> list[str]:
    """Return what arbiters read of an individual event by FIDE’s rules; `start` has the start numbers by number."""
    if not event.game.follows_fide or event.of_teams or not event.for_staff:
        return []
    rounds = list(event.rounds.order_by("number"))
    current: dict[int, set[Pair]] = defaultdict(set)
    full: dict[int, list[int]] = defaultdict(list)
    games = Game.objects.filter(round__event=event).order_by("white__number")
    for number, white, black, result in games.values_list("round__number", "white__number", "black__number", "result"):
        if black or result == Result.BYE:
            current[number].add((start[white], start[black] if black else 0))
        elif result == Result.FULL_POINT_BYE:
            full[number].append(start[white])
    corrected = find_corrections(event, rounds)
    remarks = []
    for round in rounds:
        said = [
            *_describe_changes(_read_proposed(round.proposal, start), current[round.number]),
            *(
                f"paired before round {each.round}, board {each.board} was corrected"
                for each in corrected.get(round.number, ())
            ),
            *(f"full-point bye of {number}" for number in full[round.number]),
        ]
        remarks += [f"### round {round.number}: {text}" for text in said]
    return remarks


def _read_proposed(proposal: dict[str, Any] | None, start: Mapping[int, int]) -> set[Pair]:
    """Return the pairs that the system gave, White first, and the bye as a pair with 0; nobody who is gone since."""
    pairs = [(board["white"], board["black"]) for board in proposal["boards"]] if proposal else []
    free = [bye["player"] for bye in proposal["byes"]] if proposal else []
    known = {(start.get(white, 0), start.get(black, 0)) for white, black in pairs}
    return known | {(start.get(player, 0), 0) for player in free}


def _describe_changes(proposed: set[Pair], current: set[Pair]) -> Iterator[str]:
    if proposed and proposed != current:
        yield f"{_write(current - proposed)} by hand instead of {_write(proposed - current)}"


def _write(pairs: Iterable[Pair]) -> str:
    return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs)) or "nobody"
