"""The command that verifies a tournament file: what it declares against what its results give."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from tiebreaks import as_json, as_text
from tiebreaks.command import add_lenient_option, choose_order, read_tournament
from tiebreaks.notation import write_order
from tiebreaks.numbers import format_number
from tiebreaks.refusal import Refusal
from tiebreaks.verify import Difference, Report, verify_tournament

ALL_RIGHT, DIFFERENT, UNREADABLE = range(3)


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0 without a difference, 1 with some, 2 with the place and the reason on stderr."""
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
    return DIFFERENT if report.differences or of_teams else ALL_RIGHT


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(
        prog="manage.py verify",
        description="Recompute the points and ranks that a TRF file declares, and list every difference.",
        epilog="Exit code: 0 no difference, 1 differences, 2 the file can't be read.",
    )
    options.add_argument("file", help="a tournament file (TRF16 or TRF26)")
    options.add_argument("--order", help="the whole order that ranks follow (default: record 212 or 202 of the file)")
    options.add_argument("--edition", help="the edition of the rules (default: from the start date)")
    options.add_argument("--system", help="swiss or round-robin (default: from the file)")
    add_lenient_option(options)
    options.add_argument("--format", default="text", choices=("text", "json"), help="text or json (default: text)")
    return options


def verify_file(options: argparse.Namespace) -> Report:
    """Read the file and verify it; without any order its ranks are checked by the points alone."""
    tournament = read_tournament(options)
    stated = options.order or tournament.order
    order = choose_order(options, tournament.teams or tournament.crosstable, stated) if stated else None
    try:
        return verify_tournament(tournament, order)
    except Refusal as refusal:
        refusal.file = options.file
        raise


def report_lines(report: Report, file: str) -> Iterator[str]:
    """Yield the lines of a report: each difference with its place in the file, then what explains it."""
    for difference in report.differences:
        yield from _difference(report, file, difference)
    order = write_order(report.standings.order)
    yield f"{report.points} declared points and {report.ranks} ranks by {order}: {len(report.differences)} differences"
    if report.teams:
        yield from report_lines(report.teams, file)


def _difference(report: Report, file: str, found: Difference) -> Iterator[str]:
    name = report.standings.facts.players[found.number].name
    yield (
        f"{file}:{found.line}: {found.field}: {found.number} {name}:"
        f" declared {format_number(found.declared)}, computed {format_number(found.computed)}"
    )
    if found.working:
        yield from (as_text.term_line(report.standings, term) for term in found.working.terms)
    if found.comparison:
        yield from ("  " + line.strip("\n") for line in as_text.comparison_lines(report.standings, found.comparison))


def report_json(report: Report) -> str:
    """Write a report as JSON; that on the teams of the file stands under "teams"."""
    shape = _shape(report) | ({"teams": _shape(report.teams)} if report.teams else {})
    return json.dumps(shape, ensure_ascii=False, indent=1)


def _shape(report: Report) -> dict[str, object]:
    return {
        "points": report.points,
        "ranks": report.ranks,
        "order": write_order(report.standings.order),
        "differences": [
            {
                "line": found.line,
                "number": found.number,
                "name": report.standings.facts.players[found.number].name,
                "field": found.field,
                "declared": format_number(found.declared),
                "computed": format_number(found.computed),
                "working": as_json.working_values(found.working) if found.working else None,
                "comparison": as_json.comparison_values(found.comparison) if found.comparison else None,
            }
            for found in report.differences
        ],
    }
