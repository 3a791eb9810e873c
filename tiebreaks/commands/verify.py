"""The command `python -m tiebreaks verify`: check the points and ranks of a tournament file against its results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence

from tiebreaks.checking.order_search import Fit, find_order
from tiebreaks.checking.verify import Difference, VerificationReport, verify_tournament
from tiebreaks.commands.standings import add_reading_options, choose_order, print_text, read_tournament
from tiebreaks.facts.games import Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.order.notation import write_order
from tiebreaks.output import as_json, as_text
from tiebreaks.refusal import Refusal
from tiebreaks.values.numbers import format_number

NO_DIFFERENCE, DIFFERENT, UNREADABLE = range(3)


def main(argv: Sequence[str], program: str = "python -m tiebreaks verify") -> int:
    """Run the command, named `program` in its help.

    Return 0 without differences, 1 with some, 2 after a refusal with place and reason on stderr.
    """
    options = parser(program).parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        if options.find:
            return print_fit(options)
        report = verify_file(options)
    except Refusal as refusal:
        print(f"{refusal.file or options.file}:{refusal.line}: {refusal.field or 'file'}: {refusal}", file=sys.stderr)
        return UNREADABLE
    print_text(report_json(report) if options.format == "json" else "\n".join(report_lines(report, options.file)))
    of_teams = report.teams.differences if report.teams else ()
    return DIFFERENT if report.differences or of_teams else NO_DIFFERENCE


def parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    options = argparse.ArgumentParser(
        prog=program,
        description="Recompute the points and ranks that a TRF file declares, and list every difference.",
        epilog="Exit code: 0 no difference, 1 differences, 2 the file can't be read.",
    )
    options.add_argument("file", help="a tournament file (TRF16 or TRF26)")
    options.add_argument("--order", help="all criteria that the ranks follow (default: record 212 or 202 of the file)")
    options.add_argument("--edition", help="the edition of the rules (default: from the start date)")
    options.add_argument("--system", help="swiss or round-robin (default: from the file)")
    add_reading_options(options)
    options.add_argument(
        "--find", action="store_true", help="find the order and the edition that give the most of the declared ranks"
    )
    options.add_argument("--format", default="text", choices=("text", "json"), help="text or json (default: text)")
    return options


def print_fit(options: argparse.Namespace) -> int:
    """Print the order and the edition that fit best. Return 0 if they give every declared rank. Raise Refusal."""
    tournament = read_tournament(options)
    try:
        fit = find_order(tournament)
    except Refusal as refusal:
        refusal.file = options.file
        raise
    print_text(json.dumps(fit._asdict(), indent=1) if options.format == "json" else fit_sentence(fit))
    return NO_DIFFERENCE if fit.right == fit.ranks else DIFFERENT


def fit_sentence(fit: Fit) -> str:
    """Return what an order gives, for example "PTS,BH,SB in edition 2024-08 gives 284 of 284 ranks"."""
    shared = f", {fit.shared} of them only as one of the places of a tie" if fit.shared else ""
    others = f" (as in {', '.join(fit.other_editions)})" if fit.other_editions else ""
    return f"{fit.order} in edition {fit.edition}{others} gives {fit.right} of {fit.ranks} ranks{shared}"


def verify_file(options: argparse.Namespace) -> VerificationReport:
    """Read the file and verify it; without an order, its ranks are checked by points alone. Raise Refusal."""
    tournament = read_tournament(options)
    stated = options.order or tournament.order
    order = choose_order(options, tournament.teams or tournament.crosstable, stated) if stated else None
    try:
        return verify_tournament(tournament, order)
    except Refusal as refusal:
        refusal.file = options.file
        raise


def report_lines(report: VerificationReport, file: str) -> Iterator[str]:
    """Yield the lines of a report: each difference with its place in the file, and its explanation."""
    notes = round_notes(report)
    for difference in report.differences:
        yield from _difference_lines(report, file, difference, notes)
    order = write_order(report.standings.order)
    ranks = f" and {report.ranks} ranks by {order}"
    summaries = f", {report.summaries} values of records 801 and 802" if report.summaries else ""
    yield f"{report.points} declared points{ranks}{summaries}: {len(report.differences)} differences"
    if report.teams:
        yield from report_lines(report.teams, file)


def round_notes(report: VerificationReport) -> dict[tuple[int, int | None], str]:
    """Return, by number and round, what kind of round was not played, and in which match of teams a board was."""
    facts = report.standings.facts
    notes: dict[tuple[int, int | None], str] = {}
    for number, games in facts.games.items():
        for game in games:
            if game.kind not in (Kind.PLAYED, Kind.OPEN):
                notes[number, game.round] = str(game.kind)
    if report.teams:
        event = event_of(report.teams.standings.facts)
        for team, matches in event.matches.items():
            for match in matches:
                against = f" v. {event.teams[match.opponent].name}" if match.opponent else ""
                for board in match.boards:
                    if board.player:
                        place = board.player, match.round
                        said = f"board {board.number}, {event.teams[team].name}{against}"
                        notes[place] = f"{notes[place]}; {said}" if place in notes else said
    return notes


def _difference_lines(
    report: VerificationReport, file: str, difference: Difference, notes: Mapping[tuple[int, int | None], str]
) -> Iterator[str]:
    name = report.standings.facts.players[difference.number].name
    field = f"{difference.field} in round {difference.round}" if difference.round else difference.field
    yield (
        f"{file}:{difference.line}: {field}: {difference.number} {name}:"
        f" declared {format_number(difference.declared)}, computed {format_number(difference.computed)}"
    )
    if difference.working:
        for term in difference.working.terms:
            note = notes.get((difference.number, term.round))
            yield as_text.term_line(report.standings, term) + (f" ({note})" if note else "")
    if difference.comparison:
        yield from (
            "  " + line.strip("\n") for line in as_text.comparison_lines(report.standings, difference.comparison)
        )


def report_json(report: VerificationReport) -> str:
    """Write a report as JSON; the report on the teams is under "teams"."""
    shape = _shape(report) | ({"teams": _shape(report.teams)} if report.teams else {})
    return json.dumps(shape, ensure_ascii=False, indent=1)


def _shape(report: VerificationReport) -> dict[str, object]:
    notes = round_notes(report)
    return {
        "points": report.points,
        "ranks": report.ranks,
        "order": write_order(report.standings.order),
        "summaries": report.summaries,
        "differences": [
            {
                "line": difference.line,
                "number": difference.number,
                "name": report.standings.facts.players[difference.number].name,
                "field": difference.field,
                "round": difference.round,
                "declared": format_number(difference.declared),
                "computed": format_number(difference.computed),
                "working": as_json.working_values(difference.working) if difference.working else None,
                "rounds": {
                    term.round: notes[difference.number, term.round]
                    for term in (difference.working.terms if difference.working else ())
                    if (difference.number, term.round) in notes
                },
                "comparison": as_json.comparison_values(difference.comparison) if difference.comparison else None,
            }
            for difference in report.differences
        ],
    }
