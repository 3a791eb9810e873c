"""How long FIDE Dutch takes for every round of an event, beside the foreign programs: `python -m bench.dutch`.

Figures are seconds of processor time, those of a foreign program without its start, which an event of two players
measures. Foreign programs pair only fields in which a round takes them about a minute; bbpPairings is measured if
BBP_PATH names it. Goals: 2,000 players in ten seconds in every round, 500 ten times faster than each foreign program in
rounds 2 to 9 together, and 300 MB of memory.
"""

import os
import resource
from random import Random
from time import process_time

from bench._goals import judge
from bench._small import sized
from pairing import dutch
from pairing.rules.engine_records import Records
from tests.generated.generator import ONE_HALF_ZERO, Sheet
from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Kind
from tournaments.scheduling import engines

SIZES = sized((200, 500, 1000, 2000), (20, 30))
ROUNDS = sized(9, 4)
MOST_FOR_FOREIGN = 500
GOAL_SECONDS, GOAL_TIMES, GOAL_MEGABYTES = 10, 10, 300
WHITE_STARTS = dutch.Settings(Records("W"))


def main():
    print(f"{'':34}" + "".join(f"{f'round {number}':>9}" for number in range(1, ROUNDS + 1)))
    for size in SIZES:
        events = list(play(size))
        rows = {"our own": [measure(engines.OWN, facts, absent) for facts, absent in events]}
        show(f"{size} players, our own", rows["our own"])
        for engine in engines.foreign_engines() if size <= MOST_FOR_FOREIGN else ():
            start = min(measure(engine, *next(play(2, rounds=2))) for _ in range(3))
            cells = [measure(engine, facts, absent) - start for facts, absent in events[1:]]
            show(f"{size} players, {engine.name}", [None, *cells])
            times, what = sum(cells) / sum(rows["our own"][1:]), f"{engine.name} in rounds 2 to {ROUNDS}"
            least = GOAL_TIMES if size == MOST_FOR_FOREIGN else 0
            judge(f"{size} players, {what}", times, "times our own", least=least)
        if size == SIZES[-1]:
            judge(f"{size} players, slowest round", max(rows["our own"]), "s", most=GOAL_SECONDS)
    judge("largest memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", most=GOAL_MEGABYTES)


def show(name, cells):
    print(f"{name:34}" + "".join(f"{'–' if cell is None else f'{cell:.2f} s':>9}" for cell in cells), flush=True)


def measure(engine, facts, absent):
    """Return how long a round takes, and check that the engine itself has paired it."""
    start = processor_time()
    pairing = engines.pair_dutch(facts, absent, WHITE_STARTS, engine, seconds=3600)
    assert pairing.round == 1 or pairing.notes[0].params["engine"] == engine.name
    return processor_time() - start


def processor_time():
    """Return the processor seconds of this process and the engines it has run."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def play(size, rounds=ROUNDS):
    """Yield the facts before each round and who is absent: some draws, byes, forfeits, and the better rating wins."""
    chance = Random(size)
    field = {n: Player(n, f"Player {n:04}", 2600 - 1600 * n // size) for n in range(1, size + 1)}
    sheet = Sheet(field, ONE_HALF_ZERO)
    for number in range(1, rounds + 1):
        facts = sheet.crosstable(rounds, "swiss", "2026-03", "Bench")
        absent = {n: "H" for n in field if chance.random() < 0.01}
        yield facts, absent
        pairing = engines.pair_dutch(facts, absent, WHITE_STARTS)
        for n in absent:
            sheet.bye(number, n, Kind.HPB)
        if pairing.bye:
            sheet.bye(number, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            white, black = field[board.white].rating, field[board.black].rating
            expected, luck = 1 / (1 + 10 ** ((black - white) / 400)), chance.random()
            result = "+-" if luck < 0.005 else "==" if luck < 0.3 else "10" if chance.random() < expected else "01"
            sheet.game(number, board.white, board.black, result)


if __name__ == "__main__":
    main()
