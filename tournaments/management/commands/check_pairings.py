import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from django.core.management.base import BaseCommand

from pairing import dutch, team_swiss
from pairing.dutch.checking import Checked
from pairing.dutch.checking import check_rounds as check_players
from pairing.plan.accelerated import accelerate
from pairing.plan.stages import ONCE
from pairing.plan.steering import read_steering
from pairing.rules import engine_records
from pairing.rules.boards import Pair
from pairing.rules.legality import Limits
from pairing.team_swiss.checking import check_rounds as check_teams
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.commands.verify import report_lines
from tiebreaks.facts.scoring import draw_unknown
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf import reader
from tournaments.operation.folders import command_line

NO_SWISS = sentence("check-no-swiss", gettext_noop("This is not a Swiss event: its pairings can’t be checked."))
EQUAL, DIFFERENT, NOT_CHECKABLE = range(3)


class Command(BaseCommand):
    help = (
        "Pair every round of a tournament file by FIDE Dutch, or of teams by C.04.6, with our own engine, compute its "
        "standings by its order of criteria, and list every difference."
    )
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand the arguments on untouched: no database is needed."""
        sys.exit(main(argv[2:]))


def main(argv: Sequence[str]) -> int:
    """Run the command. Return 0 if all is equal, 1 if not, and 2 with the reason for a file that can't be checked."""
    options = argparse.ArgumentParser(
        prog=command_line("check_pairings"),
        description=Command.help,
        epilog="Exit code: 0 all equal, 1 differences, 2 the file can't be checked.",
    )
    options.add_argument("file", metavar="FILE", help="a tournament file (TRF16 or TRF26)")
    options.add_argument("--lenient", action="store_true", help="read a file in spite of its oddities")
    options.add_argument(
        "--colours",
        choices=team_swiss.COLOURS,
        help=f"the colour preferences of teams (default: as the file says, or {team_swiss.USUAL.colours})",
    )
    chosen = options.parse_args(argv)
    try:
        tournament = reader.read(Path(chosen.file).read_bytes(), chosen.file, lenient=chosen.lenient)
        if (tournament.teams or tournament.crosstable).system != "swiss":
            raise Refusal(NO_SWISS, field="092")
        report = verify_tournament(tournament, read_order(tournament.order) if tournament.order else None)
    except (OSError, Refusal) as error:
        sys.stderr.write(f"{chosen.file}: {error}\n")
        return NOT_CHECKABLE
    different = check_file(tournament, chosen.colours)
    print("\n".join(report_lines(report, chosen.file)))
    return DIFFERENT if different or report.differences else EQUAL


def check_file(tournament: reader.Tournament, colours: str | None) -> int:
    """Pair every round of a file again, print what differs, and return how many rounds do."""
    checked = []
    for each in check_rounds(tournament, colours):
        checked.append(each)
        print("\n".join(describe(each)), flush=True)
    different = sum(not each.is_same for each in checked)
    print(f"{len(checked)} rounds paired again, {different} of them otherwise.")
    return different


def check_rounds(tournament: reader.Tournament, colours: str | None) -> Iterator[Checked]:
    """Yield every round of the teams of a file, or else of its players, by what is forbidden in that round."""
    lines, players = [text for _, text in tournament.other], draw_unknown(tournament.crosstable)
    stage = next((each for each in read_steering(tournament).plan if each.system in ONCE), None)
    by_plan = accelerate(stage, tournament.teams or players) if stage else ()
    of_plan = stage.get("colours") if stage and tournament.teams else team_swiss.USUAL.colours
    for number in range(1, (tournament.teams or players).rounds + 1):
        found = engine_records.read_records(lines, number, tournament.teams.score if tournament.teams else "")
        found = found._replace(accelerated=found.accelerated or by_plan)
        limits = Limits(forbidden=found.forbidden)
        if tournament.teams:
            of_teams = team_swiss.Settings(colours or of_plan, found.initial, limits, accelerated=found.accelerated)
            yield from check_teams(tournament.teams, of_teams, [number])
        else:
            yield from check_players(players, dutch.Settings(found, limits), [number])


def describe(checked: Checked) -> Iterator[str]:
    """Yield a line for the round, and what only the file has and only we have."""
    if checked.refusal:
        yield f"Round {checked.round}: {checked.refusal}"
        return
    yield f"Round {checked.round}: {'the same' if checked.is_same else 'otherwise'} ({len(checked.ours)})"
    if not checked.is_same:
        yield f"  in the file: {_write(checked.theirs - checked.ours)}"
        yield f"  by us:       {_write(checked.ours - checked.theirs)}"
        yield f"  {checked.judgement or 'Only colours differ.'}"


def _write(pairs: Iterable[Pair]) -> str:
    return ", ".join(f"{white}–{black}" if black else f"{white} bye" for white, black in sorted(pairs))
