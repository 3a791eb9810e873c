import argparse
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from random import Random, SystemRandom

from django.core.management.base import BaseCommand

from pairing.dutch.players import list_arrived
from pairing.dutch.random_events import PlayedEvent, play_event
from pairing.rules import engine_records
from tiebreaks.facts.games import ZERO, Scheme
from tiebreaks.facts.size import MOST_PLAYERS
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf.writer import TRF16, TRF26, write
from tournaments.operation.folders import command_line

MOST_ROUNDS = 30
RATES = {
    "draws": "of the games that are drawn",
    "odd-results": "of the games that end ½-0, 0-½ or 0-0",
    "forfeits": "of the games that one side forfeits",
    "double-forfeits": "of the games that both sides forfeit",
    "half-byes": "of the players who take a half-point bye in a round",
    "zero-byes": "of the players who take a zero-point bye in a round",
    "full-byes": "of the players who get a full-point bye in a round",
    "late": "of the players who come after round 1",
    "retired": "of the players who leave before the end",
    "unrated": "of the players without a rating",
}
# What is not chosen is drawn between these; nothing is where that is usual.
USUAL = {
    "players": (20, 80),
    "rounds": (5, 11),
    "draws": (10, 50),
    "odd-results": (0, 1),
    "forfeits": (0, 4),
    "double-forfeits": (0, 1),
    "half-byes": (0, 5),
    "zero-byes": (0, 3),
    "full-byes": (0, 1),
    "late": (0, 6),
    "retired": (0, 6),
    "unrated": (0, 20),
}
CRITERIA = ("BH/C1", "BH", "SB", "DE", "PS", "WIN", "BPG", "ARO", "TPR", "AOB")
MOST_CRITERIA = 4
LOWEST, HIGHEST = 0, 4000


class Command(BaseCommand):
    help = "Write a random tournament, paired by FIDE Dutch with our own engine, as a tournament file."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand the arguments on untouched: no database is needed."""
        sys.exit(main(argv[2:]))


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0, or 2 with the reason where the file can't be written."""
    options = parser()
    chosen = options.parse_args(argv)
    seed = SystemRandom().randrange(10**9) if chosen.seed is None else chosen.seed
    try:
        course, order = draw_event(chosen, seed)
    except ValueError as error:
        options.error(str(error))
    facts = play_event(course)
    played = max(map(len, facts.games.values()))
    settings = course.find_settings(list_arrived(facts))
    lines = tuple(engine_records.write_records(settings.records, facts.rounds, chosen.dialect))
    ranks = {row.number: row.rank for row in rank(facts, read_order(order)).rows}
    text = write(facts, order, chosen.dialect, records=lines, ranks=ranks)
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


def draw_event(chosen: argparse.Namespace, seed: int) -> tuple[PlayedEvent, str]:
    """Return how the event goes, and the order of its criteria. Raise ValueError for ratings that don't fit.

    What was not chosen depends on the seed alone, whatever else was.
    """
    chance = Random(f"unset {seed}")  # noqa: S311
    drawn = {name: chance.randint(*limits) for name, limits in USUAL.items()}
    initial, accelerated = chance.choice("WB"), chance.random() < 1 / 4
    order = ",".join(["PTS", *chance.sample(CRITERIA, chance.randint(1, MOST_CRITERIA))])
    values = {name: drawn[name] if (own := getattr(chosen, _field(name))) is None else own for name in USUAL}
    players = chosen.players or len(chosen.ratings) or values["players"]
    if chosen.ratings and len(chosen.ratings) != players:
        raise ValueError(f"there are {len(chosen.ratings)} ratings for {players} players")
    if chosen.weakest > chosen.strongest:
        raise ValueError(f"the weakest has {chosen.weakest}, the strongest {chosen.strongest}")
    course = PlayedEvent(
        **{_field(name): value for name, value in values.items()}
        | {"players": players, "rounds": chosen.rounds or max(1, min(values["rounds"], players - 1))},
        seed=seed,
        scheme=chosen.scoring,
        initial=chosen.initial or initial,
        accelerated=accelerated if chosen.accelerated is None else chosen.accelerated,
        ratings=chosen.ratings,
        weakest=chosen.weakest,
        strongest=chosen.strongest,
    )
    return course, chosen.tie_breaks or order


def _field(name: str) -> str:
    return name.replace("-", "_")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    usual = PlayedEvent()
    options = argparse.ArgumentParser(
        prog=command_line("random_tournament"),
        description=Command.help,
        epilog="What is not chosen is drawn by the seed, within usual limits.",
    )
    options.add_argument("file", metavar="FILE", help="the file to write, - for the screen")
    options.add_argument("--players", type=_between(2, MOST_PLAYERS))
    options.add_argument("--rounds", type=_between(1, MOST_ROUNDS))
    options.add_argument("--seed", type=_between(0, 10**9), help="the same seed gives the same tournament")
    for name, meaning in RATES.items():
        options.add_argument(f"--{name}", type=_between(0, 100), metavar="%", help=f"per cent {meaning}")
    options.add_argument(
        "--ratings", type=_ratings, default=(), metavar="2400,2350,…", help="of the players, in the order of numbers"
    )
    options.add_argument("--weakest", type=_between(LOWEST, HIGHEST), default=usual.weakest, help=f"({usual.weakest})")
    options.add_argument(
        "--strongest", type=_between(LOWEST, HIGHEST), default=usual.strongest, help=f"({usual.strongest})"
    )
    options.add_argument("--tie-breaks", type=_order, metavar="PTS,BH,…", help="the order of criteria, which ranks")
    options.add_argument(
        "--scoring", type=_scheme, default=usual.scheme, metavar="W-D-L", help="points, a bye after a slash: 3-1-0/1"
    )
    options.add_argument("--initial", choices="WB", help="the colour drawn for number 1")
    options.add_argument("--accelerated", action=argparse.BooleanOptionalAction, help="Baku acceleration")
    options.add_argument("--dialect", choices=(TRF16, TRF26), default=TRF26, help="(TRF26)")
    return options


def _ratings(text: str) -> tuple[int, ...]:
    return tuple(map(_between(LOWEST, HIGHEST), text.split(",")))


def _order(text: str) -> str:
    try:
        read_order(text)
    except Refusal as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None
    return text


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
