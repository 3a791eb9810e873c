"""Compute an event's values once more, straight from the regulations and slowly, for the editions gacrux lacks.

Nothing here comes from the core but the facts: plain loops over the games of one player after the other, in fractions.
"""

from fractions import Fraction
from functools import cached_property

from tiebreaks.facts.games import Kind

ABSENT = (Kind.HPB, Kind.ZPB)
MISSED_BY_CHOICE = (*ABSENT, Kind.FORFEIT_LOSS)
FORFEITED = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
AT_THE_BOARD = (Kind.PLAYED, Kind.OPEN)


class Absence:
    """A finished round in which a player appears nowhere."""

    opponent, kind, points, letter = None, Kind.ZPB, 0, ""

    def __init__(self, number):
        self.round = number


class SecondComputation:
    """The values of one event: `value(notation, number)`."""

    def __init__(self, facts, forfeits_are_games=False):
        self.facts, self.edition = facts, facts.edition
        self.forfeits_are_games = forfeits_are_games
        self.everybody_meets = facts.system == "round-robin"
        self.rounds = self._rounds_so_far()
        self.paired = {number: self._paired(number) for number in facts.players}
        self.games = {n: [game for game in games if game.kind != Kind.OPEN] for n, games in self.paired.items()}
        # The opponents of open games count too, once their round has begun.
        self.met = {
            n: [game for game in games if game.kind != Kind.OPEN or game.round <= self.rounds]
            for n, games in self.paired.items()
        }

    def _win(self, *rounds):
        return sum(Fraction(self.facts.scheme.win) * self._factor(each) for each in rounds)

    def _draw(self, *rounds):
        return sum(Fraction(self.facts.scheme.draw) * self._factor(each) for each in rounds)

    def _factor(self, its_round):
        for part in filter(None, self.facts.round_factors.split(",")):
            rounds, factor = part.split(":")
            first, _, last = rounds.partition("-")
            if int(first) <= its_round <= int(last or first):
                return Fraction(factor)
        return 1

    def value(self, notation, number):
        """Return a value as a fraction, None if it is undefined."""
        code, *modifiers = notation.split("/")
        if "P" in modifiers:
            modifiers.remove("P")
            return self._with_forfeits.value("/".join([code, *modifiers]), number)
        if code == "FB":
            return self._with_last_round_drawn.value("/".join(["BH", *modifiers]), number)
        low, high = {"": (0, 0), "C1": (1, 0), "C2": (2, 0), "M1": (1, 1)}["".join(modifiers)]
        if code in ("BH", "SB", "SBH"):
            return self._cut(
                {"BH": self._strengths, "SB": self._products, "SBH": self._refined}[code](number), low, high
            )
        return {
            "PTS": self._score, "AOB": self._average, "WIN": self._wins, "WON": self._won, "PS": self._progressive,
            "KS": self._koya, "ARO": self._ratings, "SOLK": self._solkoff, "MMED": self._modified_median,
            "CUM": self._cumulative, "OCUM": self._opposition,
        }[code](number)  # fmt: skip

    @cached_property
    def _with_forfeits(self):
        """Return the computation in which forfeits are games for the player; to others nothing changes (decision 7)."""
        return SecondComputation(self.facts, forfeits_are_games=True)

    @property
    def _past(self):
        return range(1, self.rounds + 1)

    def _rounds_so_far(self):
        """Return the last round with a result, and those behind it in which nobody can play any more (decision 2)."""
        last, still_open = 0, 0
        for games in self.facts.games.values():
            for game in games:
                if game.opponent is not None and game.kind == Kind.OPEN:
                    still_open = max(still_open, game.round)
                elif game.opponent is not None:
                    last = max(last, game.round)
        while still_open < last or not still_open:
            free = []
            for number, player in self.facts.players.items():
                left = [each for each in (player.withdrawn_from, player.expelled_from) if each is not None]
                if not left or min(left) > last + 1:
                    free.append(any(game.round == last + 1 for game in self.facts.games.get(number, ())))
            if not free or not all(free):
                break
            last += 1
        return last

    @cached_property
    def _with_last_round_drawn(self):
        """Return the computation in which every game of the last planned round was played to a draw."""
        games = {}
        for number, own in self.facts.games.items():
            games[number] = ()
            for game in own:
                if game.round == self.facts.rounds and game.opponent is not None:
                    game = game._replace(kind=Kind.PLAYED, points=self._draw(game.round), letter="=")
                games[number] += (game,)
        return SecondComputation(self.facts._replace(games=games), self.forfeits_are_games)

    def _paired(self, number):
        """Return a player's rounds so far, absences included, and the open games, also of the next round."""
        is_open = any(
            g.kind == Kind.OPEN and g.round == self.rounds for all_ in self.facts.games.values() for g in all_
        )
        games = {}
        for game in self.facts.games.get(number, ()):
            if game.round <= self.rounds or game.kind == Kind.OPEN:
                games[game.round] = game
        for finished in range(1, self.rounds + (0 if is_open else 1)):
            if finished not in games:
                games[finished] = Absence(finished)
        return [games[key] for key in sorted(games)]

    def _score(self, number):
        total = Fraction(0)
        for game in self.games[number]:
            total += Fraction(game.points)
        return total

    def _counts_for_others(self, number):
        """Return the score that a player's opponents count: 16.3; before September 2023, draws for all unplayed."""
        score = self._score(number)
        if self.edition == "plain" or self.everybody_meets:
            return score
        if self.edition == "pre-2023":
            for game in self.games[number]:
                if game.kind != Kind.PLAYED:
                    score += self._draw(game.round) - Fraction(game.points)
            return score
        last = 0  # the last round that was not missed by choice; a player who sits at an open board is there
        for game in self.paired[number]:
            if game.kind not in MISSED_BY_CHOICE:
                last = game.round
        for game in self.games[number]:
            if game.round > last and game.kind in ABSENT:
                score += self._draw(game.round) - Fraction(game.points)
        return score

    def _stand_in(self, number, missed):
        """Return the score of the dummy or virtual opponent in a round that was not played."""
        if self.edition == "plain":
            return Fraction(0)
        if self.edition == "pre-2023":
            before = Fraction(0)
            for game in self.games[number]:
                if game.round < missed.round:
                    before += Fraction(game.points)
            drawn = self._draw(*range(missed.round + 1, self.rounds + 1))
            return before + (self._win(missed.round) - Fraction(missed.points)) + drawn
        own = self._score(number)
        if self.edition != "2026-03":
            return own
        if missed.kind in FORFEITED:
            return min(own, self._counts_for_others(missed.opponent))
        return min(own, self._draw(*self._past))

    def _strengths(self, number):
        """Return (value, contribution, missed by choice) of each opponent."""
        strengths = []
        for game in self.met[number]:
            if self.everybody_meets:
                if game.opponent is None:
                    continue
                strength, by_choice = self._score(game.opponent), False
            elif game.kind in AT_THE_BOARD or (self.forfeits_are_games and game.kind in FORFEITED):
                strength, by_choice = self._counts_for_others(game.opponent), False
            else:
                strength = self._stand_in(number, game)
                by_choice = game.kind in MISSED_BY_CHOICE and self.edition not in ("plain", "pre-2023")
            strengths.append((strength, strength, by_choice))
        return strengths

    def product(self, own, low, number):
        """Return the opponents' scores times the points made in the computation `own`, without the `low` least."""
        return self._cut(self._products(number, own), low, 0)

    def olympiad(self, own, number):
        """Return the opponents' match points times the points made in `own`, if given, without the weakest opponent.

        From 2026 on a bye is left out instead, and the opponents' absences count as draws.
        """
        met, is_cut = [], False
        for game, made in zip(self.met[number], (own or self).met[number], strict=True):
            if game.opponent is None:
                is_cut = is_cut or (game.kind == Kind.PAB and self.edition == "2026-03")
                continue
            strength = self._score(game.opponent)
            for other in self.games[game.opponent]:
                if other.kind in ABSENT and self.edition == "2026-03":
                    strength += self._draw(other.round) - Fraction(other.points)
            met.append((strength, strength * Fraction(made.points) if own else strength))
        if met and not is_cut:
            met.remove(min(met))
        return sum(product for _, product in met)

    def combination(self, secondary, number):
        """Return the secondary score and the Buchholz score by 13.4.2, whose quotient has two decimals."""
        divisor = max(self._win(*self._past) // secondary._win(1), 1)
        hundredths = 100 * self.value("BH", number) / divisor
        return secondary.value("PTS", number) + Fraction((hundredths + Fraction(1, 2)).__floor__(), 100)

    def _products(self, number, own=None):
        games = [g for g in (own or self).met[number] if g.opponent is not None or not self.everybody_meets]
        strengths = self._strengths(number)
        return [(s, s * Fraction(g.points), choice) for g, (s, _, choice) in zip(games, strengths, strict=True)]

    def _refined(self, number):
        """Return the Buchholz of the opponents: the player's own for a round without one, nothing in "plain"."""
        refined = []
        games = [game for game in self.met[number] if game.opponent is not None or not self.everybody_meets]
        for game, (_, _, by_choice) in zip(games, self._strengths(number), strict=True):
            if game.kind in AT_THE_BOARD or self.everybody_meets:
                value = self.value("BH", game.opponent)
            else:
                value = Fraction(0) if self.edition == "plain" else self.value("BH", number)
            refined.append((value, value, by_choice))
        return refined

    def _cut(self, rounds, low, high):
        """Cut low and then high values (14.1 to 14.3), and first what was missed by choice (16.5)."""
        left = list(rounds)
        for _ in range(low):
            if left:
                lowest = min(left, key=lambda each: each[:2])
                by_choice = [each for each in left if each[2]]
                first = min(by_choice, key=lambda each: (each[1], each[0])) if by_choice else lowest
                left.remove(first if first[1] >= lowest[1] else lowest)
        for _ in range(high):
            if left:
                left.remove(max(left, key=lambda each: each[:2]))
        total = Fraction(0)
        for _, contribution, _ in left:
            total += contribution
        return total

    def _average(self, number):
        scores = [self.value("BH", game.opponent) for game in self.met[number] if game.kind in AT_THE_BOARD]
        return sum(scores) / len(scores) if scores else None

    def _wins(self, number):
        return sum(1 for game in self.games[number] if Fraction(game.points) >= self._win(game.round))

    def _won(self, number):
        return sum(1 for game in self.games[number] if game.kind == Kind.PLAYED and game.letter in ("1", "W"))

    def _progressive(self, number):
        total, score = Fraction(0), Fraction(0)
        for game in self.met[number]:
            score += Fraction(game.points)
            total += score
        return total

    def _met(self, number):
        """Return the opponents' scores by US Chess 34E1, 0 for a round without play."""
        met = []
        for game in self.met[number]:
            score = Fraction(0)
            for other in self.games[game.opponent] if game.kind in AT_THE_BOARD else ():
                score += Fraction(other.points) if other.kind == Kind.PLAYED else self._draw(other.round)
            met.append(score)
        return met

    def _solkoff(self, number):
        return sum(self._met(number), Fraction(0))

    def _modified_median(self, number):
        met, score, several = sorted(self._met(number)), self._score(number), 1 if self.rounds < 9 else 2
        if 2 * score >= self._win(*self._past):
            met = met[several:]
        if 2 * score <= self._win(*self._past):
            met = met[: max(len(met) - several, 0)]
        return sum(met, Fraction(0))

    def _cumulative(self, number):
        unplayed = sum((Fraction(g.points) for g in self.games[number] if g.kind != Kind.PLAYED), Fraction(0))
        return self._progressive(number) - unplayed

    def _opposition(self, number):
        return sum(self._cumulative(game.opponent) for game in self.met[number] if game.kind in AT_THE_BOARD)

    def _koya(self, number):
        most = 0  # from the games that anybody has had: one fewer than the rounds in an odd field
        for games in self.games.values():
            most = max(most, self._win(*(game.round for game in games if game.opponent is not None)))
        if not self.everybody_meets:
            most = self._win(*self._past)
        total = Fraction(0)
        for game in self.games[number]:
            is_game = game.kind == Kind.PLAYED or (self.everybody_meets and game.kind in FORFEITED)
            if is_game and self._score(game.opponent) >= most / 2:
                total += Fraction(game.points)
        return total

    def _ratings(self, number):
        ratings = {n: player.rating or self.facts.unrated_rating for n, player in self.facts.players.items()}
        met = [game for game in self.met[number] if game.kind in AT_THE_BOARD]
        if not met or not all(ratings.values()):
            return None
        mean = sum(Fraction(ratings[game.opponent]) for game in met) / len(met)
        return (mean + Fraction(1, 2)).__floor__()
