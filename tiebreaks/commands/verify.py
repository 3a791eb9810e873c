"""The command `manage.py verify`: check the points and ranks of a tournament file against its results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from tiebreaks import as_json, as_text
from tiebreaks.commands.standings import add_lenient_option, choose_order, read_tournament
from tiebreaks.notation import write_order
from tiebreaks.numbers import format_number
from tiebreaks.refusal import Refusal
from tiebreaks.verify import Difference, Report, verify_tournament

NO_DIFFERENCE, DIFFERENT, UNREADABLE = range(3)


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0 without differences, 1 with some, 2 after a refusal with place and reason on stderr."""
    options = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        report = verify_file(options)
    except Refusal as refusal:
        print(f"{refusal.file or options.file}:{refusal.line}: {refusal.field or 'file'}: {refusal}", file=sys.stderr)
        return UNREADABLE
    print(report_json(report) if options.format == "json" else "\n".join(report_lines(report, options.file)))
    of_teams = report.teams.differences if report.teams else ()
    return DIFFERENT if report.differences or of_teams else NO_DIFFERENCE


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    options = argparse.ArgumentParser(
        prog="manage.py verify",
        description="Recompute the points and ranks that a TRF file declares, and list every difference.",
        epilog="Exit code: 0 no difference, 1 differences, 2 the file can't be read.",
    )
    options.add_argument("file", help="a tournament file (TRF16 or TRF26)")
    options.add_argument("--order", help="all criteria that the ranks follow (default: record 212 or 202 of the file)")
    options.add_argument("--edition", help="the edition of the rules (default: from the start date)")
    options.add_argument("--system", help="swiss or round-robin (default: from the file)")
    add_lenient_option(options)
    options.add_argument("--format", default="text", choices=("text", "json"), help="text or json (default: text)")
    return options


def verify_file(options: argparse.Namespace) -> Report:
    """Read the file and verify it; without an order, its ranks are checked by points alone. Raise Refusal."""
    tournament = read_tournament(options)
    stated = options.order or tournament.order
    order = choose_order(options, tournament.teams or tournament.crosstable, stated) if stated else None
    try:
        return verify_tournament(tournament, order)
    except Refusal as refusal:
        refusal.file = options.file
        raise


def report_lines(report: Report, file: str) -> Iterator[str]:
    """Yield the lines of a report: each difference with its place in the file, and its explanation."""
    for difference in report.differences:
        yield from _difference_lines(report, file, difference)
    order = write_order(report.standings.order)
    yield f"{report.points} declared points and {report.ranks} ranks by {order}: {len(report.differences)} differences"
    if report.teams:
        yield from report_lines(report.teams, file)


def _difference_lines(report: Report, file: str, difference: Difference) -> Iterator[str]:
    name = report.standings.facts.players[difference.number].name
    yield (
        f"{file}:{difference.line}: {difference.field}: {difference.number} {name}:"
        f" declared {format_number(difference.declared)}, computed {format_number(difference.computed)}"
    )
    if difference.working:
        yield from (as_text.term_line(report.standings, term) for term in difference.working.terms)
    if difference.comparison:
        yield from (
            "  " + line.strip("\n") for line in as_text.comparison_lines(report.standings, difference.comparison)
        )


def report_json(report: Report) -> str:
    """Write a report as JSON; the report on the teams is under "teams"."""
    shape = _shape(report) | ({"teams": _shape(report.teams)} if report.teams else {})
    return json.dumps(shape, ensure_ascii=False, indent=1)


def _shape(report: Report) -> dict[str, object]:
    return {
        "points": report.points,
        "ranks": report.ranks,
        "order": write_order(report.standings.order),
        "differences": [
            {
                "line": difference.line,
                "number": difference.number,
                "name": report.standings.facts.players[difference.number].name,
                "field": difference.field,
                "declared": format_number(difference.declared),
                "computed": format_number(difference.computed),
                "working": as_json.working_values(difference.working) if difference.working else None,
                "comparison": as_json.comparison_values(difference.comparison) if difference.comparison else None,
            }
            for difference in report.differences
        ],
    }
