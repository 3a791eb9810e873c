"""Compare the criteria of team events with gacrux.

`python -m tests.generated.compare_teams --events 50 --edition 2026-03` prints the differences.
"""

import argparse
import sys
from collections import Counter

from tests.generated.compare import Comparison, Difference, find_other_standard_points
from tests.generated.generator_teams import USUAL, WILD, round_robin, swiss
from tests.generated.second_opinion import as_gacrux_rounds, ask, ask_each, rounds_so_far
from tests.notation.trf_text_teams import trf_text_teams
from tiebreaks.facts.games import Kind
from tiebreaks.facts.scoring import KIND_COUNTS
from tiebreaks.facts.team_crosstable import in_score
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file

# With game points first, gacrux counts boards for REP, which is a number of rounds (7.6).
GACRUX_NAMES = {"MP": "MPTS", "GP": "GPTS", "MPvGP": "MPVGP", "REP": "REP:MP"}

SWISS = """
    PTS MP GP MPvGP BH BH:MP BH:GP BH:MP/C1 BH:GP/C1 BH:MP/C2 BH:MP/M1 BH:GP/M2 BH:MP/P BH:GP/C1/P
    FB:MP FB:GP FB:MP/C1 AOB:MP AOB:GP SB:MP SB:GP SB:MP/C1 PS:MP PS:GP PS:MP/C1 WIN:MP WON:MP REP STD:MP
    EMMSB EMGSB EGMSB EGGSB EMMSB/C1 EMGSB/C1 EGMSB/C1 EGGSB/C1 EMMSB/C2 EGGSB/C2 EMGSB/C1/P EGMSB/P
    SSSC SSSC/K5 SSSC/P SSSC/F BC
"""
ROUND_ROBIN = """
    PTS MP GP MPvGP SB:MP SB:GP SB:MP/C1 KS:MP KS:GP PS:MP PS:GP WIN:MP WON:MP REP STD:MP
    EMMSB EMGSB EGMSB EGGSB EMGSB/C1 EGMSB/C1 BC
"""
SSSC = ("SSSC", "SSSC/P", "SSSC/F")
# Criteria that compare tied teams, in orders that leave ties: the whole table with its ranks is compared.
ORDERS = (
    "PTS EDE MPvGP", "PTS EDE/P", "PTS EDEBT", "PTS EDEBB/P", "PTS EDET/P EMGSB/C1", "PTS EDEB", "PTS EDEC/P",
    "PTS DE EDE", "PTS TBR", "PTS BBE", "PTS MPvGP TBR", "PTS MPvGP BBE", "PTS MPvGP BC TBR",
)  # fmt: skip


def gacrux_name(notation):
    code, slash, rest = notation.partition("/")
    return GACRUX_NAMES.get(code, code) + slash + rest


def _errors(facts):
    """Return the values that gacrux gets wrong if a team forfeits the last match after an absence (decision 0008)."""
    last = facts.rounds
    is_wrong = any(
        len(matches) > 1 and matches[-1].round == last
        and matches[-1].kind == Kind.FORFEIT_LOSS and KIND_COUNTS[matches[-2].kind].requested
        for matches in facts.team_event.matches.values()
    )  # fmt: skip
    return ["FB:GP", *(["SSSC/F"] if facts.score == "GP" else [])] if is_wrong else []


def divides_by_zero(facts, rounds):
    """Return whether the factor of SSSC is still 0, which gacrux divides by; we take 1 (decision 0008)."""
    secondary = in_score(facts, "GP" if facts.score == "MP" else "MP")
    return rounds * facts.scheme.win < secondary.scheme.win


def exported(text):
    """Return a team file as the project writes it."""
    read = reader.read(text)
    return whole_file.write(read.crosstable, teams=read.teams)


def compare(crosstable, text):
    """Compare every criterion by itself, then the orders of criteria that compare tied teams, in a team file."""
    facts = reader.read(text).teams._replace(system=crosstable.system)
    is_swiss, rounds = crosstable.system == "swiss", rounds_so_far(crosstable)
    compared, differences = Counter(), []
    left_out = [*_errors(facts), *(SSSC if divides_by_zero(facts, rounds) else ())]
    notations = [n for n in (SWISS if is_swiss else ROUND_ROBIN).split() if n not in left_out]
    theirs = ask_each(crosstable, [gacrux_name(n) for n in notations], text, after=["PTS"])
    ours = rank(facts, (read_criterion("PTS"), *map(read_criterion, notations)))
    otherwise = find_other_standard_points(in_score(facts, "MP"))
    for row in ours.rows:
        for notation, value in zip(notations, row.values[1:], strict=True):
            if notation == "STD:MP" and row.number in otherwise:
                continue
            opinion = theirs[row.number][gacrux_name(notation)]
            compared[notation] += 1
            if as_gacrux_rounds(notation, value, rounds) != opinion:
                differences.append(Difference(crosstable.name, notation, row.number, notation, value, opinion))
    for order in ORDERS:
        _compare_order(crosstable, facts, text, order.split(), compared, differences)
    return Comparison(compared, tuple(differences))


def _compare_order(crosstable, facts, text, notations, compared, differences):
    theirs = ask(crosstable, [gacrux_name(n) for n in notations], text)
    for row in rank(facts, read_order(",".join(notations), of_teams=True)).rows:
        opinion = (*theirs.values[row.number], theirs.ranks[row.number])
        for notation, value, other in zip((*notations, "rank"), (*row.values, row.rank), opinion, strict=True):
            compared[notation] += 1
            if value != other:
                order = " ".join(notations)
                differences.append(Difference(crosstable.name, order, row.number, notation, value, other))


def events(count, edition, first=1):
    """Yield Swiss events and, every fourth time, round robins, each with the colours of its boards.

    Every third is wild, every fifth is led by game points, every seventh is not over yet.
    """
    for seed in range(first, first + count):
        rates, primary = WILD if seed % 3 == 0 else USUAL, "GP" if seed % 5 == 0 else "MP"
        if seed % 4 == 0:
            event, colours = round_robin(seed, 4 + seed % 6, 1 + seed // 4 % 2, 3 + seed % 4, edition, rates)
        else:
            event, colours = swiss(seed, 6 + seed * 5 % 15, 3 + seed % 7, 3 + seed % 4, edition, rates, primary)
        yield event.up_to((event.rounds + 1) // 2) if seed % 7 == 0 else event, colours


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--edition", default="2026-03", choices=("2024-08", "2026-03"))
    parser.add_argument("--first", type=int, default=1, help="seed of the first event")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    chosen = parser.parse_args()
    compared, differences = Counter(), []
    for event, colours in events(chosen.events, chosen.edition, chosen.first):
        comparison = compare(event, trf_text_teams(event, colours))
        compared += comparison.compared
        differences += comparison.differences
    for difference in differences[: chosen.show]:
        print(*difference, sep="  ")
    for (order, notation), count in Counter((d.order, d.notation) for d in differences).most_common():
        print(f"{order}: {notation}: {count} differences")
    print(f"{chosen.edition}: {sum(compared.values())} values compared, {len(differences)} differences")
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
