"""FIDE's Swiss Team Pairing System (C.04.6): the input for a foreign engine, and the check of its answer.

Teams are paired as a whole, by match points and game points; their boards follow from the event's colour pattern. Round
1 needs no engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing import dutch
from pairing.rules.boards import Pairing
from pairing.rules.engine_records import Acceleration, Records
from pairing.rules.engine_records import write_records as write_records
from pairing.rules.history import History
from pairing.rules.legality import Limits
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Kind
from tiebreaks.facts.start_numbers import renumber, start_numbers
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, TeamEvent
from tiebreaks.trf import whole_file
from tiebreaks.trf.writer import TRF26

SCORES = {"MP": "mp+gp", "GP": "gp+mp"}  # 1.2: the score for score groups, and the one for colours
ABSENCES = {"H": Kind.HPB, "F": Kind.FPB, "Z": Kind.ZPB}


class Settings(NamedTuple):
    """Which colour preferences count, the colour of the first team in round 1, and which teams must not meet.

    `colours` is a type of C.04.6, 1.7. `seated` are teams that the arbiter has placed already.
    """

    colours: str = "typea"
    initial: str = "W"
    limits: Limits = Limits()
    seated: frozenset[int] = frozenset()
    accelerated: tuple[Acceleration, ...] = ()


USUAL = Settings()


def engine_input(players: Crosstable, teams: Crosstable, absent: Mapping[int, str], settings: Settings = USUAL) -> str:
    """Return the tournament file from which the engine pairs the next round. Names are replaced by numbers.

    `absent` has, by number, H, F or Z for teams without an opponent in that round. Everybody is under their start
    number.
    """
    start = start_numbers(teams)
    players, teams = renumber(players), renumber(teams, players)
    absent = {start[number]: letter for number, letter in absent.items()}
    event = event_of(teams)
    last = teams.last_paired
    rounds = max(teams.rounds, last + 1)
    nameless = {n: p._replace(name=f"Player {n}", fide_id="", birth_date="") for n, p in players.players.items()}
    matches = {number: _with_absence(own, last, absent.get(number), event) for number, own in event.matches.items()}
    nameless_teams = {n: team._replace(name=f"Team {n}", federation="") for n, team in event.teams.items()}
    past = event._replace(teams=nameless_teams, matches=matches, rounds=rounds)
    records = Records(settings.initial, settings.accelerated, dutch.renumber_pairs(settings.limits.forbidden, start))
    return whole_file.write(
        players.up_to(last)._replace(players=nameless, name="", rounds=rounds),
        teams=teams._replace(team_event=past, rounds=rounds, system="swiss"),
        lines=(whole_file.PLAYERS, *write_records(records, rounds, TRF26, teams.score)),
    )


def engine_method(teams: Crosstable, settings: Settings = USUAL) -> str:
    """Return gacrux's name for the system with these settings and the primary score of these teams."""
    return f"fideteam-{settings.colours}-{SCORES[teams.score]}"


def _with_absence(own: tuple[Match, ...], last: int, letter: str | None, event: TeamEvent) -> tuple[Match, ...]:
    past = tuple(match for match in own if match.round <= last)
    if letter is None:
        return past
    kind = ABSENCES[letter]
    return (*past, Match(last + 1, None, Colour.NONE, kind, *event.scheme.worth(kind)))


def pair_first_round(past: History, settings: Settings = USUAL) -> Pairing:
    """Pair round 1 without an engine: the upper half against the lower half by number."""
    return dutch.pair_first_round(past.order, as_dutch(settings), past.start_number)


def read_answer(text: str, past: History, settings: Settings = USUAL, engine: str = "gacrux") -> Pairing:
    """Read an engine's answer. Raise Refusal if it is empty, can't be read or breaks a rule."""
    return dutch.read_answer(text, past, as_dutch(settings), engine, of_teams=True)


def in_pairing_order(past: History, settings: Settings = USUAL) -> History:
    """Return the history by primary score and pairing number, with the points of an acceleration (1.2)."""
    return dutch.in_pairing_order(past, as_dutch(settings))


def check_own_answer(found: Pairing, past: History, settings: Settings, engine: str) -> Pairing:
    """Return what our own engine has found with all reasons. Raise Refusal if it breaks a rule."""
    return dutch.check_own_answer(found, past, as_dutch(settings), engine, of_teams=True)


def as_dutch(settings: Settings) -> dutch.Settings:
    """Return the same for what both systems do alike."""
    records = Records(settings.initial, settings.accelerated)
    return dutch.Settings(records, settings.limits, settings.seated)
