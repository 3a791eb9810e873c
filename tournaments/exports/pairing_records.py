"""What a tournament file says of rounds to come: the plan, colour and acceleration, forbidden pairings, noted byes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_lazy

from pairing.plan.accelerated import accelerate
from pairing.plan.stages import DUELS, TABLES, Plan, to_json
from pairing.plan.steering import is_said_by_records
from pairing.plan.type_codes import PLAN_MARK, write_type_code
from pairing.rules import engine_records
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.start_numbers import start_numbers
from tiebreaks.trf.writer import TRF26
from tournaments.models import Absence, Event, TeamAbsence
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.forbidden_pairings import find_groups
from tournaments.queries.rounds.games import last_paired_round, read_absences
from tournaments.scheduling.next_round import ENGINES

# Records that say the same in both dialects: where the event says one, no kept line may say another.
ALIKE = (("152", "XXC"), ("250", "XXA"), ("260", "XXP"), ("240", "XXZ"))

PLAN, APART, BYES = (
    gettext_lazy("the plan"),
    gettext_lazy("the forbidden pairings"),
    gettext_lazy("the byes noted for rounds to come"),
)
CLUBS, OF_MEMBERS = gettext_lazy("the clubs, which the plan keeps apart"), gettext_lazy("absences of members of teams")


def list_pairing_records(event: Event, facts: Crosstable, dialect: str) -> list[str]:
    """Return these records of an event for its arbiters, by start numbers. A few queries."""
    start, planned = start_numbers(facts), plan.read_plan(event)
    return [
        *_describe_swiss(event, planned, facts, dialect),
        *_describe_forbidden_pairings(event, facts, start, dialect),
        *(_describe_absences(event, start) if dialect == TRF26 or event.of_teams else ()),
        *_describe_plan(event, planned, facts, dialect),
    ]


def find_type_code(event: Event, planned: Plan) -> str:
    """Return the code of record 192 for an event; "" for an event of players without a plan."""
    keeps_own = any(line.startswith("192") for line in event.details.file_lines)
    if not planned and (keeps_own or not event.of_teams):
        return ""
    return write_type_code(planned, event.system, event.first_score)


def draws_by_lot(event: Event) -> bool:
    """Tell whether some rounds are drawn by lot, which those of FIDE’s systems are not."""
    return any(stage.system not in (*ENGINES, *TABLES) for stage in plan.read_plan(event))


def name_left(event: Event, *, of_tsh: bool) -> list[str]:
    """Return what steers rounds to come and stands in no file of FIDE, or of tsh, in the words for arbiters."""
    planned, noted = plan.read_plan(event), read_noted_absences(event, of_teams=False)
    left = {
        PLAN: of_tsh and bool(planned),
        APART: of_tsh and event.forbidden_pairings.exists(),
        BYES: of_tsh and bool(noted),
        CLUBS: not of_tsh and any("clubs_apart" in stage.settings and stage.get("clubs_apart") for stage in planned),
        OF_MEMBERS: not of_tsh and event.of_teams and bool(noted),
    }
    return [str(words) for words, is_left in left.items() if is_left]


def read_noted_absences(event: Event, *, of_teams: bool) -> dict[int, dict[int, str]]:
    """Return the letters noted for the rounds to come, by the number of the participant and round. Two queries."""
    last = last_paired_round(event)
    rows = (
        TeamAbsence.objects.filter(team__event=event, round__gt=last).values_list("team__number", "round", "kind")
        if of_teams
        else Absence.objects.filter(player__event=event, round__gt=last).values_list("player__number", "round", "kind")
    )
    noted: dict[int, dict[int, str]] = defaultdict(dict)
    for number, its_round, kind in rows:
        noted[number][its_round] = kind
    return noted


def _describe_swiss(event: Event, planned: Plan, facts: Crosstable, dialect: str) -> Iterator[str]:
    """Yield the records of the Swiss system of FIDE by which the event begins."""
    if not planned or planned[0].system not in ENGINES:
        return
    stage, rounds = planned[0], plan.count_pairing_rounds(event, planned)
    accelerated = accelerate(stage, facts._replace(rounds=rounds), read_absences(event, 1))
    records = engine_records.Records(stage.get("initial"), accelerated)
    yield from engine_records.write_records(records, rounds, dialect, facts.score)


def _describe_plan(event: Event, planned: Plan, facts: Crosstable, dialect: str) -> Iterator[str]:
    """Yield a comment with a plan that no record says; the draw of matches that have begun is in no file."""
    if any(stage.system in DUELS and stage.first <= last_paired_round(event) for stage in planned):
        return
    if planned and not is_said_by_records(planned, facts, find_type_code(event, planned) if dialect == TRF26 else ""):
        yield PLAN_MARK + to_json(planned)


def _describe_forbidden_pairings(
    event: Event, facts: Crosstable, start: Mapping[int, int], dialect: str
) -> Iterator[str]:
    """Yield a record for each group of players or teams kept apart; older ones are for all rounds to come."""
    coming = last_paired_round(event) + 1
    for forbidden in event.forbidden_pairings.all():
        for group in find_groups(forbidden, list(facts.players.values())):
            numbers = tuple(sorted(start[each] for each in group))
            apart = engine_records.KeptApart(numbers, forbidden.from_round, forbidden.to_round)
            if len(group) > 1 and dialect != TRF26 and apart.holds(coming) and apart.last is None:
                yield f"XXP {' '.join(map(str, apart.numbers))}"
            elif len(group) > 1:
                yield engine_records.write_apart(apart, event.planned_rounds)


def _describe_absences(event: Event, start: Mapping[int, int]) -> Iterator[str]:
    """Yield a record for each kind of bye that is noted for a round to come."""
    numbers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, noted in read_noted_absences(event, of_teams=event.of_teams).items():
        for its_round, kind in noted.items():
            numbers[its_round, kind].append(start[number])
    for (its_round, kind), own in sorted(numbers.items()):
        yield f"240 {kind} {its_round:>3}" + "".join(f" {number:>4}" for number in sorted(own))
