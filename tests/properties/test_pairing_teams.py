"""Whole events of teams with random results, byes, withdrawals and forbidden pairs: no round of them is illegal."""

from copy import deepcopy
from random import Random

import pytest

from pairing import rounds
from pairing.plan.stages import Stage
from pairing.rules import history
from pairing.rules.boards import ordered_pair
from pairing.rules.legality import Limits, find_faults
from pairing.team_swiss import COLOURS, Settings
from tests.generated.generator_teams import Rates, Sheet
from tests.notation.trf_text_teams import trf_text_teams
from tests.sizes import some
from tiebreaks.facts.games import Kind
from tiebreaks.trf import reader
from tournaments.scheduling import engines

RATES = Rates(0.06, 0.04, 0.02, 0.08, 0.03, 0.05, 0.3, 0.1, 0.4, 0)
ABSENT = {"H": Kind.HPB, "F": Kind.FPB, "Z": Kind.ZPB}
ROUNDS = 5


class Field:
    """An event that is paired round by round."""

    def __init__(self, seed, teams, primary="MP"):
        self.chance, self.seed, self.primary = Random(f"drawn {seed}"), seed, primary
        self.sheet = Sheet(self.chance, teams, 3, RATES)
        self.gone = set()
        self.number = 0

    def facts(self):
        """Return the facts of the players and of the teams so far; a file has at least one round."""
        sheet = self.sheet
        if self.number == 0:
            sheet = deepcopy(sheet)
            sheet.match(1, 1, 2)
        text = trf_text_teams(*sheet.crosstable(ROUNDS, "swiss", "2026-03", self.primary, f"Drawn {self.seed}"))
        read = reader.read(text)
        return tuple(each.up_to(self.number)._replace(rounds=ROUNDS) for each in (read.crosstable, read.teams))

    def absent(self):
        """Let teams withdraw and request byes, as long as enough of them are left to meet somebody new."""
        if self.chance.random() < 0.3 and len(self.gone) < 1:
            self.gone.add(self.chance.choice(list(self.sheet.teams)))
        asked = {} if self.chance.random() < 0.7 else {self.chance.choice(list(self.sheet.teams)): "H"}
        return {**asked, **dict.fromkeys(self.gone, "Z")}

    def play(self, pairing, absent):
        """Play a round with random results."""
        self.number = pairing.round
        for number, letter in absent.items():
            self.sheet.bye(pairing.round, number, ABSENT[letter])
        if pairing.bye:
            self.sheet.bye(pairing.round, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            self.sheet.match(pairing.round, board.white, board.black)


@pytest.mark.parametrize(("seed", "teams", "primary"), some([(1, 12, "MP"), (2, 13, "GP"), (3, 15, "MP")], 3))
def test_no_round_of_a_swiss_event_is_illegal(seed, teams, primary):
    field = Field(seed, teams, primary)
    banned = frozenset({ordered_pair(*field.chance.sample(range(1, teams + 1), 2))})
    limits = Limits(forbidden=banned)
    for number in range(1, ROUNDS + 1):
        players, facts = field.facts()
        absent = field.absent()
        past = history.read_history(facts, absent)
        pairing = engines.pair_teams(players, facts, absent, Settings(COLOURS[seed % 3], "WB"[seed % 2], limits))
        assert (pairing.round, find_faults(pairing, past, limits, fide=True, of_teams=True)) == (number, ())
        seated = [n for board in pairing.boards for n in board.pair] + ([pairing.bye.player] if pairing.bye else [])
        assert sorted(seated) == sorted(set(facts.players) - set(absent))
        field.play(pairing, absent)


@pytest.mark.parametrize("system", ["new-swiss", "king-of-the-hill", "round-robin"])
@pytest.mark.parametrize("seed", some(range(6), 2))
def test_no_round_of_another_system_is_illegal(system, seed):
    field = Field(seed, 8 + seed)
    stage = Stage(system, 1, 20, {"repeats": 0} if system == "king-of-the-hill" else {})
    for number in range(1, ROUNDS + 1):
        _players, facts = field.facts()
        absent = {} if system == "round-robin" else field.absent()
        past = history.read_history(facts, absent)
        pairing = rounds.pair(facts, stage, rounds.Wishes(tuple(absent)))
        assert (pairing.round, find_faults(pairing, past)) == (number, ())
        field.play(pairing, absent)
