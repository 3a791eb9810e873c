"""FIDE's Swiss Team Pairing System (C.04.6): the text that an engine gets, and the check of its answer.

Not endorsed by FIDE. The engine runs elsewhere (`tournaments.scheduling.engines`). Teams are paired as wholes, by match
points and game points; their boards follow from the event's row of colours. Round 1 needs no engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing import dutch
from pairing.boards import Pairing
from pairing.history import History
from pairing.legality import Limits
from pairing.records import Records
from pairing.records import write_records as write_records
from tiebreaks import trf_file
from tiebreaks.crosstable import Colour, Crosstable, Kind
from tiebreaks.teams import Match, TeamEvent, event_of
from tiebreaks.trf_write import TRF26

COLOURS = ("typea", "typeb", "nocolor")  # C.04.6, 1.7: which colour preferences teams have
SCORES = {"MP": "mp+gp", "GP": "gp+mp"}  # 1.2: the score that groups are made by, and the one that decides on colours
ABSENCES = {"H": Kind.HPB, "F": Kind.FPB, "Z": Kind.ZPB}


class Settings(NamedTuple):
    """Which colour preferences count, the colour of the first team in round 1, and which teams must not meet."""

    colours: str = "typea"
    initial: str = "W"
    limits: Limits = Limits()


USUAL = Settings()


def engine_input(players: Crosstable, teams: Crosstable, absent: Mapping[int, str], settings: Settings = USUAL) -> str:
    """Return the tournament file to pair the next round from. Names stay at home: the engine gets numbers.

    `absent` gives H, F or Z for the teams without opponent in that round.
    """
    event = event_of(teams)
    last = max((m.round for own in event.matches.values() for m in own if m.opponent), default=0)
    rounds = max(teams.rounds, last + 1)
    nameless = {n: p._replace(name=f"Player {n}", fide_id="", birth_date="") for n, p in players.players.items()}
    matches = {number: _with_absence(own, last, absent.get(number), event) for number, own in event.matches.items()}
    named = {n: team._replace(name=f"Team {n}", federation="") for n, team in event.teams.items()}
    known = event._replace(teams=named, matches=matches, rounds=rounds)
    told = Records(settings.initial, (), settings.limits.forbidden)
    return trf_file.write(
        players.up_to(last)._replace(players=nameless, name="", rounds=rounds),
        teams=teams._replace(team_event=known, rounds=rounds, system="swiss"),
        lines=(trf_file.PLAYERS, *write_records(told, rounds, TRF26)),
    )


def engine_method(teams: Crosstable, settings: Settings = USUAL) -> str:
    """Return what gacrux calls the system with these settings and the primary score of these teams."""
    return f"fideteam-{settings.colours}-{SCORES[teams.score]}"


def _with_absence(own: tuple[Match, ...], last: int, letter: str | None, event: TeamEvent) -> tuple[Match, ...]:
    past = tuple(match for match in own if match.round <= last)
    if letter is None:
        return past
    kind = ABSENCES[letter]
    return (*past, Match(last + 1, None, Colour.NONE, kind, *event.scheme.worth(kind)))


def pair_first_round(past: History, settings: Settings = USUAL) -> Pairing:
    """Pair round 1 ourselves: the upper half against the lower half by number."""
    return dutch.pair_first_round(past.order, _as_dutch(settings))


def read_answer(text: str, past: History, settings: Settings = USUAL, engine: str = "gacrux") -> Pairing:
    """Read an engine's answer. Raise Refusal where it is empty, can't be read or breaks a rule."""
    return dutch.read_answer(text, past, _as_dutch(settings), engine, of_teams=True)


def _as_dutch(settings: Settings) -> dutch.Settings:
    return dutch.Settings(Records(settings.initial), settings.limits)
