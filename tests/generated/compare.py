"""Compare the core with gacrux on random events: `python -m tests.generated.compare --events 200 --edition 2026-03`."""

import argparse
import sys
from collections import Counter
from itertools import chain
from typing import NamedTuple

from tests.generated.directed import directed_events
from tests.generated.generator import ONE_HALF_ZERO, SCHEMES, WILD, Rates, round_robin, swiss
from tests.generated.second_opinion import as_gacrux_rounds, ask, ask_each, rounds_so_far
from tests.notation.trf_text import trf_text
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.standings import rank
from tiebreaks.table.table import Table

SWISS = """
    PTS BH BH/C1 BH/C2 BH/C3 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 FB/C2 FB/M1 AOB AOB/F SB SB/C1 SB/C2 SB/P SB/C1/P
    PS PS/C1 PS/C2 STD WIN WON BPG BWG REP ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 TPR PTP APRO APPO TPN TPN/R RTNG RTNG/R
"""
ROUND_ROBIN = """
    PTS SB SB/C1 SB/C2 KS KS/L+1 KS/L-2 KS/L40 PS PS/C1 STD WIN WON BPG BWG REP ARO TPR PTP APRO APPO TPN RTNG
"""

# Orders in which direct encounter decides; it depends on who is tied, so the whole order is compared at once.
SWISS_ORDERS = ("PTS DE BH/C1 BH SB", "PTS DE/P BH DE/P", "PTS BH/C1 DE BH SB DE", "DE PTS", "PTS SB DE ARO")
ROUND_ROBIN_ORDERS = ("PTS DE SB KS", "PTS SB DE WON", "PTS KS DE SB DE", "DE PTS")

# Codes of gacrux that are not compared, each with its reason.
TEAMS = "MPTS GPTS MPVGP EDE EDEB EDEBB EDEBT EDEC EDET ESB EMMSB EMGSB EGMSB EGGSB SSSC BC TBR BBE"
PAIRINGS = "ACC FLT FLTD FLTFT RFP RIP TOP VUR NUM COD CSQ xxCOP"
NOT_COMPARED = {
    "GE": "the old name of REP",
    "RTG": "gacrux's own name of the rating, without a floor",
    "SNO": "gacrux's own name of TPN",
    **dict.fromkeys(TEAMS.split(), "compared on team events"),
    **dict.fromkeys(PAIRINGS.split(), "serves pairings, not tables"),
    **dict.fromkeys(("ABH", "AFB", "RSES"), "an intermediate value, not a criterion"),
    **dict.fromkeys(("RANK", "RND"), "not computed from games"),
}

OF_RESULTS = {"TPR", "PTP", "APRO", "APPO"}
ADJOURNED_COUNT_NOTHING = "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.0"


class Difference(NamedTuple):
    event: str
    order: str
    number: int
    notation: str
    ours: object
    theirs: object


class Comparison(NamedTuple):
    compared: Counter  # {notation or "rank": how many values}
    differences: tuple  # of Difference


def find_other_standard_points(crosstable):
    """Return the players whose STD gacrux counts otherwise: it compares every round with a draw (decision 39)."""
    draw, found = crosstable.scheme.draw, set()
    made = {(number, game.round): game.points for number, own in crosstable.games.items() for game in own}
    for (number, _), game in zip(made, chain.from_iterable(crosstable.games.values()), strict=True):
        theirs = made.get((game.opponent, game.round), draw)
        if (game.points > draw, game.points == draw) != (game.points > theirs, game.points == theirs):
            found.add(number)
    return found


def buildable(notations):
    """Return the notations whose criterion the core has."""
    return [notation for notation in notations if notation.split("/")[0] in CRITERIA]


def compare(crosstable):
    """Compare every criterion by itself, then the orders with direct encounter with their ranks."""
    is_swiss = crosstable.system == "swiss"
    rounds = rounds_so_far(crosstable)
    compared, differences = Counter(), []
    notations = buildable((SWISS if is_swiss else ROUND_ROBIN).split())
    theirs, otherwise = ask_each(crosstable, notations), find_other_standard_points(crosstable)
    ours = rank(crosstable, tuple(map(read_criterion, notations)))
    for row in ours.rows:
        for notation, value in zip(notations, row.values, strict=True):
            if notation == "STD" and row.number in otherwise:
                continue
            opinion = theirs[row.number][notation]
            compared[notation] += 1
            if as_gacrux_rounds(notation, value, rounds) != opinion:
                differences.append(Difference(crosstable.name, notation, row.number, notation, value, opinion))
    for order in SWISS_ORDERS if is_swiss else ROUND_ROBIN_ORDERS:
        compare_order(crosstable, order, compared, differences)
    return Comparison(compared, tuple(differences))


def compare_open(crosstable):
    """Return the differences where games are open: for gacrux they are adjourned, and count 0 until they end.

    It takes performances over them too, as if they were lost; here a performance needs a result (decision 83).
    """
    event = crosstable.up_to(Table(crosstable).rounds_so_far)
    adjourned = {
        number: tuple(game._replace(letter="?") if game.kind is Kind.OPEN else game for game in own)
        for number, own in event.games.items()
    }
    text = trf_text(event._replace(games=adjourned)).replace("\nXXR", f"\n{ADJOURNED_COUNT_NOTHING}\nXXR")
    notations = [each for each in buildable(SWISS.split()) if each not in OF_RESULTS]
    theirs, otherwise = ask_each(event, notations, text), find_other_standard_points(event)
    return [
        Difference(event.name, notation, row.number, notation, value, opinion)
        for row in rank(event, tuple(map(read_criterion, notations))).rows
        for notation, value in zip(notations, row.values, strict=True)
        if as_gacrux_rounds(notation, value, rounds_so_far(event)) != (opinion := theirs[row.number][notation])
        and not (notation == "STD" and row.number in otherwise)
    ]


def compare_order(crosstable, order, compared, differences):
    notations = order.split()
    theirs = ask(crosstable, notations)
    for row in rank(crosstable, read_order(",".join(notations))).rows:
        opinion = (*theirs.values[row.number], theirs.ranks[row.number])
        for notation, value, other in zip((*notations, "rank"), (*row.values, row.rank), opinion, strict=True):
            compared[notation] += 1
            if value != other:
                differences.append(Difference(crosstable.name, order, row.number, notation, value, other))


def swiss_events(count, edition, first=1):
    """Yield events of many sizes.

    Every third is wild, every fourth has unrated players, every fifth scores otherwise, every sixth is not over yet.
    """
    for seed in range(first, first + count):
        rates = (WILD if seed % 3 == 0 else Rates())._replace(unrated_player=0.15 if seed % 4 == 0 else 0)
        scheme = ONE_HALF_ZERO if seed % 5 else SCHEMES[seed // 5 % len(SCHEMES)]
        event = swiss(seed, 6 + seed * 7 % 40, 3 + seed % 9, edition, rates, scheme)
        event = event._replace(unrated_rating=1000) if seed % 8 == 0 else event
        yield event.up_to((event.rounds + 1) // 2) if seed % 6 == 0 else event


def round_robin_events(count, edition, first=1):
    """Yield single and double round robins, odd and even; every sixth is not finished."""
    for seed in range(first, first + count):
        rates = Rates(forfeit=0.08, double_forfeit=0.02, unrated_player=0.1 if seed % 4 == 0 else 0)
        scheme = ONE_HALF_ZERO if seed % 5 else SCHEMES[seed // 5 % len(SCHEMES)]
        event = round_robin(seed, 3 + seed % 10, 1 + seed % 2, edition, rates, scheme)
        yield event.up_to((event.rounds + 1) // 2) if seed % 6 == 0 else event


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200, help="Swiss events (half as many round robins)")
    parser.add_argument("--edition", default="2026-03", choices=("2023-09", "2024-04", "2024-08", "2026-03"))
    parser.add_argument("--first", type=int, default=1, help="seed of the first event")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    parser.add_argument("--directed", action="store_true", help="events at rules that random ones seldom reach")
    chosen = parser.parse_args()
    compared, differences, where = Counter(), [], Counter()
    for events in (directed_events,) if chosen.directed else (swiss_events, round_robin_events):
        count = (chosen.events + 1) // 2 if events is round_robin_events else chosen.events
        for event in events(count, chosen.edition, chosen.first):
            comparison = compare(event)
            compared += comparison.compared
            differences += comparison.differences
            where.update((event.system, difference.notation) for difference in comparison.differences)
    for difference in differences[: chosen.show]:
        print(*difference, sep="  ")
    for (system, notation), count in where.most_common():
        print(f"{system} {notation}: {count} differences")
    print(f"{chosen.edition}: {sum(compared.values())} values compared, {len(differences)} differences")
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
