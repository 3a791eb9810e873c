"""The command line: a tournament file in, its standings out, nothing else touched."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tiebreaks import trf
from tiebreaks.crosstable import EDITIONS, SYSTEMS, Crosstable
from tiebreaks.notation import Chosen, read_order
from tiebreaks.numbers import plain
from tiebreaks.refusal import SENTENCES, Refusal, gettext_noop, sentence
from tiebreaks.standings import Standings, rank
from tiebreaks.working import Term, Working

SWISS_ORDER, ROUND_ROBIN_ORDER = "PTS,BH/C1,BH,SB,DE", "PTS,DE,SB,WIN,KS"
TEAM_ORDER = "PTS,MPvGP,BH/C1,BH,EMGSB/C1,EDE"
NO_FILE = sentence("no-file", gettext_noop("The file can't be read: {reason}."))
NO_EDITION = sentence("no-edition", gettext_noop("There is no edition “{edition}”. Known are: {known}."))
NO_SYSTEM = sentence("no-system", gettext_noop("There is no system “{system}”. Known are: {known}."))
NO_FORMAT = sentence("no-format", gettext_noop("There is no format “{format}”. Known are: {known}."))
NO_PLAYER = sentence("no-player", gettext_noop("There is no player with the number {number}."))
FORMATS = ("table", "csv", "json")


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0, or 2 with `file:line: field: sentence` on stderr and nothing on stdout."""
    options = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        text = "\n".join(answer(options))
    except Refusal as refusal:
        print(f"{refusal.file or options.file}:{refusal.line}: {refusal.field or 'file'}: {refusal}", file=sys.stderr)
        return 2
    print(text)
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(prog="python -m tiebreaks", description="Rank the players of a TRF file.")
    options.add_argument("file", help="a tournament file (TRF16 or TRF26; one with teams ranks them)")
    options.add_argument("--order", help="the whole order, such as PTS,BH/C1,BH,SB,DE (default: from the file)")
    options.add_argument("--edition", help=f"one of {', '.join(EDITIONS)} (default: from the start date)")
    options.add_argument("--system", help="swiss or round-robin (default: from the file)")
    options.add_argument("--format", default="table", help="table, csv or json (default: table)")
    options.add_argument("--explain", type=int, metavar="NUMBER", help="lay out every value of one player")
    return options


def answer(options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the answer to the options. Raise Refusal where they or the file can't be used."""
    _one_of("--format", NO_FORMAT, "format", options.format, FORMATS)
    facts, order = _facts(options)
    standings = rank(facts, order)
    if options.explain is not None and options.explain not in facts.players:
        raise Refusal(NO_PLAYER, file="--explain", field="number", number=options.explain)
    if options.format == "json":
        yield as_json(standings, options.explain)
    else:
        yield from (as_csv if options.format == "csv" else as_table)(standings)
        if options.explain is not None:
            yield from explanation(standings, options.explain)


def _facts(options: argparse.Namespace) -> tuple[Crosstable, tuple[Chosen, ...]]:
    _one_of("--edition", NO_EDITION, "edition", options.edition, EDITIONS)
    _one_of("--system", NO_SYSTEM, "system", options.system, SYSTEMS)
    try:
        data = Path(options.file).read_bytes()
    except OSError as error:
        raise Refusal(NO_FILE, file=options.file, field="file", reason=error.strerror or error) from error
    tournament = trf.read(data, options.file)
    facts, stated = tournament.teams or tournament.crosstable, tournament.order
    facts = facts._replace(edition=options.edition or facts.edition, system=options.system or facts.system)
    usual = ROUND_ROBIN_ORDER if facts.system == "round-robin" else SWISS_ORDER
    usual = TEAM_ORDER if facts.team_event else usual
    try:
        order = options.order if options.order is not None else stated or usual
        return facts, read_order(order, of_teams=facts.team_event is not None)
    except Refusal as refusal:
        refusal.file = "--order" if options.order is not None else options.file
        raise


def _one_of(option: str, code: str, name: str, value: str | None, known: Sequence[str]) -> None:
    if value is not None and value not in known:
        params: dict[str, Any] = {name: value, "known": ", ".join(known)}
        raise Refusal(code, file=option, field=name, **params)


def keys(order: Sequence[Chosen]) -> list[str]:
    """Return a name for each column: its notation, numbered from the second time on (DE, DE#2)."""
    names = [chosen.notation for chosen in order]
    return [f"{n}#{names[:i].count(n) + 1}" if n in names[:i] else n for i, n in enumerate(names)]


def as_json(standings: Standings, explained: int | None = None) -> str:
    """Write the standings as JSON: exact values as text, null where undefined."""
    names = keys(standings.order)
    answer: dict[str, object] = {
        "players": [
            {
                "rank": row.rank,
                "number": row.number,
                "name": standings.facts.players[row.number].name,
                "values": {n: plain(v) if v is not None else None for n, v in zip(names, row.values, strict=True)},
            }
            for row in standings.rows
        ]
    }
    if explained is not None:
        answer["explanation"] = [
            working_as_json(standings.explain(explained, index)) for index in range(len(standings.order))
        ]
    return json.dumps(answer, ensure_ascii=False, indent=1)


def working_as_json(working: Working) -> dict[str, object]:
    """Return a working as plain values for JSON."""
    return {
        "criterion": working.notation,
        "value": plain(working.value) if working.value is not None else None,
        "formula": working.formula,
        "rule": working.rule,
        "edition": working.edition,
        "terms": [
            {
                "round": term.round,
                "opponent": term.opponent,
                "value": plain(term.value),
                "base": plain(term.base) if term.base is not None else None,
                "weight": plain(term.weight) if term.weight is not None else None,
                "kind": str(term.kind),
                "reason": SENTENCES.get(term.reason),
                "cut": SENTENCES.get(term.cut),
            }
            for term in working.terms
        ],
    }


def as_csv(standings: Standings) -> Iterator[str]:
    """Yield the lines of a CSV with a header."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["rank", "number", "name", *keys(standings.order)])
    for row in standings.rows:
        name = standings.facts.players[row.number].name
        # A cell that a spreadsheet would take for a formula starts with an apostrophe instead.
        safe = f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
        writer.writerow([row.rank, row.number, safe, *map(plain, row.values)])
    yield out.getvalue().removesuffix("\n")


def as_table(standings: Standings) -> Iterator[str]:
    """Yield the lines of a table for people."""
    head = ["rank", "no", "name", *keys(standings.order)]
    body = [
        [
            str(row.rank),
            str(row.number),
            standings.facts.players[row.number].name,
            *(plain(v) or "–" for v in row.values),
        ]
        for row in standings.rows
    ]
    widths = [max(len(line[column]) for line in [head, *body]) for column in range(len(head))]
    for line in [head, *body]:
        yield "  ".join(
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def explanation(standings: Standings, number: int) -> Iterator[str]:
    """Yield the lines that lay out every value of one player."""
    yield f"\n{number} {standings.facts.players[number].name}"
    for index in range(len(standings.order)):
        working = standings.explain(number, index)
        rule = f" ({working.rule}, edition {working.edition})" if working.rule else ""
        yield f"\n{working.notation} = {plain(working.value) or '–'}: {working.formula}{rule}"
        yield from (_term(standings, term) for term in working.terms)
        yield from _encounter(standings, working)


def _term(standings: Standings, term: Term) -> str:
    where = f"  round {term.round}: " if term.round else "  "
    what = f"{plain(term.base)} × {plain(term.weight)} = " if term.weight is not None else ""
    who = f" {standings.facts.players[term.opponent].name}" if term.opponent else ""
    notes = [SENTENCES[code] for code in (term.reason, term.cut) if code]
    return f"{where}{what}{plain(term.value)}{who}" + (f" [{'; '.join(notes)}]" if notes else "")


def _encounter(standings: Standings, working: Working) -> Iterator[str]:
    if working.encounter is None:
        return
    for (a, b), points in working.encounter.results.items():
        if a == working.player:
            yield f"  {plain(points)} against {standings.facts.players[b].name}"
    if not working.encounter.complete:
        yield "  not all of the tied players have met"
