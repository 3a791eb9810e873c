"""Derive the matches of teams from the games of their players: opponents, line-ups and points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Game, Kind
from tiebreaks.facts.teams import Match, MatchBoard, Team, TeamScheme, match_result
from tiebreaks.refusal import Refusal, gettext_noop, sentence

NO_TEAM = sentence("no-team", gettext_noop("Player {number} plays for team {team} against somebody without a team."))
TWO_MATCHES = sentence(
    "two-matches", gettext_noop("Team {team} plays against teams {one} and {other} in round {round}.")
)
ITSELF = sentence("team-plays-itself", gettext_noop("Team {team} plays against itself in round {round}."))
BAD_LINE_UP = sentence(
    "bad-line-up",
    gettext_noop("The boards of teams {team} and {opponent} in round {round} don’t match. Add records 300."),
)

type TeamRound = tuple[int, int]  # a team and a round
type LineUp = dict[int, int]  # the player on each board; empty boards are missing


class Forfeit(NamedTuple):
    """A forfeited match, seen from one team."""

    opponent: int
    kind: Kind
    colour: Colour


@dataclass(frozen=True)
class Matches:
    """Everything a file says about the matches of an event. `lines` are the line numbers of the teams in the file.

    `opponents` are those that line-ups name, by team and round. In a format that `has_line_ups`, a team without one sat
    in the order of its list; in TRF16 the team with the lower number did, and the other one opposite.
    """

    players: Crosstable
    teams: Mapping[int, Team]
    lines: Mapping[int, int]
    scheme: TeamScheme
    colours: str
    byes: Mapping[TeamRound, Kind]
    forfeits: Mapping[TeamRound, Forfeit]
    line_ups: Mapping[TeamRound, LineUp]
    opponents: Mapping[TeamRound, int]
    has_line_ups: bool = True

    def of(self, number: int) -> tuple[Match, ...]:
        """Return the matches of a team in the order of rounds. Raise Refusal if the records contradict each other."""
        rounds = {game.round for player in self.teams[number].players for game in self.players.games[player]}
        rounds |= {round_number for team, round_number in (*self.byes, *self.forfeits) if team == number}
        rounds |= self._rounds_of_opponents[number]
        return tuple(self._match(number, round_number) for round_number in sorted(rounds))

    def _match(self, number: int, round_number: int) -> Match:
        forfeit = self.forfeits.get((number, round_number))
        opponent = self._opponent(number, round_number)
        if opponent is None:
            return self._bye(number, round_number)
        if self._opponent(opponent, round_number) != number:
            raise self._two_matches(opponent, [number, self._opponent(opponent, round_number) or 0], round_number)
        boards, others = self._boards(number, opponent, round_number)
        if forfeit and not self._has_seats((number, round_number), boards, others):
            worth = self.scheme.worth(forfeit.kind)
            return Match(round_number, opponent, forfeit.colour, forfeit.kind, *worth)
        kind, worth = match_result(self.scheme, boards, others)
        colour = forfeit.colour if forfeit else self._colour(boards)
        return Match(round_number, opponent, colour, kind, *worth, boards)

    def _has_seats(self, team_round: TeamRound, boards: Iterable[MatchBoard], others: Iterable[MatchBoard]) -> bool:
        """Return whether a forfeited match counts by its boards: its winner has a player, or anybody if both lost."""
        forfeit = self.forfeits[team_round]
        kinds = forfeit.kind, self.forfeits[forfeit.opponent, team_round[1]].kind
        winners = {Kind.FORFEIT_WIN} & set(kinds)
        sides = zip(kinds, (boards, others), strict=True)
        return any(board.player for kind, own in sides if kind in winners or not winners for board in own)

    @cached_property
    def _games(self) -> dict[TeamRound, dict[int, Game]]:
        """Return the games of each team's members in each round, in the order of its list."""
        games: dict[TeamRound, dict[int, Game]] = defaultdict(dict)
        for number, team in self.teams.items():
            for player in team.players:
                for game in self.players.games[player]:
                    games[number, game.round][player] = game
        return games

    @cached_property
    def _rounds_of_opponents(self) -> dict[int, set[int]]:
        """Return, by team, the rounds in which its opponent has a player at a board, even if the team has none."""
        rounds: dict[int, set[int]] = defaultdict(set)
        for (team, round_number), opponent in self.opponents.items():
            if self._games.get((opponent, round_number)):
                rounds[team].add(round_number)
        return rounds

    @cached_property
    def _team_of(self) -> dict[int, int]:
        return {player: team.number for team in self.teams.values() for player in team.players}

    def _opponent(self, number: int, round_number: int) -> int | None:
        """Return the opponent of a team in a round by forfeits, by line-ups or by its members' games, None without one.

        Raise Refusal if these name several teams, or the team itself.
        """
        opponents: dict[int, None] = {}  # a set in order
        if (number, round_number) in self.forfeits:
            opponents[self.forfeits[number, round_number].opponent] = None
        if (number, round_number) in self.opponents:
            opponents[self.opponents[number, round_number]] = None
        for player, game in self._games[number, round_number].items():
            if game.opponent is not None:
                team = self._team_of.get(game.opponent)
                if team is None:
                    raise Refusal(NO_TEAM, line=self.lines[number], field="310", number=player, team=number)
                opponents[team] = None
        if len(opponents) > 1:
            raise self._two_matches(number, list(opponents), round_number)
        if number in opponents:
            raise Refusal(ITSELF, line=self.lines[number], field="310", team=number, round=round_number)
        return next(iter(opponents), None)

    def _two_matches(self, number: int, others: list[int], round_number: int) -> Refusal:
        one, other = others[:2]
        return Refusal(
            TWO_MATCHES, line=self.lines[number], field="310", team=number, one=one, other=other, round=round_number
        )

    def _bye(self, number: int, round_number: int) -> Match:
        """Return a round without an opponent: the bye in the records, or the best one among the players' results."""
        kinds = {game.kind for game in self._games[number, round_number].values()}
        usual = next((kind for kind in (Kind.PAB, Kind.FPB, Kind.HPB) if kind in kinds), Kind.ZPB)
        kind = self.byes.get((number, round_number), usual)
        return Match(round_number, None, Colour.NONE, kind, *self.scheme.worth(kind))

    def _boards(
        self, number: int, opponent: int, round_number: int
    ) -> tuple[tuple[MatchBoard, ...], tuple[MatchBoard, ...]]:
        """Return the boards of a match from both sides. Raise Refusal if the two line-ups contradict the games."""
        own_seats, opposing_seats = self._line_up(number, round_number), self._line_up(opponent, round_number)
        games = self._games[number, round_number] | self._games[opponent, round_number]
        is_incomplete = len(own_seats) < self.scheme.boards and (number, round_number) not in self.line_ups
        is_other_incomplete = len(opposing_seats) < self.scheme.boards and (opponent, round_number) not in self.line_ups
        if is_incomplete if self.has_line_ups else number > opponent:
            own_seats = _seats_opposite(own_seats, opposing_seats, games, self.scheme.boards)
        elif is_other_incomplete or not self.has_line_ups:
            opposing_seats = _seats_opposite(opposing_seats, own_seats, games, self.scheme.boards)
        for board in range(1, self.scheme.boards + 1):
            for own, other in (
                (own_seats.get(board), opposing_seats.get(board)),
                (opposing_seats.get(board), own_seats.get(board)),
            ):
                if own in games and games[own].opponent not in (None, other):
                    raise Refusal(
                        BAD_LINE_UP,
                        line=self.lines[number],
                        field="310",
                        team=number,
                        opponent=opponent,
                        round=round_number,
                    )
        numbers = range(1, self.scheme.boards + 1)
        return (
            tuple(_board(board, own_seats.get(board), opposing_seats.get(board), games) for board in numbers),
            tuple(_board(board, opposing_seats.get(board), own_seats.get(board), games) for board in numbers),
        )

    def _line_up(self, number: int, round_number: int) -> LineUp:
        """Return the line-up in record 300, or else the players present in the order of the team's list."""
        if (number, round_number) in self.line_ups:
            return self.line_ups[number, round_number]
        games = self._games[number, round_number]
        present = [player for player, game in games.items() if game.opponent is not None or game.kind == Kind.FPB]
        return dict(enumerate(present[: self.scheme.boards], start=1))

    def _colour(self, boards: Iterable[MatchBoard]) -> Colour:
        """Return the colour of a team in a match, derived from its first board with a colour and the colour pattern."""
        for board in boards:
            if board.colour != Colour.NONE:
                first = (self.colours or "WB" * board.number)[board.number - 1] == "W"
                return Colour.WHITE if (board.colour == Colour.WHITE) == first else Colour.BLACK
        return Colour.NONE


def _seats_opposite(players: LineUp, others: LineUp, games: Mapping[int, Game], boards: int) -> LineUp:
    """Seat the players of a team opposite their opponents, the others on the free boards in order."""
    seat_of = {player: board for board, player in others.items()}
    seats = {seat_of[o]: player for player in players.values() if (o := games[player].opponent) in seat_of}
    waiting = [player for player in players.values() if player not in seats.values()]
    free = [board for board in range(1, boards + 1) if board not in seats]
    return seats | dict(zip(free, waiting, strict=False))


def _board(number: int, player: int | None, opponent: int | None, games: Mapping[int, Game]) -> MatchBoard:
    game = games.get(player) if player is not None else None
    if game is None:
        return MatchBoard(number, ZERO, Kind.FORFEIT_LOSS, Colour.NONE, player, opponent)
    kind = game.kind
    if game.opponent is None:
        # Files name no opponent if the other side of a board was empty.
        kind = Kind.FORFEIT_WIN if kind == Kind.FPB else Kind.FORFEIT_LOSS
    return MatchBoard(number, game.points, kind, game.colour, player, opponent)
