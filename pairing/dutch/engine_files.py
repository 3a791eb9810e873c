"""FIDE Dutch (C.04.3): the input for an engine, and the check of its answer. Not endorsed by FIDE.

The engine runs elsewhere; this module only reads and writes text. Round 1 needs no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pairing.new_swiss.relaxation import NO_PAIRING, refuse_pairing
from pairing.rules.boards import Board, Bye, Pair, Pairing, Reason, because, ordered_pair
from pairing.rules.engine_records import Records, extra_points
from pairing.rules.engine_records import write_records as write_records
from pairing.rules.history import History
from pairing.rules.legality import Limits, find_faults
from pairing.rules.pair_reasons import explain_pair
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.facts.start_numbers import renumber, start_numbers
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.writer import TRF26, write

UNREADABLE = sentence("engine-unreadable", gettext_noop("The engine’s answer can’t be read: “{text}”."))
EMPTY = sentence("engine-empty", gettext_noop("The engine returned no pairs for round {round}."))
ILLEGAL = sentence("engine-illegal", gettext_noop("The engine’s answer breaks the rules: {fault}"))
BY_ENGINE = sentence("engine", gettext_noop("Paired by {engine}; not FIDE-endorsed."))
FIRST_ROUND = sentence(
    "dutch-first-round",
    gettext_noop("Round 1: place {place} of the upper half against place {place} of the lower half."),
)
LAST_RANKED = sentence("dutch-bye-first-round", gettext_noop("Round 1: in an odd field the last player has the bye."))
ALLOCATED = sentence("dutch-bye", gettext_noop("The engine’s choice: no bye so far, score {score}."))

REQUESTED = {Kind.HPB: "H", Kind.FPB: "F", Kind.ZPB: "Z"}


class Settings(NamedTuple):
    """The arbiter's settings: records for the engine, and who must not meet besides repeats.

    `seated` have arrived, but are not to be paired: the arbiter has fixed their boards or given them the bye.
    """

    records: Records = Records()
    limits: Limits = Limits()
    seated: frozenset[int] = frozenset()


USUAL = Settings()


def engine_input(facts: Crosstable, absent: Mapping[int, str], settings: Settings, dialect: str = TRF26) -> str:
    """Return the tournament file from which the engine pairs the next round.

    `absent` has, by number, H, F or Z for players without an opponent in that round. Players are under their start
    numbers, which replace their names too.
    """
    start, facts = start_numbers(facts), renumber(facts)
    absent = {start[number]: letter for number, letter in absent.items()}
    forbidden = renumber_pairs(settings.records.forbidden | settings.limits.forbidden, start)
    last = facts.last_paired
    requested = {n: REQUESTED.get(g.kind, "Z") for n, own in facts.games.items() for g in own if g.round == last + 1}
    nameless = {n: p._replace(name=f"Player {n}", fide_id="", birth_date="") for n, p in facts.players.items()}
    records = tuple(write_records(settings.records._replace(forbidden=forbidden), max(facts.rounds, last + 1), dialect))
    past = facts.up_to(last)._replace(players=nameless, name="", rounds=max(facts.rounds, last + 1))
    return write(past, dialect=dialect, absent={**requested, **absent}, records=records)


def renumber_pairs(pairs: Iterable[Pair], start: Mapping[int, int]) -> frozenset[Pair]:
    """Return pairs under start numbers."""
    return frozenset(ordered_pair(start.get(one, one), start.get(other, other)) for one, other in pairs)


def in_pairing_order(past: History, settings: Settings = USUAL) -> History:
    """Return the history in the order of article 1.2 of C.04.3 and C.04.6, with the points of an acceleration."""
    accelerated = settings.records.accelerated
    return past.in_fide_order(lambda start: extra_points(accelerated, start, past.round))


def refuse_round(past: History, settings: Settings, *, of_teams: bool = False) -> Refusal:
    """Return the refusal of a round that can't be paired by C.04.3 or C.04.6, with the smallest relaxation."""
    past, number_of = in_pairing_order(past, settings), {start: n for n, start in past.start_numbers.items()}
    banned = settings.limits.forbidden | renumber_pairs(settings.records.forbidden, number_of)
    limits = settings.limits._replace(forbidden=banned)
    return refuse_pairing(past, past.order, limits, "bottom-up", fide=True, of_teams=of_teams)


def read_answer(
    text: str, history: History, settings: Settings = USUAL, engine: str = "gacrux", *, of_teams: bool = False
) -> Pairing:
    """Read an engine's answer: the number of pairs, then White and Black in each line by start number, 0 for the bye.

    Raise Refusal if it is empty, can't be read or breaks a rule; if it is empty because no legal pairing exists, the
    refusal names the smallest relaxation.
    """
    number_of = {start: number for number, start in history.start_numbers.items()}
    pairs = [(number_of.get(white, white), number_of.get(black, black)) for white, black in _pairs(text)]
    return check_answer(pairs, history, settings, engine, of_teams=of_teams)


def check_answer(
    pairs: Sequence[Pair],
    history: History,
    settings: Settings,
    engine: str,
    why: Mapping[Pair, Sequence[Reason]] = {},
    *,
    of_teams: bool = False,
) -> Pairing:
    """Return an engine's pairs, (White, Black) and (player, 0) for the bye, with their reasons. Raise Refusal.

    `why` has reasons that the engine itself gave, by (White, Black), and (player, 0) for the bye.
    """
    history = in_pairing_order(history, settings)
    if not pairs:
        refusal = refuse_round(history, settings, of_teams=of_teams)
        raise refusal if refusal.code != NO_PAIRING else Refusal(EMPTY, field="engine", round=history.round)
    boards, bye = [], None
    among = [number for pair in pairs if all(pair) for number in pair if number in history.entrants]
    for white, black in pairs:
        if black:
            are_known = white in history.entrants and black in history.entrants
            reasons = explain_pair(history, white, black, settings.limits, among) if are_known else []
            boards.append(Board(white, black, (*reasons, *why.get((white, black), ()))))
        else:
            score = history.entrants[white].score if white in history.entrants else ""
            bye = Bye(white, tuple(why.get((white, 0)) or (because(ALLOCATED, score=str(score)),)))
    pairing = Pairing(history.round, tuple(boards), bye, (because(BY_ENGINE, engine=engine),))
    for fault in find_faults(pairing, history, settings.limits, fide=True, of_teams=of_teams):
        raise Refusal(ILLEGAL, field="engine", fault=fault)
    return pairing


def check_own_answer(
    found: Pairing, history: History, settings: Settings, engine: str, *, of_teams: bool = False
) -> Pairing:
    """Return what our own engine has found with all reasons. Raise Refusal if it breaks a rule."""
    byes = [(found.bye.player, 0)] if found.bye else []
    why = {(board.white, board.black): board.reasons for board in found.boards}
    why |= dict.fromkeys(byes, found.bye.reasons) if found.bye else {}
    return check_answer([*found.pairs, *byes], history, settings, engine, why, of_teams=of_teams)


def _pairs(text: str) -> Iterable[Pair]:
    lines = [line.split() for line in text.replace("\r", "\n").split("\n") if line.strip()]
    for cells in lines[1:]:
        if len(cells) != 2 or not all(cell.isascii() and cell.isdigit() for cell in cells):
            raise Refusal(UNREADABLE, field="engine", text=" ".join(cells)[:80])
        yield int(cells[0]), int(cells[1])
    if lines and lines[0] != [str(len(lines) - 1)]:
        raise Refusal(UNREADABLE, field="engine", text=" ".join(lines[0])[:80])


def pair_first_round(
    numbers: Iterable[int], settings: Settings = USUAL, start_number: Callable[[int], int] = int
) -> Pairing:
    """Pair round 1 without an engine: upper half against lower half, odd pairing numbers with the drawn colour.

    Pairing numbers count those who have arrived (C.04.2, 2.4), so nobody's colour depends on an absent player. In an
    accelerated event, players with extra points are paired among themselves. The last player of an odd field has the
    bye.
    """
    line = sorted(numbers, key=start_number)
    bye = Bye(line.pop(), (because(LAST_RANKED),)) if len(line) % 2 else None
    ahead = max((each.last for each in settings.records.accelerated if each.start == 1), default=0)
    upper = [number for number in line if start_number(number) <= ahead]
    cut = len(upper) + len(upper) % 2
    arrived = sorted({*line, *settings.seated}, key=start_number)
    numbers_of_arrived = {number: place for place, number in enumerate(arrived, start=1)}
    folds = [*_fold(line[:cut]), *_fold(line[cut:])]
    boards = []
    for place, high, low in folds:
        high_is_white = (numbers_of_arrived[high] % 2 == 1) == (settings.records.initial != "B")
        boards.append(Board(*((high, low) if high_is_white else (low, high)), (because(FIRST_ROUND, place=place),)))
    return Pairing(1, tuple(boards), bye)


def _fold(line: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield place, upper and lower player of each pair of an even line."""
    half = len(line) // 2
    for place, (high, low) in enumerate(zip(line[:half], line[half:], strict=True), start=1):
        yield place, high, low
