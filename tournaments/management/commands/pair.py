import argparse
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

from django.core.management.base import BaseCommand

from pairing import dutch, rounds, team_swiss
from pairing.dutch.engine_files import REQUESTED
from pairing.finalists import finalists, standing
from pairing.new_swiss import groups
from pairing.plan import stages
from pairing.plan.accelerated import accelerate
from pairing.plan.steering import read_steering
from pairing.rules.boards import Pairing
from pairing.rules.engine_records import Records, read_records
from pairing.rules.legality import Limits
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf import reader
from tiebreaks.trf.oddities import Oddities
from tournaments.formats import finalists_csv, player_csv, tsh
from tournaments.operation.folders import command_line
from tournaments.scheduling import engines

NO_FILE = sentence("pair-no-file", gettext_noop("The file can’t be read: {reason}."))
UNKNOWN_FILE = sentence(
    "pair-file-unknown", gettext_noop("These can be read: tournament files (.trf) and divisions of tsh (.t).")
)
NO_RATINGS = sentence("pair-no-ratings", gettext_noop("The header has no column “rating”."))
ALL_PAIRED = sentence("pair-all-paired", gettext_noop("All {rounds} rounds are paired already."))

SYSTEMS = ("dutch", "team-swiss", "new-swiss", "round-robin", "king-of-the-hill")


type Answer = tuple[Mapping[str, object], list[str]]  # the values for JSON, and the lines of the table
type Pair = Callable[[argparse.Namespace], Answer]


class FileContent(NamedTuple):
    """The contents of a file: the facts of its players, or of its teams with those of their `members`.

    `engine_records` are its records for engines, `absent` has the letters of those who do not play in the next round,
    and `stage` is how the file says that the round is paired.
    """

    facts: Crosstable
    members: Crosstable | None
    engine_records: Records
    absent: dict[int, str]
    stage: stages.Stage | None = None


class Finalists(TypedDict):
    """The answer of `pair finalists`, by names; `pairs` are the fixed games, `released` one that can't decide."""

    safe: list[str]
    candidates: list[str]
    added: str | None
    pairs: list[list[str]]
    released: list[str] | None


class Command(BaseCommand):
    help = "Draw preliminary groups, set the finalists' round, or pair the next round of a file. Needs no database."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(main(argv[2:]))


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0, or 2 with `file:line: field: sentence` on stderr and nothing on stdout."""
    options = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        answer, table = options.answer(options)
    except Refusal as refusal:
        place = f"{refusal.file or options.file}:{refusal.line}: {refusal.field or 'file'}"
        sys.stderr.write(f"{place}: {refusal}\n")
        return 2
    print(json.dumps(answer, ensure_ascii=False) if options.format == "json" else "\n".join(table))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the three ways to pair."""
    options = argparse.ArgumentParser(prog=command_line("pair"), description=Command.help)
    ways = options.add_subparsers(required=True, metavar="groups | finalists | next")
    way = _add_way(ways, "groups", by_groups, "PLAYERS.csv", "draw the preliminary groups (columns name, rating)")
    way.add_argument("--seed", type=_whole, required=True, help="the same seed gives the same draw")
    way = _add_way(ways, "finalists", by_finalists, "STANDINGS.csv", "fix the games that decide who reaches the final")
    way.add_argument("--places", type=_positive, default=2, help="how many reach the final (2)")
    way.add_argument("--wins", type=_halves, default=2, metavar="WINS", help="the margin in wins (1)")
    way.add_argument("--spread", type=_whole, default=350, help="the margin in spread (350)")
    way.add_argument("--swing", type=_positive, help="the most that one game changes a spread (unbounded)")
    way.add_argument("--no-draws", action="store_true", help="games can't be drawn")
    way = _add_way(
        ways, "next", by_next, "FILE", "pair the next round of a tournament file (.trf) or a tsh division (.t)"
    )
    way.add_argument("--system", required=True, choices=SYSTEMS)
    way.add_argument("--rounds", type=_positive, help="the planned number of rounds (default: from the file)")
    way.add_argument("--lenient", action="store_true", help="read a file in spite of its oddities")
    way.add_argument("--double", action="store_true", help="a double round robin")
    way.add_argument(
        "--keep-order", action="store_true", help="don't turn the last two rounds of the first cycle round"
    )
    way.add_argument(
        "--colours",
        choices=team_swiss.COLOURS,
        help=f"the colour preferences of teams (default: as the file says, or {team_swiss.USUAL.colours})",
    )
    return options


def _add_way(
    ways: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, answer: Pair, file: str, text: str
) -> argparse.ArgumentParser:
    way = ways.add_parser(name, help=text, description=text)
    way.add_argument("file", metavar=file)
    way.add_argument("--format", choices=("table", "json"), default="table")
    way.set_defaults(answer=answer)
    return way


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def _positive(text: str) -> int:
    if _whole(text) == 0:
        raise argparse.ArgumentTypeError("a number from 1 on is needed")
    return int(text)


def _halves(text: str) -> int:
    try:
        return finalists_csv.read_wins(text)
    except Refusal as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from refusal


def by_groups(options: argparse.Namespace) -> Answer:
    """Draw the groups of a list of players."""
    players = _by_rating(_read_bytes(options.file), options)
    drawn = groups.draw_groups(len(players), options.seed)
    answer = {"groups": [each._asdict() for each in drawn]}
    return answer, list(_groups_table(players, drawn))


def _by_rating(data: bytes, options: argparse.Namespace) -> list[str]:
    """Return names by rating, equal ones by a lot from the seed, so that the order of lines never matters."""
    players = player_csv.read_players(data, options.file).players.values()
    if all("rating" not in fields for _, fields in player_csv.read_lines(data)):
        raise Refusal(NO_RATINGS, file=options.file, line=1, field="rating")
    return [
        p.name for p in sorted(players, key=lambda p: (-(p.rating or 0), groups.draw_key(options.seed, "tie", p.name)))
    ]


def _groups_table(names: list[str], drawn: Sequence[groups.Group]) -> Iterator[str]:
    for number, each in enumerate(drawn, start=1):
        yield f"Group {number}"
        for letter, rank in zip(groups.LETTERS, each.players, strict=False):
            yield f"  {letter}  {rank:>3}  {names[rank - 1]}"
        for round_number, (pairs, byes) in enumerate(zip(each.rounds, each.byes, strict=True), start=1):
            games = [f"{one}–{other}" for one, other in pairs] + [f"{free} bye" for free in byes]
            yield f"  Round {round_number}: {', '.join(games)}"


def by_finalists(options: argparse.Namespace) -> Answer:
    """Find out who is safe, a candidate or out, and which games are fixed."""
    names, standings = finalists_csv.read_places(_read_bytes(options.file), options.file)
    margin = standing.FinalistSettings(
        options.places, options.wins, options.spread, options.swing, not options.no_draws
    )
    fixed = finalists.classify_players(standings, margin)

    def named(numbers: Iterable[int]) -> list[str]:
        return [names[number - 1] for number in numbers]

    answer: Finalists = {
        "safe": named(fixed.safe),
        "candidates": named(fixed.candidates),
        "added": names[fixed.added - 1] if fixed.added else None,
        "pairs": [named(pair) for pair in fixed.pairs],
        "released": named(fixed.released) if fixed.released else None,
    }
    return answer, list(_finalists_table(answer, named(fixed.out)))


def _finalists_table(answer: Finalists, out: list[str]) -> Iterator[str]:
    lines = [("Safe", answer["safe"]), ("Candidates", answer["candidates"]), ("Added", [answer["added"] or ""])]
    for head, names in (*lines, ("Out", out)):
        yield f"{head + ':':12}{', '.join(filter(None, names)) or '–'}"
    for one, other in answer["pairs"]:
        yield f"{'Fixed:':12}{one} – {other}"
    if answer["released"]:
        yield f"{'Released:':12}{' – '.join(answer['released'])} (can't decide who reaches the final)"


def by_next(options: argparse.Namespace) -> Answer:
    """Pair the next round of a file: of its teams if it has any, otherwise of its players."""
    content = _read_file(options)
    facts, pairing = content.facts, _pair(content, options)
    bye = pairing.bye.player if pairing.bye else None
    return {"round": pairing.round, "boards": pairing.pairs, "bye": bye}, list(_round_table(facts, pairing))


def _pair(content: FileContent, options: argparse.Namespace) -> Pairing:
    facts, members, engine_records, absent = content[:4]
    last = facts.last_paired
    stage = stages.Stage(options.system, 1, max(facts.rounds, last + 1), _settings(options, facts))
    if content.stage and content.stage.system == stage.system and stage.system in stages.ONCE:
        stage = stage._replace(settings=content.stage.settings)
    stages.check_participants([stage], members is not None)
    limits = Limits(forbidden=engine_records.forbidden)
    accelerated = engine_records.accelerated or accelerate(stage, facts, absent)
    if members is not None and stage.system == "team-swiss":
        colours, initial = options.colours or stage.get("colours"), engine_records.initial or stage.get("initial")
        settings = team_swiss.Settings(colours, initial, limits, accelerated=accelerated)
        return engines.pair_teams(members, facts, absent, settings)
    if stage.system == "dutch":
        return engines.pair_dutch(
            facts, absent, dutch.Settings(engine_records._replace(accelerated=accelerated), limits)
        )
    return rounds.pair(facts, stage, rounds.Wishes(tuple(absent), engine_records.forbidden))


def _settings(options: argparse.Namespace, facts: Crosstable) -> dict[str, object]:
    """Return the settings of a round robin; it is also double if it has more rounds than one cycle."""
    if options.system != "round-robin":
        return {}
    size = len(facts.players)
    cycles = 2 if options.double or facts.rounds > size - 1 + size % 2 else 1
    return {"cycles": cycles, "turn_last_two": not options.keep_order}


def _read_file(options: argparse.Namespace) -> FileContent:
    """Read a file, and settle how many rounds are planned."""
    data, suffix = _read_bytes(options.file), Path(options.file).suffix.lower()
    warnings: Sequence[Refusal]
    if suffix == ".t":
        odd = Oddities(options.lenient)
        division = tsh.read_division(data, options.file, odd)
        warnings = odd.reported
        tournament, planned, lines = reader.Tournament(division.crosstable, None, ()), options.rounds, []
        absent = dict.fromkeys(division.off, "Z")
    elif suffix in (".trf", ".txt"):
        tournament = reader.read(data, options.file, lenient=options.lenient)
        warnings = tournament.warnings
        lines = [text for _, text in tournament.other]
        stated = any(text[:3] in ("142", "XXR") for text in lines)
        planned, absent = options.rounds or (tournament.crosstable.rounds if stated else None), {}
    else:
        raise Refusal(UNKNOWN_FILE, file=options.file, field="file")
    for each in warnings:
        sys.stderr.write(f"{each.file}:{each.line}: {each.field or 'file'}: {each}\n")
    steering = read_steering(tournament)
    paired, ahead = steering.file, tournament.teams or tournament.crosstable
    facts, members = paired.teams or paired.crosstable, paired.crosstable if paired.teams else None
    last = facts.last_paired
    if planned and last >= planned:
        raise Refusal(ALL_PAIRED, file=options.file, field="round", rounds=planned)
    engine_records = read_records(lines, last + 1, facts.score)
    absent |= dict(engine_records.absent)
    absent |= {n: REQUESTED.get(g.kind, "Z") for n, own in ahead.games.items() for g in own if g.round == last + 1}
    stage = next((each for each in steering.plan if last + 1 in each.rounds), None)
    return FileContent(facts._replace(rounds=planned or last + 1), members, engine_records, absent, stage)


def _round_table(facts: Crosstable, pairing: Pairing) -> Iterator[str]:
    def name(number: int) -> str:
        return f"{number:>3} {facts.players[number].name}"

    yield f"Round {pairing.round}"
    width = max((len(name(board.white)) for board in pairing.boards), default=0)
    for place, board in enumerate(pairing.boards, start=1):
        yield f"{place:>3}  {name(board.white):{width}}  –  {name(board.black)}"
        yield from (f"     {reason}" for reason in board.reasons)
    if pairing.bye:
        yield f"Bye  {name(pairing.bye.player)}"
        yield from (f"     {reason}" for reason in pairing.bye.reasons)
    yield from map(str, pairing.notes)


def _read_bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Refusal(NO_FILE, file=file, field="file", reason=error.strerror or error) from error
