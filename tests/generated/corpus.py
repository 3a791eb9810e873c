"""Read foreign tournament files and check them: `python -m tests.generated.corpus FOLDER`.

Each file is read leniently and its declared points and ranks are verified. Where gacrux can, it computes the
values of the players and of the teams from the facts that we read. The exit code is 1 after any difference.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from tests.generated import compare_teams
from tests.generated.compare import compare
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.trf import whole_file
from tiebreaks.trf.reader import read

EDITIONS = ("2023-09", "2024-04", "2024-08", "2026-03")  # those that gacrux has


class Result(NamedTuple):
    """What was found in a file: why it was refused ("" if it was read), and the counts."""

    refused: str = ""
    declared: int = 0
    wrong: int = 0
    compared: int = 0
    different: int = 0
    note: str = ""

    def __str__(self):
        if self.refused:
            return f"refused: {self.refused}"
        gacrux = f"{self.compared} values compared with gacrux, {self.different} differences"
        asked = [gacrux] if self.compared else []
        return "; ".join(
            [f"{self.declared} declared values, {self.wrong} differences", *asked, *filter(None, [self.note])]
        )


def files_in(folder):
    return sorted(
        path for path in Path(folder).rglob("*") if path.is_file() and path.suffix.lower() in (".trf", ".txt")
    )


def check_file(path):
    """Read and check one file."""
    try:
        tournament = read(path.read_bytes(), path.name, lenient=True)
        order = tournament.order and read_order(tournament.order, of_teams=tournament.teams is not None)
        report = verify_tournament(tournament, order or None)
    except Refusal as refusal:
        return Result(refused=f"{refusal.line}: {refusal.field or 'file'}: {refusal}")
    reports = [each for each in (report, report.teams) if each]
    asked = [_ask_gacrux("players", tournament.crosstable.edition, lambda: compare(renumber(tournament.crosstable)))]
    if tournament.teams:
        asked.append(_ask_gacrux("teams", tournament.teams.edition, lambda: _compare_teams(tournament)))
    return Result(
        declared=sum(each.points + each.ranks for each in reports),
        wrong=sum(len(each.differences) for each in reports),
        compared=sum(compared for compared, _, _ in asked),
        different=sum(different for _, different, _ in asked),
        note="; ".join(note for _, _, note in asked if note),
    )


def renumber(facts):
    """Return the facts with the players numbered from 1: gacrux looks for a player 1, and fails without one."""
    new = {number: place for place, number in enumerate(sorted(facts.players), start=1)}
    return facts._replace(
        players={new[n]: player._replace(number=new[n]) for n, player in facts.players.items()},
        games={new[n]: tuple(g._replace(opponent=new.get(g.opponent)) for g in own) for n, own in facts.games.items()},
        adjustments={new[n]: own for n, own in facts.adjustments.items()},
    )


def _compare_teams(tournament):
    written = whole_file.write(tournament.crosstable._replace(adjustments={}), teams=tournament.teams)
    return compare_teams.compare(tournament.teams, written)


def _ask_gacrux(who, edition, ask):
    """Return how many values were compared, how many differ, and why none were."""
    if edition not in EDITIONS:
        return 0, 0, f"gacrux has no edition {edition}" if who == "players" else ""
    try:
        comparison = ask()
    except Exception as error:  # gacrux fails in many ways on what it does not expect
        return 0, 0, f"{who} not compared with gacrux: {type(error).__name__}: {error}"
    return sum(comparison.compared.values()), len(comparison.differences), ""


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    results = []
    for path in files_in(folder):
        results.append(check_file(path))
        print(f"{path.relative_to(folder)}: {results[-1]}", flush=True)
    refused, alone = sum(bool(result.refused) for result in results), sum(bool(result.note) for result in results)
    print(
        f"{len(results) - refused} files read, {refused} refused;"
        f" {sum(r.declared for r in results)} declared values, {sum(r.wrong for r in results)} differences;"
        f" {sum(r.compared for r in results)} values compared with gacrux,"
        f" {sum(r.different for r in results)} differences, {alone} files not compared"
    )
    return int(any(result.wrong or result.different for result in results))


if __name__ == "__main__":
    sys.exit(main())
