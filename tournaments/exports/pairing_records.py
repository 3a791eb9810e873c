"""Records of TRF26 about what pairings kept to: the colour drawn, accelerated rounds, and forbidden pairings."""

from collections.abc import Iterator, Mapping

from pairing.dutch.players import list_arrived
from pairing.rules import engine_records
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.trf.writer import TRF26
from tournaments.models import Event
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_groups


def list_pairing_records(event: Event, facts: Crosstable) -> list[str]:
    """Return these records of an individual event by FIDE’s rules for its arbiters, by start numbers. Two queries."""
    if not event.game.follows_fide or event.of_teams:
        return []
    start = start_numbers(facts)
    return [*_describe_dutch(event, facts, start), *_describe_forbidden_pairings(event, facts, start)]


def _describe_dutch(event: Event, facts: Crosstable, start: Mapping[int, int]) -> Iterator[str]:
    planned = plan.read_plan(event)
    stage = next((stage for stage in planned if stage.system == "dutch"), None)
    if stage is None or stage.first > 1:
        return
    arrived, rounds = [start[number] for number in list_arrived(facts)], plan.count_pairing_rounds(event, planned)
    accelerated = engine_records.baku_acceleration(arrived, rounds) if stage.get("accelerated") else ()
    yield from engine_records.write_records(engine_records.Records(stage.get("initial"), accelerated), rounds, TRF26)


def _describe_forbidden_pairings(event: Event, facts: Crosstable, start: Mapping[int, int]) -> Iterator[str]:
    """Yield a record for each group of players kept apart."""
    for forbidden in event.forbidden_pairings.all():
        for group in find_groups(forbidden, list(facts.players.values())):
            if len(group) > 1:
                numbers = "".join(f" {number:>4}" for number in sorted(start[each] for each in group))
                yield f"260 {forbidden.from_round:>3} {event.planned_rounds:>3}{numbers}"
