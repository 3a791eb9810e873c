import time
from random import Random
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.writing import COMMAND
from tournaments.demo.pairs import chess_result, petanque_scores, scrabble_scores
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.domain.disciplines import GameRules
from tournaments.models import Event, Game
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards

UNRATED = 1500
REST = 10  # times the interval between one round and the next


class Command(BaseCommand):
    help = "Play the open boards of a demo event one by one, so that its pages can be seen live."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the event's address, such as ahorntal-open")
        parser.add_argument("--interval", type=float, default=3, metavar="SECONDS", help="pause after each result")
        parser.add_argument("--boards", type=int, metavar="N", help="stop after so many boards")
        parser.add_argument("--again", action="store_true", help="first clear the results of the last round")
        parser.add_argument("--forever", action="store_true", help="play the last round again and again, until Ctrl+C")

    def handle(
        self, *, event: str, interval: float, boards: int | None, again: bool, forever: bool, **options: object
    ) -> None:
        demo = find_demo_event(event)
        if forever:
            play_today(demo)
        if again:
            clear_last_round(demo)
        self.play(demo, interval, boards)
        while forever:
            time.sleep(REST * interval)
            clear_last_round(demo)
            self.play(demo, interval, boards)

    def play(self, demo: Event, interval: float, boards: int | None) -> None:
        """Play the open boards, at most so many."""
        played, chance = 0, Random()  # noqa: S311 - a show, and each time another one
        while next_game := choose_board(demo, chance):
            if boards is not None and played >= boards:
                return
            if played:
                time.sleep(interval)
            played += 1
            value = enter(demo, next_game, draw_result(demo.game, next_game, chance))
            place = f"Round {next_game.round.number}, board {next_game.board}"
            self.stdout.write(f"{place}: {next_game.white} – {next_game.black}  {value}")
        self.stdout.write(
            "All boards are played." if played else "There is no open board; --again plays the last round."
        )


def play_today(demo: Event) -> None:
    """Let the days of an event that is played again and again last until today: its pages wait for results then."""
    today = timezone.localdate(timezone=ZoneInfo(demo.time_zone))
    if (demo.ends_on or demo.starts_on or today) < today:
        change_settings(demo, {"ends_on": today}, COMMAND)
        demo.refresh_from_db()


def clear_last_round(demo: Event) -> None:
    for game in read_boards(demo, read_progress(staff_reader(demo)).round):
        enter(demo, game, Entry(result=Result.OPEN))


def find_demo_event(slug: str) -> Event:
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        demos = ", ".join(Event.objects.filter(is_demo=True).values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no event “{slug}”. Demo events: {demos}.")
    if not event.is_demo:
        raise CommandError(f"“{event.name}” is not a demo event: its results are entered by people.")
    return event


def choose_board(event: Event, chance: Random) -> Game | None:
    """Choose an open board of the running round; the last ones to finish are anywhere in the hall."""
    games = read_boards(event, read_progress(staff_reader(event)).round).filter(result=Result.OPEN)
    return chance.choice(games) if games else None


def draw_result(rules: GameRules, game: Game, chance: Random) -> Entry:
    """Draw a result from both ratings."""
    assert game.black is not None  # two players sit there
    ratings = game.white.rating or UNRATED, game.black.rating or UNRATED
    if not rules.has_scores:
        return Entry(result=chess_result(chance, *ratings))
    scores = (petanque_scores if rules.winning_score else scrabble_scores)(chance, *ratings)
    return Entry(None, *scores)


def enter(event: Event, game: Game, entry: Entry) -> str:
    """Enter a result as an arbiter would, with the version that was read; return how it is written."""
    assert game.board is not None  # two players sit there
    entry = entry._replace(version=game.version, uuid=uuid4())
    try:
        answer = enter_result(event, game.round.number, game.board, entry, COMMAND)
    except Refusal as refusal:
        raise CommandError(str(refusal)) from None
    if answer.outcome == "conflict":
        return "(an arbiter was faster)"
    game = answer.game
    return game.get_result_display() if game.white_score is None else f"{game.white_score}:{game.black_score}"
