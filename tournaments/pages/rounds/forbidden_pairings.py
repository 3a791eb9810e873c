"""Who does not meet in an event, as values: each rule in words, with its reach."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.plan.stages import Stage
from tiebreaks.facts.crosstable import Player
from tournaments.access.reader import reader_of
from tournaments.models import Ban, Event
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_banned_pairs
from tournaments.queries.standings.crosstable import read_facts_for_pairing
from tournaments.scheduling.next_round import ENGINES
from tournaments.wording import forbidden_pairings as wording
from tournaments.wording.pairings import tell_apart


class BanLine(NamedTuple):
    """A ban in words. `details` hold since when and how many; `departure` says where FIDE's rules are left."""

    key: int
    text: str
    start: str
    details: list[str]
    departure: str


class BansView(NamedTuple):
    """`choices` of people have number, name and club; `clubs` and `federations` are those of the players."""

    lines: list[BanLine]
    choices: list[tuple[int, str, str]]
    clubs: list[str]
    federations: list[str]


def bans_view(event: Event) -> BansView:
    """Return the page of an event's bans."""
    facts, _members = read_facts_for_pairing(reader_of(event))
    people, planned = list(facts.players.values()), plan.read_plan(event)
    names = tell_apart({person.number: person.name for person in people})
    choices = sorted((person.name.casefold(), person.number, person.club) for person in people)
    return BansView(
        lines=list_bans(event, people, planned),
        choices=[(number, names[number], club) for _, number, club in choices],
        clubs=[] if event.of_teams else sorted({person.club for person in people if person.club}),
        federations=[] if event.of_teams else sorted({person.federation for person in people if person.federation}),
    )


def list_bans(event: Event, people: Sequence[Player], planned: Sequence[Stage]) -> list[BanLine]:
    """Return all bans of an event in words. One query."""
    names = tell_apart({person.number: person.name for person in people})
    is_fide = any(stage.system in ENGINES for stage in planned)
    return [_line(ban, people, names, is_fide) for ban in event.bans.all()]


def _line(ban: Ban, people: Sequence[Player], names: Mapping[int, str], is_fide: bool) -> BanLine:
    start, reach = wording.describe_start(ban.from_round), wording.describe_reach(len(find_banned_pairs([ban], people)))
    return BanLine(
        key=ban.pk,
        text=wording.describe_ban(ban.rule, ban.numbers, ban.text, names),
        start=start,
        details=[*filter(None, [start]), reach],
        departure=wording.describe_departure(ban.made_after) if is_fide and ban.made_after else "",
    )
