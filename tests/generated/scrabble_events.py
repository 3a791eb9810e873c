"""Scrabble events played round by round: strength and luck decide, the same for the same seed."""

from random import Random

from pairing import rounds
from pairing.plan import stages
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import HALF, ONE, ZERO, Colour, Game, Kind


class Hall:
    """A running event; `facts` is its crosstable so far."""

    def __init__(self, players, planned, seed, clubs=0):
        self.chance = Random(f"hall {seed}")
        ratings = sorted((self.chance.randint(900, 1900) for _ in range(players)), reverse=True)
        self.players = {
            n: Player(n, f"Player {n}", rating, club=f"Club {n % clubs}" if clubs else "")
            for n, rating in enumerate(ratings, start=1)
        }
        self.games = {n: [] for n in self.players}
        self.planned, self.seed = planned, seed

    @property
    def facts(self):
        games = {n: tuple(games) for n, games in self.games.items()}
        settings = {"edition": "plain", "discipline": "scrabble", "lots_seed": self.seed}
        return Crosstable(self.players, games, self.planned, **settings)

    def play(self, pairing):
        """Play the games of a round."""
        for board in pairing.boards:
            white, black = (round(self.chance.gauss(400, 60)) for _ in range(2))
            edge = (self.players[board.white].rating - self.players[board.black].rating) // 10
            white, black = max(white + edge, 50), max(black - edge, 50)
            for n, other, side, own, against in (
                (board.white, board.black, Colour.WHITE, white, black),
                (board.black, board.white, Colour.BLACK, black, white),
            ):
                points, letter = (ONE, "1") if own > against else (HALF, "=") if own == against else (ZERO, "0")
                self.games[n].append(Game(pairing.round, other, side, Kind.PLAYED, points, own, against, letter=letter))
        if pairing.bye:
            bye = Game(pairing.round, None, Colour.NONE, Kind.PAB, ONE, own_score=50, letter="U")
            self.games[pairing.bye.player].append(bye)


def championship(players, seed, planned=20, mode="tsh", last=None, looks_ahead=True):
    """Yield (hall, pairing) of each round of a German championship, before the round is played."""
    hall = Hall(players, planned, seed)
    plan = stages.check_plan(
        [
            stages.Stage("groups", 1, 3, {"seed": seed}),
            stages.Stage("new-swiss", 4, planned - 1, {"mode": mode}),
            stages.Stage("finalists", planned, planned, {"mode": mode}),
        ]
    )
    for number in range(1, (last or planned) + 1):
        stage = stages.stage_of(plan, number)
        coming = stages.find_finalists(plan, stage) if looks_ahead else None
        pairing = rounds.pair(hall.facts, stage, rounds.Wishes(finalists=coming))
        yield hall, pairing
        hall.play(pairing)
