"""Compare FIDE Dutch with bbpPairings on random events, both ways, and their tie-breaks with gacrux.

`BBP_PATH=program python -m tests.generated.dutch_compared --first 1 --events 100` pairs events of its generator again,
and lets its checker read events of ours. The same seeds give the same events; seeds of other runs give others. A file
that differs is kept in var/dutch-compared/. Exit status 1 if any does.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from pairing import dutch
from pairing.dutch.checking import check_rounds
from pairing.dutch.random_events import play_event
from pairing.dutch.round_pairing import pair_round
from pairing.rules.engine_records import read_records
from tests.generated.compare import compare_order, find_other_standard_points
from tests.generated.dutch_courses import our_course, our_text, their_options
from tests.generated.generator import START_DATES
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader

KEPT = Path("var/dutch-compared")
IMPOSSIBLE = 1  # the exit status of bbpPairings where it cannot pair a round
PER_LINE = 500
CRITERIA = """
    BH BH/C1 BH/C2 BH/M1 BH/P BH/C1/P SB SB/C1 SB/P PS PS/C1 DE DE/P WIN WON BPG BWG REP STD ARO ARO/C1 TPR PTP APRO
    APPO
"""


def theirs(seed, folder, players):
    """Let bbpPairings generate an event and pair it again; return its facts, its file, what was counted and faults."""
    file = Path(folder, "theirs.trf")
    command = [
        os.environ["BBP_PATH"],
        "--dutch",
        *their_options(seed, folder, players),
        "-o",
        str(file),
        "-s",
        str(seed),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, IMPOSSIBLE):
        return None, "", Counter(), [f"status {done.returncode}: {done.stderr.strip()}"]
    text = file.read_bytes()
    tournament = reader.read(text, file.name, lenient=True)
    facts = without_empty_rounds(tournament.crosstable)
    settings = dutch.Settings(read_records((line for _, line in tournament.other), 1))
    checked = list(check_rounds(facts, settings))
    faults = [
        f"round {each.round}: {each.refusal or each.judgement or 'colours'}" for each in checked if not each.is_same
    ]
    if done.returncode == IMPOSSIBLE and not is_refused(tournament.crosstable, facts.last_paired, settings):
        faults.append("a round that it cannot pair is paired by us")
    counted = Counter(rounds=len(checked), boards=sum(len(each.theirs) for each in checked))
    return facts, text.decode(), counted, faults


def without_empty_rounds(facts):
    """Return the facts up to the round before the first one without a board: such a round we never pair."""
    boards = {game.round for own in facts.games.values() for game in own if game.opponent}
    last = next(round_number for round_number in range(facts.rounds + 1) if round_number + 1 not in boards)
    return facts.up_to(last)


def is_refused(facts, last, settings):
    """Return whether we cannot pair the round after the last one either, with those who have no bye for it."""
    absent = {number for number, own in facts.games.items() if any(game.round == last + 1 for game in own)}
    try:
        pair_round(facts.up_to(last), absent, settings)
    except Refusal:
        return True
    return False


def ours(seed, folder, players):
    """Play an event and let bbpPairings check it; return the same."""
    course, file = our_course(seed, players), Path(folder, "ours.trf")
    facts = play_event(course)
    text = our_text(facts, course)
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [os.environ["BBP_PATH"], "--dutch", str(file), "-c"], capture_output=True, text=True, check=False
    )
    last = facts.last_paired
    faults = [f"status {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
    if "Checker" in done.stdout or "No valid" in done.stdout or done.stdout.count("Round #") != last:
        faults.append(done.stdout)
    boards = sum(game.opponent is None or game.opponent > n for n, own in facts.games.items() for game in own)
    return facts, text, Counter(rounds=last, boards=boards), faults


WAYS = {"theirs": theirs, "ours": ours}


def tie_breaks(facts, seed):
    """Compare a random order of criteria with gacrux: each value and each rank."""
    order = ["PTS", *Random(f"order {seed}").sample(CRITERIA.split(), 4)]
    played = facts._replace(edition="2026-03", starts_on=START_DATES["2026-03"])
    if find_other_standard_points(played):
        order = [each for each in order if each != "STD"]
    compared, differences = Counter(), []
    compare_order(played, " ".join(order), compared, differences)
    return compared.total(), [
        f"{each.order}, {each.number}, {each.notation}: {each.ours}, {each.theirs}" for each in differences
    ]


def run(way, seed, folder, players):
    """Compare one event; return what was counted, and keep its file if anything differs."""
    facts, text, counted, faults = WAYS[way](seed, folder, players)
    values, wrong = tie_breaks(facts, seed) if facts else (0, [])
    if faults or wrong:
        KEPT.mkdir(parents=True, exist_ok=True)
        Path(KEPT, f"{way}-{seed}.trf").write_text(text, encoding="utf-8", newline="")
        print(*(f"{way} {seed}: {fault}" for fault in [*faults, *wrong[:3]]), sep="\n", flush=True)
    return counted + Counter(events=1, values=values, differences=len(faults), differing_values=len(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1, help="seed of the first event")
    parser.add_argument("--events", type=int, default=100, help="each way")
    parser.add_argument("--players", type=int, help="in every event, instead of 8 to 60")
    parser.add_argument("--minutes", type=float, default=600, help="stop after so long")
    parser.add_argument("--way", choices=WAYS, help="only one of them")
    chosen = parser.parse_args()
    totals = {way: Counter() for way in WAYS if chosen.way in (None, way)}
    end, seed = monotonic() + 60 * chosen.minutes, chosen.first
    with tempfile.TemporaryDirectory() as folder:
        while seed < chosen.first + chosen.events and monotonic() < end:
            for way, total in totals.items():
                total += run(way, seed, folder, chosen.players)
            seed += 1
            if seed % PER_LINE == 0:
                show(totals, chosen.first, seed)
    show(totals, chosen.first, seed)
    sys.exit(any(total["differences"] or total["differing_values"] for total in totals.values()))


def show(totals, first, seed):
    for way, total in totals.items():
        print(
            f"{way}, seeds {first} to {seed - 1}: {total['events']} events, {total['rounds']} rounds, "
            f"{total['boards']} boards, {total['differences']} differences; {total['values']} values of tie-breaks and "
            f"ranks, {total['differing_values']} differ",
            flush=True,
        )


if __name__ == "__main__":
    main()
