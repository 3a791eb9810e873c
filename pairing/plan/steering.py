"""What a tournament file says about rounds to come, as settings of an event, and what of it no event can have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pairing import round_robin
from pairing.dutch.round_pairing import find_initial
from pairing.plan.accelerated import accelerate, check_acceleration, join_points, spread_points, write_acceleration
from pairing.plan.stage_settings import is_acceleration
from pairing.plan.stages import TABLES, Plan, Stage, check_participants, from_json
from pairing.plan.type_codes import CUSTOM, PLAN_MARK, is_same_stage, read_type_code
from pairing.plan.unequal_rounds import check_unequal_rounds
from pairing.rules.boards import Pair, ordered_pair
from pairing.rules.engine_records import (
    Acceleration,
    KeptApart,
    StatedAbsences,
    StatedColour,
    read_record,
)
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.oddities import Oddities
from tiebreaks.trf.reader import Tournament

LINE_LEFT = sentence("steering-left", gettext_noop("Not taken over: {text}"))
SYSTEM_LEFT = sentence(
    "system-left", gettext_noop("Not taken over: {text}. Choose in the plan how the rounds to come are drawn.")
)
PLAN_LEFT = sentence("plan-left", gettext_noop("Not taken over: the plan. {reason}"))
ABSENCE_LEFT = sentence(
    "absence-left",
    gettext_noop(
        "Not taken over: {letter} of number {number} in round {round}. For rounds to come absences, half-point and "
        "full-point byes can be noted; a pairing-allocated bye is given when a round is drawn."
    ),
)

STEERING = frozenset({"152", "240", "250", "260", "XXA", "XXC", "XXP", "XXZ"})
LETTERS = {Kind.HPB: "H", Kind.ZPB: "Z", Kind.FPB: "F", Kind.PAB: "U"}
TO_COME = ("H", "F", "Z")  # what can be noted for a round that is not drawn
MOST_RULES = 200  # forbidden pairings of an event
MOST_ROWS = 20  # of an acceleration that is stored as it was written
SWISS = "swiss"
SHOWN = 60  # characters of a line that is left

type Accelerated = list[tuple[int, str, list[Acceleration]]]  # lines with their texts


class NotedAbsence(NamedTuple):
    """A participant without an opponent in a round to come, and the letter of it."""

    number: int
    round: int
    letter: str


class Steering(NamedTuple):
    """The settings in a file, and what of it is `left` out.

    `file` is the file without them: its lines about rounds to come, and what players have in these. `of_players` are
    absences of the players in an event of teams.
    """

    file: Tournament
    plan: Plan
    apart: tuple[KeptApart, ...]
    absences: tuple[NotedAbsence, ...]
    of_players: tuple[NotedAbsence, ...]
    left: tuple[Refusal, ...]


def read_steering(file: Tournament) -> Steering:
    """Return what a file says about rounds to come; where all are paired, nothing is left."""
    facts, odd = file.teams or file.crosstable, Oddities(lenient=True)
    last = find_last_whole_round(facts)
    cut = file._replace(crosstable=_cut(file.crosstable, last), teams=file.teams and _cut(file.teams, last))
    noted = _list_noted(file, last)
    absences = _take_absences(noted if file.teams else [*_list_ahead(file, last), *noted], facts, odd)
    of_players = _take_absences(_list_ahead(file, last) if file.teams else (), file.crosstable, odd)
    apart = list(_take_apart(file, facts, last, odd))
    gone = {n for n, player in facts.players.items() if player.withdrawn_from == 1}
    plan = _take_plan(cut, gone | {each.number for each in absences if each.round == 1}, odd)
    for line, text in file.other:
        if text[:3] in STEERING and text[3:].strip() and read_record(text) is None:
            odd.note(_leave(line, text))
    is_over = last >= facts.rounds
    other = tuple(each for each in file.other if not _is_held(each[1], last, plan, is_over=is_over))
    left = () if is_over else tuple(sorted(odd.reported, key=lambda each: each.line))
    return Steering(cut._replace(other=other), plan, tuple(apart), tuple(absences), tuple(of_players), left)


def is_said_by_records(plan: Plan, facts: Crosstable, code: str) -> bool:
    """Tell whether the code of a plan, "" in an older file, and the records of a Swiss system say all of it."""
    swiss = Stage("team-swiss" if facts.team_event else "dutch", 1, facts.rounds)
    stage = read_type_code(code, facts.rounds) if code else swiss
    if len(plan) != 1 or stage is None or stage.system != plan[0].system or facts.system not in (SWISS, stage.system):
        return False
    own = {name: plan[0].settings[name] for name in ("initial", "accelerated") if name in plan[0].settings}
    return is_same_stage(stage._replace(settings={**stage.settings, **own}), plan[0])


def find_last_whole_round(facts: Crosstable) -> int:
    """Return the last round of a file that is paired: with boards, or with the bye of one who was there alone."""
    last = max((game.round for own in facts.games.values() for game in own if game.opponent), default=0)
    while True:
        coming = [game for own in facts.games.values() for game in own if game.round == last + 1]
        if len(coming) < len(facts.players) or all(game.kind != Kind.PAB for game in coming):
            return last
        last += 1


def _cut(facts: Crosstable, last: int) -> Crosstable:
    """Return the facts without what is entered ahead for later rounds."""
    before = facts.up_to(last)
    return facts._replace(games=before.games, team_event=before.team_event)


def _leave(line: int, text: str, code: str = LINE_LEFT) -> Refusal:
    return Refusal(code, line=line, field=text[:3], text=" ".join(text[3:].split())[:SHOWN])


def _list_noted(file: Tournament, last: int) -> list[tuple[NotedAbsence, int]]:
    """Return the absences that records state for rounds to come, with their lines."""
    found = []
    for line, text in file.other:
        match read_record(text):
            case StatedAbsences(numbers, letter, stated) if (stated or last + 1) > last:
                found += [(NotedAbsence(number, stated or last + 1, letter), line) for number in numbers]
    return found


def _list_ahead(file: Tournament, last: int) -> Iterator[tuple[NotedAbsence, int]]:
    """Yield the absences in the rounds of the players, with the lines of these."""
    for number, own in sorted(file.crosstable.games.items()):
        line = file.declared[number].line if number in file.declared else 0
        for game in own:
            if game.round > last:
                yield NotedAbsence(number, game.round, LETTERS.get(game.kind, game.letter)), line


def _take_absences(found: Iterable[tuple[NotedAbsence, int]], facts: Crosstable, odd: Oddities) -> list[NotedAbsence]:
    """Return the absences that an event can have, the first of a participant and round."""
    taken: dict[tuple[int, int], NotedAbsence] = {}
    for absence, line in found:
        number, its_round, letter = absence
        if letter in TO_COME and number in facts.players and 1 <= its_round <= facts.rounds:
            taken.setdefault((number, its_round), absence)
        else:
            odd.note(Refusal(ABSENCE_LEFT, line=line, field="240", letter=letter, number=number, round=its_round))
    return list(taken.values())


def _take_apart(file: Tournament, facts: Crosstable, last: int, odd: Oddities) -> Iterator[KeptApart]:
    """Yield the forbidden pairings of rounds to come that an event can have."""
    count = 0
    for line, text in file.other:
        apart = read_record(text)
        if not isinstance(apart, KeptApart) or (apart.last is not None and apart.last <= last):
            continue
        numbers, ends = tuple(sorted(set(apart.numbers))), apart.last is not None and apart.last < facts.rounds
        if len(numbers) < 2 or not facts.players.keys() >= set(numbers) or count == MOST_RULES:
            odd.note(_leave(line, text))
        else:
            count += 1
            yield KeptApart(numbers, max(apart.first, 1), apart.last if ends else None)


def _take_plan(file: Tournament, absent: set[int], odd: Oddities) -> Plan:
    """Return the plan that a comment or the records of a file state, () for one that states none."""
    facts = file.teams or file.crosstable
    for line, text in file.other:
        if text.startswith(PLAN_MARK):
            try:
                plan = from_json(text[len(PLAN_MARK) :])
                check_participants(plan, file.teams is not None)
                check_acceleration(plan, facts.score)
                check_unequal_rounds(facts.round_factors, plan, file.teams is not None)
            except Refusal as refusal:
                odd.note(Refusal(PLAN_LEFT, line=line, field="###", reason=refusal))
            else:
                return plan
    read = [(line, text, read_record(text, facts.score)) for line, text in file.other if text[:3] in STEERING]
    colours = [(line, text, record) for line, text, record in read if isinstance(record, StatedColour)]
    fast = [(line, text, record) for line, text, record in read if isinstance(record, list)]
    stage = _find_stage(file, facts, bool(colours or fast), odd)
    if stage is None or stage.system == "round-robin":
        for line, text, _ in () if stage else colours:
            odd.note(_leave(line, text))
        for line, text, _ in () if stage else fast[:1]:
            odd.note(_leave(line, text))
        return (stage,) if stage else ()
    initial = colours[-1][2].colour if colours else find_initial(facts) if stage.system == "dutch" else "W"
    stage = stage._replace(settings={**stage.settings, **({"initial": initial} if initial == "B" else {})})
    return (_accelerate_stage(stage, facts, absent, fast, odd),)


def _find_stage(file: Tournament, facts: Crosstable, is_steered: bool, odd: Oddities) -> Stage | None:
    """Return the only stage of an event: by its code, else FIDE's Swiss system where a record steers one."""
    codes = [(line, text) for line, text in file.other if text.startswith("192") and text[3:].strip()]
    if not codes and is_steered and facts.rounds and facts.system == SWISS:
        return Stage("team-swiss" if file.teams else "dutch", 1, facts.rounds)
    for line, text in codes[:1]:
        stage = read_type_code(text[3:], facts.rounds)
        try:
            check_participants([stage] if stage else [], file.teams is not None)
            check_acceleration([stage] if stage else [], facts.score)
        except Refusal:
            stage = None
        if facts.rounds and stage and (stage.system != "round-robin" or _follows_table(facts, stage)):
            return stage
        if not text[3:].strip().upper().startswith(CUSTOM):
            odd.note(_leave(line, text, SYSTEM_LEFT))
    return None


def _follows_table(facts: Crosstable, stage: Stage) -> bool:
    """Tell whether the rounds so far are those of a table, which then has all rounds of the event."""
    size = len(facts.players)
    if size < 2:
        return False
    double = stage.get("cycles") == 2
    table = round_robin.double_rounds(size, stage.get("turn_last_two")) if double else round_robin.berger_rounds(size)
    numbers = dict(enumerate(facts.start_order(facts.players), start=1))
    played: dict[int, set[Pair]] = {}
    for number, own in facts.games.items():
        for game in own:
            if game.opponent:
                played.setdefault(game.round, set()).add(ordered_pair(number, game.opponent))
    return len(table) == facts.rounds and all(
        pairs == {ordered_pair(numbers[a], numbers[b]) for a, b in table[round_number - 1] if max(a, b) <= size}
        for round_number, pairs in played.items()
    )


def _accelerate_stage(stage: Stage, facts: Crosstable, absent: set[int], stated: Accelerated, odd: Oddities) -> Stage:
    """Return a stage with the accelerated rounds that records state, Baku’s by that name; without any as it is."""
    rows = [each for _, _, record in stated for each in record]
    if not rows:
        return stage
    baku = stage._replace(settings={**stage.settings, "accelerated": True})
    try:
        expected = spread_points(accelerate(baku, facts, absent), facts, facts.rounds)
    except Refusal:  # of teams that are paired by game points
        odd.note(_leave(*stated[0][:2]))
        return stage
    is_whole = any(text.startswith("250") for _, text, _ in stated)  # others state no round after the next
    covered = facts.rounds if is_whole else max(each.end for each in rows)
    found = spread_points(rows, facts, covered)
    if found and found == {key: worth for key, worth in expected.items() if key[1] <= covered}:
        return baku
    own = [write_acceleration(each) for each in (rows if len(rows) <= MOST_ROWS else join_points(found))]
    if not is_acceleration(own):
        odd.note(_leave(*stated[0][:2]))
    return stage._replace(settings={**stage.settings, "accelerated": is_acceleration(own) and own})


def _is_held(text: str, last: int, plan: Plan, *, is_over: bool) -> bool:
    """Tell whether settings hold what a line says of rounds to come, or no event can."""
    record, is_table = read_record(text), bool(plan) and plan[0].system in TABLES
    if isinstance(record, KeptApart):
        return record.last is None or record.last > last
    if isinstance(record, StatedAbsences):
        return record.round is None or record.round > last
    return text.startswith(PLAN_MARK) or (text[:3] in STEERING and not is_table and (bool(plan) or not is_over))
