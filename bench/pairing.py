"""How long a round takes to pair, by system and size, compared with networkx: `python -m bench.pairing`.

Every figure is the median of several runs in seconds of processor time, after four rounds. networkx gets the same costs
of all pairs as rustworkx; combinations that would take minutes are left out. FIDE Dutch is measured by `bench.dutch`.
"""

from statistics import median
from time import process_time

import networkx

from bench._small import sized
from pairing import round_robin, rounds
from pairing.finalists import finalists, standing
from pairing.new_swiss import groups, king_of_the_hill, matching, new_swiss
from pairing.new_swiss.new_swiss import NewSwissSettings
from pairing.plan.stages import Stage
from pairing.rounds import sort_by_rating
from pairing.rules import history
from tests.generated.scrabble_events import Hall

SIZES = sized((50, 100, 200, 500, 1000), (26,))
MOST_FOR_RUSTWORKX = 500
MOST_FOR_NETWORKX = 200
ROUNDS = 4
FINAL = Stage("knock-out", ROUNDS + 1, ROUNDS + 3, {"entrants": 2, "games": 3, "further": 10})


def main():
    print(f"{'':30}" + "".join(f"{size:>10}" for size in SIZES))
    fields = {size: field(size) for size in SIZES}
    found = {}
    for name, work in SYSTEMS.items():
        cells = [timed(work, fields[size]) if size <= MOST.get(name, size) else None for size in SIZES]
        found[name] = cells
        print(f"{name:30}" + "".join(f"{'–':>10}" if cell is None else f"{cell:>8.3f} s" for cell in cells), flush=True)
    for ours, peer in PEERS:
        if peer in found:
            print(f"{peer.strip()} takes so many times as long as {ours.strip()}:")
            both = zip(found[ours], found[peer], strict=True)
            print(
                f"{'':30}" + "".join(f"{'–':>10}" if None in pair else f"{pair[1] / pair[0]:>9.1f}×" for pair in both)
            )


def timed(work, facts):
    """Return the median of up to three runs, or a single run if it takes long."""
    runs = []
    while len(runs) < 3 and sum(runs) < 2:
        start = process_time()
        work(facts)
        runs.append(process_time() - start)
    return median(runs)


def field(size):
    """Return an event after some rounds."""
    hall = Hall(size, 20, seed=size)
    for _ in range(ROUNDS):
        hall.play(king_of_the_hill.pair(history.read_history(hall.facts), new_swiss.Limits()))
    return hall.facts


def costs(facts):
    past = history.read_history(facts)
    return past.order, new_swiss.cost_of_pairs(past, past.order, NewSwissSettings())


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


SYSTEMS = {
    "groups (three rounds)": lambda facts: groups.draw_groups(len(sort_by_rating(history.read_history(facts))), seed=1),
    "New Swiss, tsh": lambda facts: new_swiss.pair(history.read_history(facts)),
    "New Swiss, matching": lambda facts: new_swiss.pair(history.read_history(facts), NewSwissSettings("matching")),
    "  all pairs, rustworkx": lambda facts: matching.find_cheapest_pairs(*costs(facts)),
    "  all pairs, networkx": by_networkx,
    "finalists' round": lambda facts: finalists.pair(
        history.read_history(facts), standing.FinalistSettings(), NewSwissSettings()
    ),
    "final and 10 placement matches": lambda facts: rounds.pair(facts, FINAL),
    "king of the hill": lambda facts: king_of_the_hill.pair(history.read_history(facts)),
    "round robin (one round)": lambda facts: round_robin.pair(sorted(facts.players), 5),
    "double round robin (one round)": lambda facts: round_robin.pair(sorted(facts.players), 5, 2),
    "Scheveningen (all rounds)": lambda facts: round_robin.scheveningen_rounds(len(facts.players) // 2),
}
PEERS = [("  all pairs, rustworkx", "  all pairs, networkx")]
MOST = {
    "  all pairs, rustworkx": MOST_FOR_RUSTWORKX,
    "  all pairs, networkx": MOST_FOR_NETWORKX,
}

if __name__ == "__main__":
    main()
