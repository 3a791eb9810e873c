"""Random team events with byes, forfeited boards and matches, reserves and line-ups; the same for the same seed."""

from decimal import Decimal
from random import Random
from typing import NamedTuple

from tests.generated.generator import START_DATES
from tiebreaks.facts.games import Colour, Kind, Scheme
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import Match, MatchBoard, Team, TeamEvent, TeamScheme, Worth, match_result

THREE_ONE_ZERO = Scheme(Decimal(3), Decimal(1), Decimal(0), Decimal(3))
HALF = Decimal("0.5")


class Rates(NamedTuple):
    """Probabilities per team and round, per match, or per board."""

    half_bye: float = 0.04
    zero_bye: float = 0.03
    full_bye: float = 0.01
    forfeited_match: float = 0.05
    double_forfeit: float = 0.01
    empty_board: float = 0.03
    reserve: float = 0.2
    other_order: float = 0.05
    draw: float = 0.4
    withdrawn_team: float = 0.08


USUAL = Rates()
WILD = Rates(0.09, 0.07, 0.03, 0.12, 0.04, 0.08, 0.3, 0.15, 0.5, 0.2)


def swiss(seed, teams=12, rounds=7, boards=4, edition="2026-03", rates=USUAL, primary="MP"):
    """Play a Swiss event of `teams`; opponents may meet again if nobody else is left."""
    chance = Random(f"teams {seed}")
    sheet = Sheet(chance, teams, boards, rates)
    last = {n: chance.randint(1, rounds) if chance.random() < rates.withdrawn_team else rounds for n in sheet.teams}
    for number in range(1, rounds + 1):
        absent = {n: absence(chance, rates) if number <= last[n] else Kind.ZPB for n in sheet.teams}
        if not sheet.round(number, absent):
            return sheet.crosstable(number - 1, "swiss", edition, primary, f"Teams {seed}")
    return sheet.crosstable(rounds, "swiss", edition, primary, f"Teams {seed}")


def round_robin(seed, teams=8, cycles=1, boards=4, edition="2026-03", rates=USUAL, primary="MP"):
    """Let every team play every other one once or twice; in an odd field one has the bye in each round."""
    chance = Random(f"teams round robin {seed}")
    sheet = Sheet(chance, teams, boards, rates)
    circle = [*sheet.teams, *([None] * (teams % 2))]
    rounds = cycles * (len(circle) - 1)
    for number in range(1, rounds + 1):
        for place in range(len(circle) // 2):
            one, other = circle[place], circle[-1 - place]
            if one is None or other is None:
                sheet.bye(number, one or other, Kind.ZPB)
            else:
                sheet.match(number, *chance.sample([one, other], 2))
        circle.insert(1, circle.pop())
    return sheet.crosstable(rounds, "round-robin", edition, primary, f"Teams round robin {seed}")


def going_on(facts, chance, rates=USUAL):
    """Return the sheet of an unfinished event."""
    sheet, event = Sheet.__new__(Sheet), facts.team_event
    sheet.chance, sheet.rates, sheet.scheme, sheet.teams = chance, rates, event.scheme, event.teams
    sheet.colours = (event.scheme.colours or "WB") * event.scheme.boards
    sheet.matches = {number: list(matches) for number, matches in event.matches.items()}
    return sheet


class Sheet:
    """The matches played so far, seen from both sides."""

    def __init__(self, chance, teams, boards, rates):
        self.chance, self.rates = chance, rates
        match = THREE_ONE_ZERO if chance.random() < 0.2 else Scheme(Decimal(2), Decimal(1), Decimal(0), Decimal(1))
        bye = Worth(chance.choice((match.draw, match.win)), boards * chance.choice((HALF, Decimal(1))))
        self.scheme = TeamScheme(boards, match, Scheme(), {Kind.PAB: bye})
        self.colours = "".join("WB"[(board + board // 2 * chance.randint(0, 1)) % 2] for board in range(boards))
        players, self.teams = 0, {}
        for number in range(1, teams + 1):
            size = boards + chance.randint(0, 2)
            members = tuple(range(players + 1, players + size + 1))
            self.teams[number] = Team(number, f"Team {number:03}", f"T{number:02}", members)
            players += size
        self.matches = {number: [] for number in self.teams}

    def total(self, number):
        return sum((match.match_points for match in self.matches[number]), Decimal(0))

    def met(self, number, other):
        return any(match.opponent == other for match in self.matches[number])

    def round(self, number, absent):
        """Pair and play a round without those who are `absent`; return False if too few are left."""
        waiting = [n for n, kind in absent.items() if not kind]
        waiting.sort(key=lambda n: (-self.total(n), self.chance.random()))
        if len(waiting) < 2:
            return False
        if len(waiting) % 2:
            absent[waiting.pop()] = Kind.PAB
        for n, kind in absent.items():
            if kind:
                self.bye(number, n, kind)
        while waiting:
            one = waiting.pop(0)
            other = next((n for n in waiting if not self.met(one, n)), waiting[0])
            waiting.remove(other)
            self.match(number, *self.chance.sample([one, other], 2))
        return True

    def bye(self, number, team, kind):
        self.matches[team].append(Match(number, None, Colour.NONE, kind, *self.scheme.worth(kind)))

    def match(self, number, white, black):
        draw = self.chance.random()
        if draw < self.rates.double_forfeit:
            for team, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
                loss = self.scheme.worth(Kind.FORFEIT_LOSS)
                self.matches[team].append(Match(number, other, colour, Kind.FORFEIT_LOSS, *loss))
            return
        seats = [self._line_up(white), self._line_up(black)]
        if draw < self.rates.double_forfeit + self.rates.forfeited_match:
            # The team that came is complete: gacrux counts an empty board of it as won (decision 0008).
            present = self.chance.randint(0, 1)
            seats[present] = dict(enumerate(self.teams[(white, black)[present]].players[: self.scheme.boards], start=1))
            seats[1 - present] = dict.fromkeys(seats[present])
        sides = ([], [])
        for board in range(1, self.scheme.boards + 1):
            for side, made in zip(sides, self._board(board, *(seat[board] for seat in seats)), strict=True):
                side.append(made)
        for team, other, colour, mine, theirs in (
            (white, black, Colour.WHITE, *sides),
            (black, white, Colour.BLACK, *reversed(sides)),
        ):
            kind, worth = match_result(self.scheme, mine, theirs)
            self.matches[team].append(Match(number, other, colour, kind, *worth, tuple(mine)))

    def _line_up(self, team):
        """Seat a team's players in the order of its list, sometimes with a reserve or in another order."""
        seated = list(self.teams[team].players)
        while len(seated) > self.scheme.boards:
            seated.remove(self.chance.choice(seated) if self.chance.random() < self.rates.reserve else seated[-1])
        if self.chance.random() < self.rates.other_order:
            self.chance.shuffle(seated)
        boards = dict(enumerate(seated, start=1))
        if self.chance.random() < self.rates.empty_board * self.scheme.boards:
            boards[self.chance.randint(1, self.scheme.boards)] = None
        return boards

    def _board(self, number, player, opponent):
        """Play one board; return it as both sides see it, the white team first."""
        white = self.colours[number - 1] == "W"
        colours = (Colour.WHITE, Colour.BLACK) if white else (Colour.BLACK, Colour.WHITE)
        if player is None or opponent is None:
            kinds = [Kind.FORFEIT_LOSS if p is None else Kind.FORFEIT_WIN for p in (player, opponent)]
            points = [Decimal(kind == Kind.FORFEIT_WIN) for kind in kinds]
            colours = (Colour.NONE, Colour.NONE)
        else:
            kinds = [Kind.PLAYED, Kind.PLAYED]
            first = HALF if self.chance.random() < self.rates.draw else Decimal(self.chance.randint(0, 1))
            points = [first, 1 - first]
        return (
            MatchBoard(number, points[0], kinds[0], colours[0], player, opponent),
            MatchBoard(number, points[1], kinds[1], colours[1], opponent, player),
        )

    def crosstable(self, rounds, system, edition, primary, name):
        matches = {number: tuple(matches) for number, matches in self.matches.items()}
        event = TeamEvent(self.teams, matches, rounds, self.scheme)
        facts = team_crosstable(event, primary)
        return facts._replace(system=system, edition=edition, name=name, starts_on=START_DATES[edition]), self.colours


def absence(chance, rates):
    draw = chance.random()
    for kind, rate in ((Kind.HPB, rates.half_bye), (Kind.ZPB, rates.zero_bye), (Kind.FPB, rates.full_bye)):
        if draw < rate:
            return kind
        draw -= rate
    return None
