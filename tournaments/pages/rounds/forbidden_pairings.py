"""The forbidden pairings of an event, as values: each rule in words, with its reach."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.plan.stages import Stage
from tiebreaks.facts.crosstable import Player
from tournaments.access.reader import Reader
from tournaments.domain.players.name_matching import drop_accents
from tournaments.models import Event, ForbiddenPairing
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_forbidden_pairs
from tournaments.queries.standings.crosstable import read_known_facts_for_pairing
from tournaments.scheduling.next_round import ENGINES
from tournaments.wording import forbidden_pairings as wording
from tournaments.wording.pairings import tell_apart


class ForbiddenLine(NamedTuple):
    """A forbidden pairing in words. `details` say since when and how many; `departure` where FIDE's rules are left."""

    key: int
    text: str
    start: str
    details: list[str]
    departure: str


class ForbiddenPairingsView(NamedTuple):
    """`choices` of people have number, name and club; `clubs` and `federations` are those of the players."""

    lines: list[ForbiddenLine]
    choices: list[tuple[int, str, str]]
    clubs: list[str]
    federations: list[str]


def forbidden_pairings_view(reader: Reader) -> ForbiddenPairingsView:
    """Return the page of an event's forbidden pairings."""
    event = reader.event
    facts, _members = read_known_facts_for_pairing(reader)
    people, planned = list(facts.players.values()), plan.read_plan(event)
    names = tell_apart({person.number: person.name for person in people})
    choices = sorted((drop_accents(person.name), person.number, person.club) for person in people)
    return ForbiddenPairingsView(
        lines=list_forbidden_pairings(event, people, planned),
        choices=[(number, names[number], club) for _, number, club in choices],
        clubs=[] if event.of_teams else sorted({person.club for person in people if person.club}, key=drop_accents),
        federations=[] if event.of_teams else sorted({person.federation for person in people if person.federation}),
    )


def list_forbidden_pairings(event: Event, people: Sequence[Player], planned: Sequence[Stage]) -> list[ForbiddenLine]:
    """Return all forbidden pairings of an event in words. One query."""
    names = tell_apart({person.number: person.name for person in people})
    is_fide = any(stage.system in ENGINES for stage in planned)
    return [_line(forbidden, people, names, is_fide) for forbidden in event.forbidden_pairings.all()]


def _line(
    forbidden: ForbiddenPairing, people: Sequence[Player], names: Mapping[int, str], is_fide: bool
) -> ForbiddenLine:
    start, reach = (
        wording.describe_rounds(forbidden.from_round, forbidden.to_round),
        wording.describe_reach(len(find_forbidden_pairs([forbidden], people))),
    )
    return ForbiddenLine(
        key=forbidden.pk,
        text=wording.describe_forbidden_pairing(forbidden.rule, forbidden.numbers, forbidden.text, names),
        start=start,
        details=[*filter(None, [start]), reach],
        departure=wording.describe_departure(forbidden.made_after) if is_fide and forbidden.made_after else "",
    )
