"""A stand-in for bbpPairings on machines without it: the same command line and output, with gacrux pairing.

    stand_in_bbp.py --dutch SOURCE -p TARGET

SOURCE is TRF16 with the extensions XXR XXC XXA XXP. TARGET gets the number of pairs and then White and Black in each
line, 0 for the bye, with the carriage returns that bbpPairings writes. Exit status 1: there is no legal pairing.
"""

import re
import subprocess
import sys
from pathlib import Path

GAMES, WIDTH = 91, 10  # where the rounds of a player's line begin, and how wide one is


def coming_round(text):
    """Return the round after the last one in which anybody had an opponent."""
    lines = [line for line in text.splitlines() if line.startswith("001")]
    played = (
        place
        for line in lines
        for place, at in enumerate(range(GAMES, len(line), WIDTH), 1)
        if line[at : at + 4].strip(" 0")
    )
    return max(played, default=0) + 1


def main(system, source, _target, target):
    assert system == "--dutch"
    text = Path(source).read_text("utf-8")
    assert re.search(r"^XXR \d+$", text, re.M), "bbpPairings needs the number of rounds"
    command = ["-m", "gacrux.pairingchecker", "-i", source, "-p", "-n", str(coming_round(text)), "-dT"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    if not done.stdout.split() or done.stdout.split()[0] == "0":
        return 1
    Path(target).write_text("\r".join(line.strip() for line in done.stdout.splitlines() if line.strip()) + "\r")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
