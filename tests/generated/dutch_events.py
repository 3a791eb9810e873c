"""Chess events paired by the engine round by round, with absences and forfeits, the same for the same seed."""

import json
import subprocess
import tempfile
from pathlib import Path
from random import Random

from pairing import dutch
from pairing.rules.engine_records import Records
from tests.generated.generator import ONE_HALF_ZERO, START_DATES, Sheet
from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Kind
from tiebreaks.trf.writer import TRF26, write
from tournaments.scheduling import engines

WHITE_STARTS = dutch.Settings(Records("W"))
LETTERS = {Kind.HPB: "H", Kind.ZPB: "Z"}


def play(seed, wanted="usual"):
    """Play an event of 10 to 30 players in 5 to 7 rounds, paired by an engine and checked as in an event."""
    engine = engines.choose_engine(wanted=wanted)
    chance = Random(f"dutch {seed}")
    size, rounds = chance.randint(10, 30), chance.randint(5, 7)
    field = {n: Player(n, f"Player {n:04}", 2600 - 20 * n) for n in range(1, size + 1)}
    sheet = Sheet(field, ONE_HALF_ZERO)
    left = set()
    for number in range(1, rounds + 1):
        facts = sheet.crosstable(rounds, "swiss", "2026-03", f"Dutch {seed}")
        absent = dict.fromkeys(left, Kind.ZPB)
        for n in field:
            if n not in left and chance.random() < 0.05:
                absent[n] = chance.choice((Kind.HPB, Kind.ZPB))
        byes = {n: LETTERS[kind] for n, kind in absent.items()}
        pairing = engines.pair_dutch(facts, byes, WHITE_STARTS, engine)
        for n, kind in absent.items():
            sheet.bye(number, n, kind)
        if pairing.bye:
            sheet.bye(number, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            luck = chance.random()
            result = "+-" if luck < 0.03 else "-+" if luck < 0.05 else chance.choice(("10", "01", "=="))
            sheet.game(number, board.white, board.black, result)
        if number > 2 and chance.random() < 0.3:
            left.add(chance.choice(sorted(field)))
    return sheet.crosstable(rounds, "swiss", "2026-03", f"Dutch {seed}")._replace(starts_on=START_DATES["2026-03"])


def checked(facts):
    """Return {round: whether gacrux's checker would have paired the same}, read from our own file of the event."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "event.trf")
        file.write_text(write(facts, dialect=TRF26, records=("152 W",)), encoding="utf-8")
        command = [*engines.GACRUX.command, "-i", str(file), "-c"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    rounds = json.loads(done.stdout)["pairingResult"]["roundpairing"]
    return {row["round"]: row["pairs"] == row["current"] != [] for row in rounds}
