import argparse
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from random import SystemRandom

from django.core.management.base import BaseCommand

from pairing import records
from pairing.dutch.random_events import Course, play_event
from tiebreaks.crosstable import ZERO, Scheme
from tiebreaks.trf.writer import TRF16, TRF26, write
from tournaments.operation.folders import command_line

MOST_PLAYERS, MOST_ROUNDS = 5000, 30
RATES = {
    "draws": "of the games that are drawn",
    "forfeits": "of the games that one side forfeits",
    "double-forfeits": "of the games that both sides forfeit",
    "half-byes": "of the players who take a half-point bye in a round",
    "zero-byes": "of the players who take a zero-point bye in a round",
    "full-byes": "of the players who get a full-point bye in a round",
    "late": "of the players who come after round 1",
    "retired": "of the players who leave before the end",
    "unrated": "of the players without a rating",
}


class Command(BaseCommand):
    help = "Write a random tournament, paired by FIDE Dutch with our own engine, as a tournament file."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand the arguments on untouched: no database is needed."""
        sys.exit(main(argv[2:]))


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0, or 2 with the reason where the file can't be written."""
    chosen = parser().parse_args(argv)
    seed = SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    rates = {name.replace("-", "_"): getattr(chosen, name.replace("-", "_")) for name in RATES}
    course = Course(
        players=chosen.players,
        rounds=chosen.rounds,
        seed=seed,
        scheme=chosen.scoring,
        initial=chosen.initial,
        accelerated=chosen.accelerated,
        **rates,
    )
    facts = play_event(course)
    played = max(map(len, facts.games.values()))
    lines = tuple(records.write_records(course.settings.records, facts.rounds, chosen.dialect))
    text = write(facts, dialect=chosen.dialect, records=lines)
    try:
        if chosen.file == "-":
            sys.stdout.write(text)
        else:
            Path(chosen.file).write_text(text, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{chosen.file}: {error.strerror}\n")
        return 2
    missing = "" if played == facts.rounds else f"; round {played + 1} can't be paired"
    sys.stderr.write(f"{chosen.file}: seed {seed}, {len(facts.players)} players, {played} rounds{missing}\n")
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    usual = Course()
    options = argparse.ArgumentParser(prog=command_line("random_tournament"), description=Command.help)
    options.add_argument("file", metavar="FILE", help="the file to write, - for the screen")
    options.add_argument("--players", type=_between(2, MOST_PLAYERS), default=usual.players, help="(50)")
    options.add_argument("--rounds", type=_between(1, MOST_ROUNDS), default=usual.rounds, help="(9)")
    options.add_argument("--seed", type=_between(0, 10**9), help="the same seed gives the same tournament")
    for name, meaning in RATES.items():
        default = getattr(usual, name.replace("-", "_"))
        options.add_argument(
            f"--{name}", type=_between(0, 100), default=default, metavar="%", help=f"per cent {meaning} ({default})"
        )
    options.add_argument(
        "--scoring", type=_scheme, default=usual.scheme, metavar="W-D-L", help="points, a bye after a slash: 3-1-0/1"
    )
    options.add_argument("--initial", choices="WB", default=usual.initial, help="the colour drawn for number 1 (W)")
    options.add_argument("--accelerated", action="store_true", help="Baku acceleration")
    options.add_argument("--dialect", choices=(TRF16, TRF26), default=TRF26, help="(TRF26)")
    return options


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is needed, not “{text}”")
        return int(text)

    return read


def _scheme(text: str) -> Scheme:
    points, _, bye = text.partition("/")
    try:
        win, draw, loss = (Decimal(each) for each in points.split("-"))
        scheme = Scheme(win, draw, loss, Decimal(bye) if bye else win)
    except (ValueError, InvalidOperation):
        raise argparse.ArgumentTypeError(f"points such as 3-1-0 or 1-0.5-0/0.5 are needed, not “{text}”") from None
    if not all(each.is_finite() and ZERO <= each <= 10 and each == round(each, 1) for each in scheme):
        raise argparse.ArgumentTypeError(f"points have one decimal and are at most 10, unlike “{text}”")
    return scheme
