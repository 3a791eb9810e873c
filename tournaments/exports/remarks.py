"""Comments of a tournament file on what touched its pairings and has no record, such as changes by hand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pairing.rules.past_rounds import find_broken_rules
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.start_numbers import renumber, start_numbers
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Round
from tournaments.queries.rounds.corrections import find_corrections
from tournaments.scheduling.proposals import find_fixed
from tournaments.wording.fide_mode import write_departures

type Pair = tuple[int, int]


def list_remarks(reader: Reader, facts: Crosstable) -> list[str]:
    """Return what arbiters read of an individual event by FIDE’s rules, by start numbers; `facts` has other numbers."""
    event = reader.event
    if not event.game.follows_fide or event.of_teams:
        return []
    rounds, start = list(event.rounds.select_related("drawing").order_by("number")), start_numbers(facts)
    current: dict[int, set[Pair]] = defaultdict(set)
    full: dict[int, list[int]] = defaultdict(list)
    games = Game.objects.filter(round__event=event).order_by("white__number")
    for number, white, black, result in games.values_list("round__number", "white__number", "black__number", "result"):
        if black or result == Result.BYE:
            current[number].add((start[white], start[black] if black else 0))
        elif result == Result.FULL_POINT_BYE:
            full[number].append(start[white])
    rated: dict[int, list[str]] = defaultdict(list)
    for number, white, black, result in _read_rated(event):
        rated[number].append(
            f"{start[white]}-{start[black]} is rated as {result}, pairings and standings keep the other"
        )
    corrected, changed = find_corrections(reader), _read_changes(event, rounds)
    broken = _find_broken(facts, {each.number for each in rounds if each.proposal is None})
    remarks = [f"### {line}" for line in write_departures(event.departures)]
    for its_round in rounds:
        said = [
            *_describe_changes(_read_proposed(its_round.proposal, start), current[its_round.number]),
            *_describe_fixed(its_round.proposal, start),
            *(
                f"paired before round {each.round}, board {each.board} was corrected"
                for each in corrected.get(its_round.number, ())
            ),
            *(f"full-point bye of {number}" for number in full[its_round.number]),
            *rated[its_round.number],
            *broken[its_round.number],
            *changed[its_round.number],
        ]
        remarks += [f"### round {its_round.number}: {text}" for text in said]
    return remarks


def replace_rated_results(event: Event, facts: Crosstable) -> Crosstable:
    """Return the facts for the rating report: with the results that were corrected for it alone (C.04.2, 4.3)."""
    games = {number: list(own) for number, own in facts.games.items()}
    for round_number, white, black, rated in _read_rated(event):
        for number, letter in ((white, rated[0]), (black, rated[1])):
            at = next(at for at, game in enumerate(games[number]) if game.round == round_number)
            kind, points = outcome(letter, True, facts.scheme_of(round_number))
            games[number][at] = games[number][at]._replace(letter=letter, kind=kind, points=points)
    return facts._replace(games={number: tuple(own) for number, own in games.items()})


def _read_rated(event: Event) -> Iterable[tuple[int, int, int, str]]:
    """Return the round, both players and the result of each game with another one in the rating report. One query."""
    rows = Game.objects.filter(round__event=event, black__isnull=False).exclude(rating_result="")
    return rows.values_list("round__number", "white__number", "black__number", "rating_result")


def _find_broken(facts: Crosstable, imported: Collection[int]) -> dict[int, list[str]]:
    """Return what rounds that were paired somewhere else break of the rules of Swiss pairings."""
    broken: dict[int, list[str]] = defaultdict(list)
    for number, reason in find_broken_rules(renumber(facts)) if imported and facts.system == "swiss" else ():
        if number in imported:
            broken[number].append(f"breaks a rule: {reason}")
    return broken


def _read_changes(event: Event, rounds: Iterable[Round]) -> dict[int, list[str]]:
    """Return by the last round so far which order of criteria and which numbers held until then."""
    changed: dict[int, list[str]] = defaultdict(list)
    last = max((each.number for each in rounds if each.proposal is None), default=0)
    lines = event.log.filter(action__in=(LogAction.PUBLISH, LogAction.TIEBREAKS, LogAction.PLAYERS_NUMBERED))
    for line in lines.order_by("pk").only("action", "before", "after"):
        if line.action == LogAction.PUBLISH:
            last = max([last, *(each["round"] for each in line.new_values["rounds"])])
        elif last and line.action == LogAction.TIEBREAKS:
            changed[last].append(f"until here the order of criteria was {line.old_values['order']}")
        elif last:
            moved = zip(
                line.old_values["start_numbers"].values(), line.new_values["start_numbers"].values(), strict=True
            )
            changed[last].append(f"after it new numbers: {' '.join(f'{old}>{new}' for old, new in sorted(moved))}")
    return changed


def _read_proposed(proposal: dict[str, Any] | None, start: Mapping[int, int]) -> set[Pair]:
    """Return the pairs that the system gave, White first, and the bye as a pair with 0; nobody who is gone since."""
    pairs = [(board["white"], board["black"]) for board in proposal["boards"]] if proposal else []
    free = [bye["player"] for bye in proposal["byes"]] if proposal else []
    known = {(start.get(white, 0), start.get(black, 0)) for white, black in pairs}
    return known | {(start.get(player, 0), 0) for player in free}


def _describe_changes(proposed: set[Pair], current: set[Pair]) -> Iterator[str]:
    if proposed and proposed != current:
        yield f"{_write(current - proposed)} by hand instead of {_write(proposed - current)}"


def _describe_fixed(proposal: dict[str, Any] | None, start: Mapping[int, int]) -> Iterator[str]:
    """Name what an arbiter had fixed before the system paired the others."""
    pairs = find_fixed(proposal) if proposal else ()
    fixed = {(start[white], start.get(black, 0)) for white, black in pairs if white in start}
    if fixed:
        yield f"{_write(fixed)} was fixed before the others were paired"


def _write(pairs: Iterable[Pair]) -> str:
    return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs)) or "nobody"
