"""The tournament report: what FIDE's form IT3 asks the chief arbiter, from the facts, the players and the games."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Kind
from tiebreaks.facts.titles import TITLES
from tiebreaks.table.table import Table
from tiebreaks.trf.stated_details import Official, read_official
from tournaments.access.reader import Reader
from tournaments.domain.event.event_details import list_officials
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.desk.calls import NoteLine, list_notes
from tournaments.pages.event.about import describe_play, list_places
from tournaments.pages.event.state import EventState, read_state
from tournaments.queries.rounds.round_times import read_round_times
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import dates


class ReportQuestion(NamedTuple):
    """A question of the form with its answer, "" where the event does not say."""

    title: str
    text: str


class Count(NamedTuple):
    """How many players come from somewhere, or have a title; `rated` of them are in FIDE's list."""

    name: str
    players: int
    rated: int


class ReportPlayer(NamedTuple):
    """A player of the report, by rank."""

    place: int
    player: Player
    points: str
    games: int


class ReportPaper(NamedTuple):
    """The report: facts, arbiters, days of the rounds, who took part, and everybody with their games over the board."""

    progress: EventState
    details: tuple[ReportQuestion, ...]
    arbiters: tuple[tuple[str, Official], ...]
    schedule: tuple[ReportQuestion, ...]
    numbers: tuple[ReportQuestion, ...]
    federations: tuple[Count, ...]
    titles: tuple[Count, ...]
    players: tuple[ReportPlayer, ...]
    unplayed: int
    withdrawn: tuple[str, ...]
    expelled: tuple[str, ...]
    notes: tuple[NoteLine, ...] = ()


def tournament_report(reader: Reader, _number: int) -> ReportPaper:
    """Return the report of an event as its arbiters see it."""
    event = reader.event
    facts = read_players_crosstable(reader)
    players = list(facts.players.values())
    places = {} if event.of_teams else {row.number: row.rank for row in read_standings(reader).rows}
    return ReportPaper(
        progress=read_state(reader),
        details=tuple(list_details(event)),
        arbiters=tuple(list_arbiters(event)),
        schedule=tuple(list_schedule(event)),
        numbers=tuple(list_numbers(event, players)),
        federations=count_by(players, lambda player: player.federation or "–"),
        titles=count_titles(players),
        players=tuple(list_entrants(facts, places)),
        unplayed=count_forfeits(facts),
        withdrawn=tuple(each.name for each in players if each.withdrawn_from and not each.expelled_from),
        expelled=tuple(each.name for each in players if each.expelled_from),
        notes=tuple(list_notes(event)),
    )


def list_details(event: Event) -> Iterator[ReportQuestion]:
    """Yield what the form asks about the event, with empty answers to be filled in by hand."""
    place, details = list_places(event)[0], event.details
    yield ReportQuestion(_("Name"), event.name)
    yield ReportQuestion(_("Federation"), details.federation)
    yield ReportQuestion(_("Place"), ", ".join(filter(None, (place.text, place.more))))
    yield ReportQuestion(_("Dates"), dates.write_days(event.starts_on, event.ends_on))
    yield ReportQuestion(_("How"), describe_play(event))
    yield ReportQuestion(_("Rate of play"), details.rate_of_play or details.time_control)
    yield ReportQuestion(_("Organiser"), details.organiser)


def list_arbiters(event: Event) -> Iterator[tuple[str, Official]]:
    """Yield the arbiters with their roles, an empty line if the chief arbiter is not known."""
    yield _("Chief arbiter"), read_official(event.details.chief_arbiter)
    for official in list_officials(event.details.deputy_arbiters):
        yield ngettext("Deputy arbiter", "Deputy arbiters", 1), official


def list_schedule(event: Event) -> Iterator[ReportQuestion]:
    """Yield the day and the time of each round that has one."""
    for number, at in read_round_times(event).items():
        yield ReportQuestion(str(number), f"{dates.write_day(at)}, {time_format(at, 'H:i')}")


def list_numbers(event: Event, players: Sequence[Player]) -> Iterator[ReportQuestion]:
    """Yield the numbers that the form asks for."""
    rated = [player for player in players if player.rating]
    own = event.details.federation
    guests = [player for player in players if player.federation and player.federation != own]
    by_round = Counter(at.date() for at in read_round_times(event).values())
    yield ReportQuestion(_("Players"), str(len(players)))
    yield ReportQuestion(_("with a FIDE rating"), str(len(rated)))
    yield ReportQuestion(_("Federations"), str(len({player.federation for player in players if player.federation})))
    if own:
        yield ReportQuestion(_("not of %(federation)s") % {"federation": own}, str(len(guests)))
        yield ReportQuestion(_("of them with a FIDE rating"), str(sum(1 for player in guests if player.rating)))
    if by_round:
        yield ReportQuestion(_("most rounds a day"), str(max(by_round.values())))


def count_by(players: Iterable[Player], name: Callable[[Player], str]) -> tuple[Count, ...]:
    """Return how many players have each name, the most frequent first."""
    everybody, rated = Counter(map(name, players)), Counter(name(player) for player in players if player.rating)
    return tuple(
        Count(each, count, rated[each]) for each, count in sorted(everybody.items(), key=lambda of: (-of[1], of[0]))
    )


def count_titles(players: Sequence[Player]) -> tuple[Count, ...]:
    """Return how many players have each of FIDE's titles, those that somebody has."""
    found = {count.name: count for count in count_by(players, lambda player: player.title)}
    return tuple(found[title] for title in TITLES if title in found)


def list_entrants(facts: Crosstable, places: Mapping[int, int]) -> Iterator[ReportPlayer]:
    """Yield the players with their points and games over the board.

    They come by rank, who has none last; in a team event by start number.
    """
    table, last = Table(facts.counted()), len(places) + 1
    for number in sorted(facts.players, key=lambda each: (places.get(each, last), facts.players[each].start_number)):
        played = sum(game.kind == Kind.PLAYED for game in facts.games.get(number, ()))
        yield ReportPlayer(places.get(number, 0), facts.players[number], figure(table.total_points(number)), played)


def count_forfeits(facts: Crosstable) -> int:
    """Return how many games were not played although two players were paired."""
    lost = {Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN}
    sides = [(n, g) for n, own in facts.games.items() for g in own if g.kind in lost and g.opponent is not None]
    return len({(game.round, *sorted((number, game.opponent or 0))) for number, game in sides})
