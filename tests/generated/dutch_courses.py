"""How the random events of `dutch_compared` go, by seed: those of bbpPairings' generator, and those of our own."""

from pathlib import Path
from random import Random

from pairing.dutch.players import list_arrived
from pairing.dutch.random_events import PlayedEvent
from pairing.rules.engine_records import Records, baku_acceleration, write_records
from tests.generated.generator import DRAW_FOR_A_BYE, ONE_HALF_ZERO, THREE_ONE_ZERO, WILD, swiss
from tiebreaks.facts.games import Scheme
from tiebreaks.trf.writer import TRF16, TRF26, write

LARGEST = (10, 10, 12, 12, 14, 16, 18, 24, 32, 60)  # of the players of an event; small fields are the harder ones
TWO_ONE_ZERO = Scheme(*map(type(ONE_HALF_ZERO.win), (2, 1, 0, 2)))
THREE_TWO_ONE = Scheme(*map(type(ONE_HALF_ZERO.win), (3, 2, 1, 3)))
# None has a bye worth no more than a loss: bbpPairings gives no downfloat for that, against 1.4.3.
ODD_SCHEMES = (THREE_ONE_ZERO, DRAW_FOR_A_BYE, TWO_ONE_ZERO, THREE_TWO_ONE)


def draw_scheme(chance):
    """Return the usual points, or in one event of four others."""
    return chance.choice(ODD_SCHEMES) if chance.random() < 1 / 4 else ONE_HALF_ZERO


def draw_size(chance, wanted):
    """Return how many players there are in how many rounds: 8 to 60, or as many as are wanted, in 5 to 11."""
    players = wanted or chance.randint(8, chance.choice(LARGEST))
    return players, chance.randint(5, min(11, players - 1))


def our_course(seed, wanted=None):
    """Return how an event of our own generator goes: every rate may be nothing, usual or wild."""
    chance = Random(f"our course {seed}")
    players, rounds = draw_size(chance, wanted)
    wild = chance.random() < 1 / 3

    def rate(usual, most):
        return chance.choice((0, chance.randint(0, usual), chance.randint(0, most if wild else usual)))

    return PlayedEvent(
        players=players,
        rounds=rounds,
        seed=seed,
        draws=chance.randint(0, 90),
        odd_results=rate(1, 10),
        forfeits=rate(5, 20),
        double_forfeits=rate(1, 8),
        half_byes=rate(5, 20),
        zero_byes=rate(3, 15),
        full_byes=rate(1, 8),
        late=rate(6, 30),
        retired=rate(8, 40),
        unrated=chance.choice((0, 0, 20, 100)),
        scheme=draw_scheme(chance),
        initial=chance.choice("WB"),
        accelerated=chance.random() < 1 / 4,
        strongest=chance.choice((1200, 2600)),
    )


def our_text(facts, course):
    """Return the file of an event for the checker of bbpPairings, which reads all of these points in TRF16 only."""
    settings = course.find_settings(list_arrived(facts))
    dialect = TRF26 if course.scheme == ONE_HALF_ZERO and course.seed % 2 else TRF16
    return write(facts, dialect=dialect, records=tuple(write_records(settings.records, facts.rounds, dialect)))


def their_options(seed, folder, wanted=None):
    """Return the options by which bbpPairings generates an event, and write the file that they name.

    Of four events one is like a model, which has players and rounds of any kind: accelerated, as only models can be. A
    model in which nobody ever plays is none.
    """
    chance = Random(f"their course {seed}")
    players, rounds = draw_size(chance, wanted)
    scheme = draw_scheme(chance)
    if chance.random() < 1 / 4 and (model := swiss(seed, players, rounds, rates=WILD, scheme=scheme)).rounds:
        source = Path(folder, "model.trf")
        lines = write_records(Records("W", baku_acceleration(model.players, model.rounds)), model.rounds, TRF16)
        source.write_text(write(model, records=tuple(lines)), encoding="utf-8")
        return [str(source), "-g"]
    source = Path(folder, "course.cfg")
    lowest = chance.randint(1000, 2000)
    source.write_text(
        f"PlayersNumber={players}\nRoundsNumber={rounds}\nDrawPercentage={chance.randint(0, 90)}\n"
        f"LowestRating={lowest}\nHighestRating={lowest + chance.choice((0, 100, 1000))}\n"
        f"ForfeitRate={chance.choice((5, 20, 100, 10000))}\nRetiredRate={chance.choice((3, 10, 30, 10000))}\n"
        f"HalfPointByeRate={chance.choice((2, 10, 30, 10000))}\n"
        f"PointsForWin={scheme.win:.1f}\nPointsForDraw={scheme.draw:.1f}\nPointsForLoss={scheme.loss:.1f}\n"
        f"PointsForForfeitLoss={scheme.forfeit:.1f}\nPointsForPAB={scheme.pab:.1f}\n",
        encoding="utf-8",
    )
    return ["-g", str(source)]
