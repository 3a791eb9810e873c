"""Random tournaments with every kind of unplayed round, the same for the same seed.

The pairings only look like those of a real event: what matters here is that every rule about unplayed rounds is met.
"""

from decimal import Decimal
from random import Random
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Kind, Scheme

START_DATES = {"2023-09": "2023-10-02", "2024-04": "2024-05-06", "2024-08": "2024-09-02", "2026-03": "2026-05-04"}
ONE_HALF_ZERO = Scheme()
THREE_ONE_ZERO = Scheme(win=Decimal(3), draw=Decimal(1), loss=Decimal(0), pab=Decimal(3))
DRAW_FOR_A_BYE = Scheme(pab=Decimal("0.5"))
SCHEMES = (THREE_ONE_ZERO, DRAW_FOR_A_BYE)


class Rates(NamedTuple):
    """Probabilities per player and round, per game, or per player where the name says so."""

    half_bye: float = 0.03
    zero_bye: float = 0.02
    full_bye: float = 0.004
    forfeit: float = 0.04
    double_forfeit: float = 0.01
    short_game: float = 0.01
    draw: float = 0.35
    withdrawn_player: float = 0.08
    late_player: float = 0.06
    unrated_player: float = 0.0


USUAL = Rates()
WILD = Rates(half_bye=0.08, zero_bye=0.06, full_bye=0.02, forfeit=0.12, double_forfeit=0.04, short_game=0.04,
             withdrawn_player=0.2, late_player=0.15)  # fmt: skip


def swiss(seed, players=20, rounds=7, edition="2026-03", rates=USUAL, scheme=ONE_HALF_ZERO):
    """Play a Swiss event of `players` in `rounds`, or in fewer if nobody is left to be paired."""
    chance = Random(f"swiss {seed}")
    sheet = Sheet(field(chance, players, rates), scheme)
    half = max(2, rounds // 2)
    first = {n: chance.randint(2, half) if chance.random() < rates.late_player else 1 for n in sheet.field}
    last = {n: chance.randint(1, rounds) if chance.random() < rates.withdrawn_player else rounds for n in sheet.field}
    for number in range(1, rounds + 1):
        absent = {n: absence(chance, rates) if first[n] <= number <= last[n] else Kind.ZPB for n in sheet.field}
        pairs, alone = pair(chance, sheet, [n for n, kind in absent.items() if not kind])
        if not pairs:
            return sheet.crosstable(number - 1, "swiss", edition, f"Swiss {seed}")
        for n, kind in absent.items():
            if kind:
                sheet.bye(number, n, kind)
        for white, black in pairs:
            play(chance, rates, sheet, number, white, black)
        for place, n in enumerate(alone):
            sheet.bye(number, n, Kind.PAB if place == 0 and not sheet.had_pab(n) else Kind.ZPB)
    return sheet.crosstable(rounds, "swiss", edition, f"Swiss {seed}")


def round_robin(seed, players=8, cycles=1, edition="2026-03", rates=USUAL, scheme=ONE_HALF_ZERO):
    """Play everybody against everybody once or twice; in an odd field one player has the bye in each round."""
    chance = Random(f"round robin {seed}")
    sheet = Sheet(field(chance, players, rates), scheme)
    circle = list(sheet.field) + [None] * (players % 2)
    chance.shuffle(circle)
    per_cycle = len(circle) - 1
    for number in range(1, cycles * per_cycle + 1):
        for place in range(len(circle) // 2):
            white, black = circle[place], circle[-1 - place]
            if (number + place) % 2:
                white, black = black, white
            if white is None or black is None:
                sheet.bye(number, white or black, Kind.ZPB)
            else:
                play(chance, rates, sheet, number, white, black)
        circle.insert(1, circle.pop())
    return sheet.crosstable(cycles * per_cycle, "round-robin", edition, f"Round robin {seed}")


class Sheet:
    """The games played so far, seen from both sides."""

    def __init__(self, field, scheme):
        self.field, self.scheme = field, scheme
        self.games = {n: [] for n in field}
        self.points = {Kind.PAB: scheme.pab, Kind.FPB: scheme.win, Kind.HPB: scheme.draw, Kind.ZPB: Decimal(0),
                       Kind.FORFEIT_WIN: scheme.win, Kind.FORFEIT_LOSS: Decimal(0)}  # fmt: skip

    def bye(self, number, player, kind):
        letter = {Kind.PAB: "U", Kind.FPB: "F", Kind.HPB: "H", Kind.ZPB: "Z"}[kind]
        self.games[player].append(Game(number, None, Colour.NONE, kind, self.points[kind], letter=letter))

    def game(self, number, white, black, letters):
        for player, opponent, colour, letter in (
            (white, black, Colour.WHITE, letters[0]),
            (black, white, Colour.BLACK, letters[1]),
        ):
            kind = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}.get(letter, Kind.PLAYED)
            points = self.points[kind] if kind != Kind.PLAYED else self._over_the_board(letter)
            self.games[player].append(Game(number, opponent, colour, kind, points, letter=letter))

    def _over_the_board(self, letter):
        scheme = self.scheme
        return scheme.win if letter in "1W" else scheme.draw if letter in "=D" else scheme.loss

    def total(self, player):
        return sum((game.points for game in self.games[player]), Decimal(0))

    def met(self, player, other):
        return any(game.opponent == other for game in self.games[player])

    def had_pab(self, player):
        return any(game.kind in (Kind.PAB, Kind.FPB) for game in self.games[player])

    def crosstable(self, rounds, system, edition, name):
        return Crosstable(
            players=self.field,
            games={n: tuple(games) for n, games in self.games.items()},
            rounds=rounds,
            system=system,
            edition=edition,
            scheme=self.scheme,
            name=name,
            starts_on=START_DATES.get(edition, ""),
        )


def field(chance, size, rates):
    """Return players by number, the strongest first."""
    ratings = sorted((chance.randint(1000, 2700) for _ in range(size)), reverse=True)
    return {
        n: Player(n, f"Player {n:04}", None if chance.random() < rates.unrated_player else rating)
        for n, rating in enumerate(ratings, start=1)
    }


def absence(chance, rates):
    """Return the bye a player takes in this round, None for one who plays."""
    draw = chance.random()
    for kind, rate in ((Kind.HPB, rates.half_bye), (Kind.ZPB, rates.zero_bye), (Kind.FPB, rates.full_bye)):
        if draw < rate:
            return kind
        draw -= rate
    return None


def pair(chance, sheet, present):
    """Pair neighbours by points who have not met; return the pairs and the players left over."""
    waiting = sorted(present, key=lambda n: (-sheet.total(n), chance.random()))
    pairs, alone = [], []
    if len(waiting) % 2:
        free = next((n for n in reversed(waiting) if not sheet.had_pab(n)), None)
        if free is not None:
            waiting.remove(free)
            alone.append(free)
    while waiting:
        one = waiting.pop(0)
        other = next((n for n in waiting if not sheet.met(one, n)), None)
        if other is None:
            alone.append(one)
            continue
        waiting.remove(other)
        pairs.append((one, other) if chance.random() < 0.5 else (other, one))
    return pairs, alone


def play(chance, rates, sheet, number, white, black):
    draw = chance.random()
    if draw < rates.double_forfeit:
        letters = "--"
    elif draw < rates.double_forfeit + rates.forfeit:
        letters = chance.choice(("+-", "-+"))
    else:
        win_white = (1 - rates.draw) / 2
        result = chance.random()
        letters = "10" if result < win_white else "01" if result < 2 * win_white else "=="
        if chance.random() < rates.short_game:
            letters = {"10": "WL", "01": "LW", "==": "DD"}[letters]
    sheet.game(number, white, black, letters)
