"""Records of a tournament file on what pairings keep to: the colour drawn, accelerated rounds, forbidden pairings."""

from collections.abc import Iterator, Mapping

from pairing.plan.accelerated import accelerate
from pairing.rules import engine_records
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.trf.writer import TRF26
from tournaments.models import Event
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_groups
from tournaments.queries.rounds.games import read_absences
from tournaments.scheduling.next_round import ENGINES


def list_pairing_records(event: Event, facts: Crosstable) -> list[str]:
    """Return these records of an event by FIDE’s rules for its arbiters, by start numbers. A few queries."""
    if not event.game.follows_fide:
        return []
    start = start_numbers(facts)
    return [*_describe_swiss(event, facts), *_describe_forbidden_pairings(event, facts, start)]


def _describe_swiss(event: Event, facts: Crosstable) -> Iterator[str]:
    """Yield the records of the Swiss system of FIDE by which the event begins."""
    planned = plan.read_plan(event)
    if not planned or planned[0].system not in ENGINES:
        return
    stage, rounds = planned[0], plan.count_pairing_rounds(event, planned)
    accelerated = accelerate(stage, facts._replace(rounds=rounds), read_absences(event, 1))
    records = engine_records.Records(stage.get("initial"), accelerated)
    yield from engine_records.write_records(records, rounds, TRF26, facts.score)


def _describe_forbidden_pairings(event: Event, facts: Crosstable, start: Mapping[int, int]) -> Iterator[str]:
    """Yield a record for each group of players or teams kept apart."""
    for forbidden in event.forbidden_pairings.all():
        for group in find_groups(forbidden, list(facts.players.values())):
            if len(group) > 1:
                numbers = "".join(f" {number:>4}" for number in sorted(start[each] for each in group))
                yield f"260 {forbidden.from_round:>3} {event.planned_rounds:>3}{numbers}"
