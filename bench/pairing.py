"""How long a round takes to pair, by system and size, beside networkx: `python -m bench.pairing`.

Every figure is the median of its runs, after four rounds played by king of the hill. `matching` is rustworkx alone
on the costs of New Swiss; networkx gets the same costs and is asked only for small fields. bbpPairings is asked where
BBP_PATH names it.
"""

import os
from statistics import median
from time import perf_counter

import networkx

from pairing import groups, history, king_of_the_hill, matching, new_swiss, round_robin
from pairing.new_swiss import Settings
from pairing.rounds import by_rating
from tests.scrabble_events import Hall
from tiebreaks.crosstable import Crosstable
from tournaments import engines

SIZES = (50, 100, 200, 500, 1000)
MOST_FOR_NETWORKX = 200
MOST_FOR_ENGINES = 500
ROUNDS = 4


def main():
    print(f"{'':30}" + "".join(f"{size:>10}" for size in SIZES))
    fields = {size: field(size) for size in SIZES}
    for name, work in SYSTEMS.items():
        cells = [timed(work, fields[size]) if size <= MOST.get(name, size) else None for size in SIZES]
        print(f"{name:30}" + "".join(f"{'–':>10}" if cell is None else f"{cell:>8.3f} s" for cell in cells), flush=True)


def timed(work, facts):
    """Return the median of up to three runs; one that takes long is run once."""
    runs = []
    while len(runs) < 3 and sum(runs) < 2:
        start = perf_counter()
        work(facts)
        runs.append(perf_counter() - start)
    return median(runs)


def field(size):
    """Return an event after some rounds."""
    hall = Hall(size, 20, seed=size)
    for _ in range(ROUNDS):
        hall.play(king_of_the_hill.pair(history.read(hall.facts), new_swiss.Limits()))
    return hall.facts


def costs(facts):
    past = history.read(facts)
    return past.order, new_swiss.costs(past, past.order, Settings())


def by_networkx(facts):
    players, cost = costs(facts)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -price)
        for place, one in enumerate(players)
        for other in players[place + 1 :]
        if (price := cost(one, other)) is not None
    )
    networkx.max_weight_matching(graph, maxcardinality=True)


def by_engine(engine):
    def work(facts: Crosstable):
        engines.pair(facts._replace(discipline="chess"), engine=engine, seconds=600)

    return work


SYSTEMS = {
    "groups (three rounds)": lambda facts: groups.draw(len(by_rating(history.read(facts))), seed=1),
    "New Swiss, tsh": lambda facts: new_swiss.pair(history.read(facts)),
    "New Swiss, matching": lambda facts: new_swiss.pair(history.read(facts), Settings("matching")),
    "  rustworkx alone": lambda facts: matching.cheapest(*costs(facts)),
    "  networkx": by_networkx,
    "king of the hill": lambda facts: king_of_the_hill.pair(history.read(facts)),
    "round robin (one round)": lambda facts: round_robin.pair(sorted(facts.players), 5),
    "FIDE Dutch, gacrux": by_engine(engines.GACRUX),
}
MOST = {"  networkx": MOST_FOR_NETWORKX, "FIDE Dutch, gacrux": MOST_FOR_ENGINES}
if path := os.environ.get("BBP_PATH"):
    SYSTEMS["FIDE Dutch, bbpPairings"] = by_engine(engines.chosen())

if __name__ == "__main__":
    main()
