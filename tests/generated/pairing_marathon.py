"""The long runs of pairings: `python -m tests.generated.pairing_marathon`. Exit status 1 if anything is wrong."""

import argparse
import sys
from collections import Counter
from itertools import product
from time import perf_counter

from pairing.rules.history import read_history
from pairing.rules.legality import find_faults
from tests.generated.dutch_events import checked, play
from tests.generated.scrabble_events import championship
from tiebreaks.refusal import Refusal


def championships(sizes, seeds):
    """Play rounds 1 to 20 for every size in both modes; return what went wrong as text.

    The deciding round may be refused: who has met nearly everybody in 19 rounds has nobody left.
    """
    wrong = []
    for mode in ("tsh", "matching"):
        slowest, notes, refused = 0.0, Counter(), Counter()
        for size, seed in product(sizes, range(seeds)):
            where, round_number, before = f"{mode}, {size} players, seed {seed}", 0, perf_counter()
            try:
                for hall, pairing in championship(size, seed, mode=mode):
                    slowest, round_number = max(slowest, perf_counter() - before), pairing.round
                    notes.update(note.code for note in pairing.notes)
                    faults = find_faults(pairing, read_history(hall.facts)) if 3 < round_number < 20 else ()
                    wrong += [f"{where}, round {round_number}: {fault}" for fault in faults]
                    before = perf_counter()
            except Refusal as refusal:
                if round_number < 19:
                    wrong.append(f"{where}, round {round_number + 1}: {refusal}")
                refused[size] += 1
        print(f"New Swiss by {mode}: {len(sizes) * seeds} events, {len(wrong)} faults, slowest round {slowest:.2f} s")
        print(f"  notes: {dict(notes)}; deciding rounds refused, by players: {dict(refused)}")
    return wrong


def dutch_events(count):
    """Play events by FIDE Dutch and ask gacrux's checker; return what went wrong as text."""
    wrong, rounds = [], 0
    for seed in range(1, count + 1):
        agreements = checked(play(seed))
        rounds += len(agreements)
        wrong += [
            f"Dutch, seed {seed}, round {round_number}: the checker pairs otherwise"
            for round_number, same in agreements.items()
            if not same
        ]
    print(f"FIDE Dutch: {count} events, {rounds} rounds, {len(wrong)} differ from the checker")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="championships of each size and mode")
    parser.add_argument("--dutch", type=int, default=50, help="events by FIDE Dutch")
    parser.add_argument("--sizes", default="20-100")
    chosen = parser.parse_args()
    low, _, high = chosen.sizes.partition("-")
    wrong = [*championships(range(int(low), int(high or low) + 1), chosen.seeds), *dutch_events(chosen.dutch)]
    print("\n".join(wrong[:50]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
