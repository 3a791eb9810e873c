"""How long the Swiss system of teams takes for every round of an event, beside gacrux: `python -m bench.team_swiss`.

Figures are seconds of processor time, those of gacrux without its start, which a round of four teams measures.
"""

from random import Random

from bench._small import sized
from bench.dutch import processor_time, show
from pairing import team_swiss
from tests.generated.generator_teams import Sheet
from tests.generated.team_events import CALM, facts_of
from tiebreaks.facts.games import Kind
from tournaments.scheduling import engines

SIZES = sized((20, 60, 100, 200), (6,))
ROUNDS = sized(7, 3)
MOST_FOR_GACRUX = 100


def main():
    print(f"{'':34}" + "".join(f"{f'round {number}':>9}" for number in range(1, ROUNDS + 1)))
    start = min(measure(engines.GACRUX, *next(play(4))) for _ in range(3))
    for size in SIZES:
        events = list(play(size))
        show(f"{size} teams, our own", [measure(engines.OWN, *each) for each in events])
        if size <= MOST_FOR_GACRUX:
            show(f"{size} teams, gacrux", [measure(engines.GACRUX, *each) - start for each in events])


def measure(engine, players, teams):
    """Return how long a round takes."""
    begun = processor_time()
    engines.ask_for_teams(engine, players, teams, {}, team_swiss.USUAL, seconds=900)
    return processor_time() - begun


def play(size):
    """Yield the facts before each round; results are drawn by lot."""
    sheet = Sheet(Random(size), size, 4, CALM)
    for number in range(1, ROUNDS + 1):
        players, teams = facts_of(sheet, number - 1, ROUNDS, "MP")
        yield players, teams
        pairing = team_swiss.pair_round(teams, must_explain=False)
        if pairing.bye:
            sheet.bye(number, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            sheet.match(number, board.white, board.black)


if __name__ == "__main__":
    main()
