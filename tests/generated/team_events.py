"""Team events paired by our own engine round by round, and each round by gacrux too, the same for the same seed.

`python -m tests.generated.team_events --events 100` prints every round in which both differ, and why.
"""

import argparse
import dataclasses
import sys
from collections import Counter
from random import Random

from pairing import team_swiss
from pairing.rules import history
from pairing.rules.boards import ordered_pair
from pairing.rules.legality import Limits
from pairing.team_swiss.judging import judge_colours, judge_pairs
from pairing.team_swiss.teams import read_round
from tests.generated.generator_teams import Rates, Sheet
from tests.notation.trf_text_teams import trf_text_teams
from tests.servers.engine import engine_process
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.scheduling import engines

ABSENT = {"H": Kind.HPB, "F": Kind.FPB, "Z": Kind.ZPB}
CALM = Rates(0.02, 0.02, 0, 0.02, 0, 0.02, 0.2, 0.05, 0.4, 0)
ROUGH = Rates(0.08, 0.06, 0.02, 0.15, 0.05, 0.05, 0.3, 0.1, 0.5, 0)


def positions(seed, most=24):
    """Yield (players, teams, absent, settings) of each round of an event that our own engine pairs."""
    chance = Random(f"team event {seed}")
    size, rounds = chance.randint(6, most), chance.randint(4, 9)
    rates, primary = chance.choice((CALM, ROUGH)), "GP" if seed % 4 == 0 else "MP"
    sheet = Sheet(chance, size, chance.randint(1, 5), rates)
    banned = {ordered_pair(*chance.sample(range(1, size + 1), 2)) for _ in range(chance.choice((0, 0, 2)))}
    settings = team_swiss.Settings(
        team_swiss.COLOURS[seed % 3], chance.choice("WB"), Limits(forbidden=frozenset(banned))
    )
    late = {n: chance.randint(2, 3) for n in sheet.teams if chance.random() < 0.03}
    gone = {n: chance.randint(2, rounds) for n in sheet.teams if chance.random() < 0.06}
    for number in range(1, rounds + 1):
        players, teams = facts_of(sheet, number - 1, rounds, primary)
        absent = {n: "Z" for n in sheet.teams if number < late.get(n, 0) or number >= gone.get(n, 99)}
        asked = {n: chance.choice("HZF") for n in sheet.teams if n not in absent and chance.random() < rates.half_bye}
        absent |= asked
        yield players, teams, absent, settings
        try:
            pairing = team_swiss.pair_round(teams, absent, settings)
        except Refusal:
            return
        for n, letter in absent.items():
            sheet.bye(number, n, ABSENT[letter])
        if pairing.bye:
            sheet.bye(number, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            sheet.match(number, board.white, board.black)


def facts_of(sheet, played, rounds, primary):
    """Return the facts as a file gives them; a file has at least one round."""
    teams, colours = sheet.crosstable(rounds, "swiss", "2026-03", primary, "Teams")
    if not played:
        first = Sheet(Random(1), 0, 1, CALM)
        first.scheme, first.colours, first.teams = sheet.scheme, sheet.colours, sheet.teams
        first.rates, first.matches = sheet.rates, {number: [] for number in sheet.teams}
        first.match(1, 1, 2)
        teams, colours = first.crosstable(rounds, "swiss", "2026-03", primary, "Teams")
    read = reader.read(trf_text_teams(teams, colours))
    return tuple(each.up_to(played)._replace(rounds=rounds) for each in (read.crosstable, read.teams))


def by_gacrux(players, teams, absent, settings):
    """Return gacrux's pairing; None if it gives none."""
    past = history.read_history(teams, absent)
    engine = engines.GACRUX._replace(command=(*engines.GACRUX.command, "-m", team_swiss.engine_method(teams, settings)))
    text = team_swiss.engine_input(players, teams, absent, settings)
    try:
        return team_swiss.read_answer(engines.run_engine(engine, text, past.round), past, settings, engine.name)
    except Refusal as refusal:
        return refusal


def by_ourselves(teams, absent, settings):
    """Return our own pairing; the refusal if there is none."""
    try:
        return team_swiss.pair_round(teams, absent, settings)
    except Refusal as refusal:
        return refusal


def has_no_game(teams):
    """Return whether both teams of a match won boards by forfeit and played none: no points and no match for gacrux."""
    matches = (match for own in teams.team_event.matches.values() for match in own if match.kind == Kind.PLAYED)
    return any(all(board.kind != Kind.PLAYED for board in match.boards) for match in matches)


def find_cause(teams, absent, settings, ours, theirs):
    """Return why gacrux pairs otherwise, "" if no known reading explains it.

    It numbers teams that have never arrived (4.3.1; decision 35), takes C6 as broken altogether where the following
    scoregroup can't do with the fewest that its size allows (decision 61).
    """
    past = history.read_history(teams, absent)
    this_round = read_round(teams, past, settings)
    numbered = dataclasses.replace(
        this_round, teams=[each._replace(odd=each.tpn % 2 == 1) for each in this_round.teams]
    )
    place = {team.number: index for index, team in enumerate(this_round.teams)}
    pairs = {ordered_pair(place[one], place[other]) for one, other in theirs.pairs}
    judged = judge_pairs(this_round, pairs, place[theirs.bye.player] if theirs.bye else None)
    if judged is None:
        boards = [(place[white], place[black]) for white, black in theirs.pairs]
        return "" if judge_colours(numbered, boards) else "4.3.1"
    return "C6" if judged.params.get("criterion") == "C6" else ""


def as_set(pairing):
    """Return boards and the bye for comparing."""
    return {*pairing.pairs, *([(pairing.bye.player, 0)] if pairing.bye else [])}


def compare(seeds, most):
    """Count the rounds of events, and print those in which both differ for no known reason."""
    found = Counter()
    for seed in seeds:
        for players, teams, absent, settings in positions(seed, most):
            ours, theirs = by_ourselves(teams, absent, settings), by_gacrux(players, teams, absent, settings)
            if isinstance(ours, Refusal) and isinstance(theirs, Refusal):
                what = "both refuse"
            elif has_no_game(teams):
                what = "no game"
            elif isinstance(ours, Refusal) or isinstance(theirs, Refusal):
                what = "one refuses"
            elif as_set(ours) == as_set(theirs):
                what = "same"
            else:
                what = find_cause(teams, absent, settings, ours, theirs) or "different"
            found[what] += 1
            if what in ("one refuses", "different"):
                print(
                    f"event {seed}, round {history.read_history(teams, absent).round}: {what}", ours, theirs, sep="\n  "
                )
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="seed of the first event")
    parser.add_argument("--most", type=int, default=24, help="teams of the largest event")
    chosen = parser.parse_args()
    with engine_process() as command:
        engines.GACRUX = engines.GACRUX._replace(command=command)
        found = compare(range(chosen.first, chosen.first + chosen.events), chosen.most)
    print(dict(found))
    sys.exit(bool(found["one refuses"] or found["different"]))


if __name__ == "__main__":
    main()
