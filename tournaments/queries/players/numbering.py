"""Who would have which start number by rating, and whether numbers may be given again (C.04.2, 2.3 and 2.5)."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from pairing.plan.stages import TABLES
from tiebreaks.facts.titles import TITLES
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import Reader
from tournaments.domain.choices import System
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.players.name_matching import drop_accents
from tournaments.models import Event, Player
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.crosstable import read_crosstable

DRAWN = sentence(
    "numbers-drawn",
    gettext_noop(
        "In a round robin the numbers are drawn by lot: they decide the pairings and don’t follow the ratings."
    ),
)
TOO_LATE = sentence(
    "numbers-too-late", gettext_noop("Round 4 has been paired: the start numbers can no longer be changed (C.04.2).")
)
NUMBERED = sentence(
    "players-numbered", gettext_noop("A round has been paired: in this game the numbers can no longer be changed.")
)

LAST_ROUND = 3  # after which numbers may still be given again


class Rated(Protocol):
    """What has a name and a rating: a row with a team."""

    @property
    def name(self) -> str: ...

    @property
    def rating(self) -> int | None: ...


class Renumbered(NamedTuple):
    """A participant with the start number of now and the one by rating. `leaps` tells movers from who makes room."""

    number: int
    title: str
    name: str
    rating: int | None
    old: int
    new: int
    leaps: bool = False


def read_start_numbers(event: Event) -> dict[int, int]:
    """Return the start numbers of the players by number. One query."""
    return dict(event.players.values_list("number", "start_number"))


def find_objection(event: Event) -> Refusal | None:
    """Return why the start numbers of an event can't be given again, None where they can. Two queries."""
    if event.system == System.ROUND_ROBIN or any(stage.system in TABLES for stage in plan.read_plan(event)):
        return Refusal(DRAWN, field="numbers")
    last = last_paired_round(event)
    if last > LAST_ROUND:
        return Refusal(TOO_LATE, field="numbers")
    return Refusal(NUMBERED, field="numbers") if last and not event.game.follows_fide else None


def read_numbering(reader: Reader) -> tuple[Renumbered, ...]:
    """Return the players, or the teams, in the order of the numbers that they get by rating, title and name.

    Players of equal rating who have exchanged their numbers keep them.
    """
    event = reader.event
    if event.of_teams:
        teams = read_crosstable(reader).players.values()
        rows = [Renumbered(team.number, "", team.name, team.rating, team.start_number, 0) for team in teams]
        rows.sort(key=team_order)
    else:
        rows = [number_player(player) for player in sorted(event.players.all(), key=order_of(event))]
    return mark_leaps(rows)


def number_player(player: Player) -> Renumbered:
    rating = player.event_rating
    return Renumbered(player.number, player.title, player.name, rating, player.start_number, 0)


def strength_order(player: Player) -> tuple[int, int, str]:
    """Return the key for FIDE's order of players: the rating that counts in the event, title, name."""
    rating = player.event_rating or 0
    title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
    return -rating, title, drop_accents(player.name)


def find_equal(event: Event, player: Player) -> Player | None:
    """Return somebody of equal rating with whom a player may exchange numbers, the one whose number is nearest."""
    if not event.can_depart or find_objection(event):
        return None
    equal = [
        each for each in event.players.exclude(pk=player.pk) if each.event_rating == player.event_rating is not None
    ]
    return min(equal, key=lambda each: abs(each.start_number - player.start_number), default=None)


def order_of(event: Event) -> Callable[[Player], tuple[object, ...]]:
    """Return the key by which the players of an event are numbered. One query.

    Where equal ones have exchanged their numbers, those of equal rating stay as they stand.
    """
    exchanged = event.log.filter(action=LogAction.PLAYERS_NUMBERED, after__exchanged=True).exists()
    return standing_order if exchanged else strength_order


def standing_order(player: Player) -> tuple[int, int]:
    """Return the key for the order by rating alone, which leaves those of equal rating as they stand."""
    return -(player.event_rating or 0), player.start_number


def team_order(team: Rated) -> tuple[float, str]:
    """Return the key for the order of teams: rating, name."""
    return -(team.rating or 0), drop_accents(team.name)


def mark_leaps(rows: Sequence[Renumbered]) -> tuple[Renumbered, ...]:
    """Give rows their new numbers, and mark the fewest of them whose leaps explain why everybody else moves."""
    stay = find_longest_rise([row.old for row in rows])
    return tuple(row._replace(new=new, leaps=row.old not in stay) for new, row in enumerate(rows, start=1))


def find_longest_rise(numbers: Sequence[int]) -> set[int]:
    """Return the longest choice of different numbers that rise from left to right."""
    ends: list[int] = []  # the lowest last number of a rise of each length
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    rise, last = set(), ends[-1] if ends else None
    while last is not None:
        rise.add(last)
        last = before[last]
    return rise


def list_moved(rows: Sequence[Renumbered]) -> list[Renumbered]:
    """Return who would get another number, in the order of the new ones."""
    return [row for row in rows if row.old != row.new]


def name_numbering(rows: Sequence[Renumbered]) -> str:
    """Return a short name of a numbering, so that what is confirmed is what was shown."""
    return sha256(repr([(row.number, row.old) for row in rows]).encode()).hexdigest()[:16]
