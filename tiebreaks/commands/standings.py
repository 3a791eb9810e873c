"""The command `python -m tiebreaks`: read a tournament file and print its standings."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import EDITIONS, SYSTEMS, Crosstable
from tiebreaks.order.notation import read_order
from tiebreaks.order.presets import PRESETS, ROUND_ROBIN_ORDER, SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER, TEAM_SWISS_ORDER
from tiebreaks.output import as_json, as_text
from tiebreaks.ranking.comparison import Comparison, compare
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import rank
from tiebreaks.trf import reader

USUAL_ORDERS = {  # by whether it is a team event, and by system
    (False, "swiss"): SWISS_ORDER,
    (False, "round-robin"): ROUND_ROBIN_ORDER,
    (True, "swiss"): TEAM_SWISS_ORDER,
    (True, "round-robin"): TEAM_ROUND_ROBIN_ORDER,
}
NO_FILE = sentence("no-file", gettext_noop("The file can’t be read: {reason}."))
NO_EDITION = sentence("no-edition", gettext_noop("There is no edition “{edition}”. Available: {known}."))
NO_SYSTEM = sentence("no-system", gettext_noop("There is no system “{system}”. Available: {known}."))
NO_FORMAT = sentence("no-format", gettext_noop("There is no format “{format}”. Available: {known}."))
NO_ROUND = sentence("no-such-round", gettext_noop("The file has rounds 1 to {last}."))
NO_PLAYER = sentence("no-player", gettext_noop("There is no player with the number {number}."))
FORMATS = ("table", "csv", "json")


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0, or 2 with `file:line: field: sentence` on stderr and nothing on stdout."""
    options = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        text = "\n".join(output_lines(options))
    except Refusal as refusal:
        print(f"{refusal.file or options.file}:{refusal.line}: {refusal.field or 'file'}: {refusal}", file=sys.stderr)
        return 2
    print_text(text)
    return 0


def print_text(text: str) -> None:
    """Print a text; a reader such as `head` may leave before its end."""
    try:
        print(text, flush=True)
    except BrokenPipeError:  # Python must not flush it again on exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    options = argparse.ArgumentParser(
        prog="python -m tiebreaks",
        description="Rank the players of a TRF file.",
        epilog="Also: python -m tiebreaks verify FILE checks what a file declares, "
        "and python -m tiebreaks rules explains every criterion.",
    )
    options.add_argument("file", help="a tournament file (TRF16 or TRF26; one with teams ranks them)")
    options.add_argument(
        "--order",
        help="all criteria (PTS,BH/C1,BH,SB,DE) or the name of an order (olympiad-2010) (default: from the file)",
    )
    options.add_argument("--edition", help=f"one of {', '.join(EDITIONS)} (default: from the start date)")
    options.add_argument("--system", help="swiss or round-robin (default: from the file)")
    add_reading_options(options)
    options.add_argument("--format", default="table", help="table, csv or json (default: table)")
    options.add_argument("--explain", type=int, metavar="NUMBER", help="explain every value of one player")
    options.add_argument(
        "--compare", type=int, nargs=2, metavar="NUMBER", help="explain why one player ranks above another"
    )
    return options


def add_reading_options(options: argparse.ArgumentParser) -> None:
    """Add the options `--after`, for an earlier table, and `--lenient`, to read a file in spite of its oddities."""
    options.add_argument("--after", type=int, metavar="ROUND", help="leave out all rounds after this one")
    options.add_argument(
        "--lenient",
        action="store_true",
        help="read what can be read and report each oddity with its line on stderr (default: refuse the first one)",
    )


def output_lines(options: argparse.Namespace) -> Iterator[str]:
    """Yield the output lines for the options. Raise Refusal if they or the file can't be used."""
    _check_choice("--format", NO_FORMAT, "format", options.format, FORMATS)
    facts, order = _read_facts(options)
    standings = rank(facts, order)
    _check_players("--explain", facts, [options.explain] if options.explain is not None else [])
    comparison = _compare(standings, options.compare) if options.compare else None
    if options.format == "json":
        yield standings_json(standings, options.explain, comparison)
        return
    yield from (
        csv_lines(standings)
        if options.format == "csv"
        else (as_text.basis_line(standings), "", *as_text.table_lines(standings, column_names(standings.order)))
    )
    if options.explain is not None:
        yield from as_text.explanation_lines(standings, options.explain)
    if comparison is not None:
        yield from as_text.comparison_lines(standings, comparison)


def _compare(standings: Standings, numbers: Sequence[int]) -> Comparison:
    _check_players("--compare", standings.facts, numbers)
    try:
        return compare(standings, *numbers)
    except Refusal as refusal:
        refusal.file = "--compare"
        raise


def _check_players(option: str, facts: Crosstable, numbers: Sequence[int]) -> None:
    for number in numbers:
        if number not in facts.players:
            raise Refusal(NO_PLAYER, file=option, field="number", number=number)


def _read_facts(options: argparse.Namespace) -> tuple[Crosstable, tuple[ChosenCriterion, ...]]:
    tournament = read_tournament(options)
    facts, stated = tournament.teams or tournament.crosstable, tournament.order
    return facts, choose_order(options, facts, stated or USUAL_ORDERS[facts.team_event is not None, facts.system])


def read_tournament(options: argparse.Namespace) -> reader.Tournament:
    """Read the file named in the options, up to the round, with the edition and system that they name.

    Print the warnings of a lenient reader on stderr. Raise Refusal for an unknown edition, system or round, and for a
    bad file.
    """
    _check_choice("--edition", NO_EDITION, "edition", options.edition, EDITIONS)
    _check_choice("--system", NO_SYSTEM, "system", options.system, SYSTEMS)
    try:
        data = Path(options.file).read_bytes()
    except OSError as error:
        raise Refusal(NO_FILE, file=options.file, field="file", reason=error.strerror or error) from error
    tournament = reader.read(data, options.file, lenient=options.lenient)
    for warning in tournament.warnings:
        print(f"{warning.file}:{warning.line}: {warning.field or 'file'}: {warning}", file=sys.stderr)

    played = max((game.round for own in tournament.crosstable.games.values() for game in own), default=0)
    if options.after is not None and not 1 <= options.after <= played:
        raise Refusal(NO_ROUND, file="--after", field="round", last=played)

    def adapt(facts: Crosstable) -> Crosstable:
        facts = facts if options.after is None else facts.up_to(options.after)
        return facts._replace(edition=options.edition or facts.edition, system=options.system or facts.system)

    teams = adapt(tournament.teams) if tournament.teams else None
    return tournament._replace(crosstable=adapt(tournament.crosstable), teams=teams)


def choose_order(options: argparse.Namespace, facts: Crosstable, stated: str) -> tuple[ChosenCriterion, ...]:
    """Read the order in the options, or else the `stated` one. Raise Refusal if it can't be read."""
    order = stated if options.order is None else options.order
    try:
        return read_order(PRESETS.get(order, order), of_teams=facts.team_event is not None)
    except Refusal as refusal:
        refusal.file = "--order" if options.order is not None else options.file
        raise


def _check_choice(option: str, code: str, name: str, value: str | None, choices: Sequence[str]) -> None:
    if value is not None and value not in choices:
        params: dict[str, Any] = {name: value, "known": ", ".join(choices)}
        raise Refusal(code, file=option, field=name, **params)


def column_names(order: Sequence[ChosenCriterion]) -> list[str]:
    """Return a name for each column: its notation, numbered if it is repeated (DE, DE#2)."""
    names = [chosen.notation for chosen in order]
    return [f"{n}#{names[:i].count(n) + 1}" if n in names[:i] else n for i, n in enumerate(names)]


def standings_json(standings: Standings, explained: int | None = None, comparison: Comparison | None = None) -> str:
    """Write the standings as JSON: decimals as text, null where undefined.

    `explained` is the number of a player whose workings are added.
    """
    names = column_names(standings.order)
    output: as_json.Plain = {
        **as_json.basis_values(standings),
        "players": [
            {
                "rank": row.rank,
                "number": row.number,
                "name": standings.facts.players[row.number].name,
                "values": dict(zip(names, as_json.value_texts(standings, row.number), strict=True)),
            }
            for row in standings.rows
        ],
    }
    if explained is not None:
        output["explanation"] = [as_json.working_values(standings.explain(explained, i)) for i in range(len(names))]
    if comparison is not None:
        output["comparison"] = as_json.comparison_values(comparison)
    return json.dumps(output, ensure_ascii=False, indent=1)


def csv_lines(standings: Standings) -> Iterator[str]:
    """Yield the lines of a CSV file with a header."""
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["rank", "number", "name", *column_names(standings.order), *as_json.basis_values(standings)])
    for row in standings.rows:
        name = standings.facts.players[row.number].name
        # An apostrophe keeps spreadsheets from taking a name for a formula.
        safe = f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
        writer.writerow(
            [row.rank, row.number, safe, *standings.texts[row.number], *as_json.basis_values(standings).values()]
        )
    yield buffer.getvalue().removesuffix("\n")
