"""How fast a table is ranked, compared with gacrux in the same run: `python -m bench.standings`.

(a) 1,000 players in 11 rounds, the usual order, computation only; (b) the whole program on the same file;
(c) growth from 250 to 10,000 players; (d) 500 players, as after each result of a large event, the best of many runs;
(e) single criteria of 500 players. Every other figure is the median of several runs. All are processor time, so that a
busy machine changes little. Each figure that is promised says pass or fail.
"""

import contextlib
import gc
import io
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bench._small import sized
from tests.generated import generator, second_opinion
from tests.notation.trf_text import trf_text
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

ORDER = "PTS,DE,BH/C1,BH,SB,ARO"
ROUNDS = sized(11, 4)
LARGE, USUAL, GROWING = sized((1000, 500, (250, 1000, 4000, 10000)), (40, 30, (20, 40)))
TIMES_FASTER, GROWTH = 20, 1.5  # promised: than gacrux; of the time for one player
MILLISECONDS = 2  # the aim for 500 players, which pure Python does not reach: docs/decisions/0045


def main():
    facts = generator.swiss(seed=1, players=LARGE, rounds=ROUNDS)
    order = read_order(ORDER)
    ours = timed(lambda: rank(facts, order), runs=7)
    theirs = timed(second_opinion.ready_to_rank(facts, ORDER.split(",")), runs=3)
    print(f"(a) compute, {LARGE:,} x {ROUNDS}: {ours:.3f} s; gacrux {theirs:.2f} s; {theirs / ours:.1f} times faster")
    print(f"    at least {TIMES_FASTER} times: {verdict(theirs / ours >= TIMES_FASTER)}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.trf"
        file.write_text(trf_text(facts), encoding="latin-1")
        whole_programs(file)
    each = []
    for players in GROWING:
        field = generator.swiss(seed=1, players=players, rounds=ROUNDS)
        seconds = timed(lambda field=field: rank(field, order), runs=5)
        each.append(seconds / players)
        print(f"(c) {players:>5} players: {seconds:.3f} s, {each[-1] * 1e6:.0f} µs a player")
    print(f"    linear, at most {GROWTH} times as long for one player: {verdict(max(each) <= GROWTH * min(each))}")
    field = generator.swiss(seed=1, players=USUAL, rounds=ROUNDS)
    milliseconds = timed(lambda: rank(field, order), runs=200, choose=min) * 1e3
    theirs = timed(second_opinion.ready_to_rank(field, ORDER.split(",")), runs=5, choose=min) * 1e3
    aim = f"{milliseconds / MILLISECONDS:.1f} times the aim of {MILLISECONDS} ms"
    print(f"(d) {USUAL} players: {milliseconds:.1f} ms, {aim}; gacrux takes {theirs / milliseconds:.0f} times as long")
    for notation in (*ORDER.split(","), "TPR", "PTP", "APRO", "APPO"):
        alone = read_order(notation)
        seconds = timed(lambda alone=alone: rank(field, alone), runs=20, choose=min)
        print(f"(e) {USUAL} players, {notation} alone: {seconds * 1e3:.1f} ms")


def verdict(holds):
    """Return the word for a figure that holds or does not."""
    return "pass" if holds else "FAIL"


def timed(work, runs, clock=process_time, choose=median):
    """Return the seconds of a run, after a warm-up: what `choose` takes of several runs."""
    work()
    gc.collect()
    gc.freeze()  # keeps the collector from walking what is already loaded while the clock runs
    return choose([_seconds(work, clock) for _ in range(sized(runs, 1))])


def _seconds(work, clock=process_time):
    start = clock()
    with contextlib.redirect_stdout(io.StringIO()):
        work()
    return clock() - start


def whole_programs(file):
    """Time `python -m tiebreaks`, `manage.py standings` and gacrux's program on one file."""
    codes = ORDER.split(",")
    programs = {
        "python -m tiebreaks": ["-m", "tiebreaks", str(file), "--order", ORDER],
        "manage.py standings": ["manage.py", "standings", str(file), "--order", ORDER],
        "gacrux": ["-m", "gacrux.tiebreakchecker", "-i", str(file), "-s", "-r", "-d", "T", "-t", *codes],
    }
    seconds = {
        name: timed(lambda words=words: run(words), runs=3, clock=perf_counter) for name, words in programs.items()
    }
    for name, each in seconds.items():
        print(f"(b) {name}: {each:.3f} s; gacrux takes {seconds['gacrux'] / each:.1f} times as long")


def run(words):
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    main()
