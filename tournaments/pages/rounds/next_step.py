"""The next step of the day: what is still missing, then what to do with a complete round, until the event is final."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game
from tournaments.pages.players.newer_ratings import say_newer_ratings
from tournaments.pages.players.numbers import find_hint
from tournaments.pages.rounds.level_duels import LevelDuel, list_level_duels
from tournaments.queries.event.progress import Progress, read_progress
from tournaments.queries.standings.closing_evidence import is_closed
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings


class StepLink(NamedTuple):
    """Something to do; with `is_done` it has been done. One that `acts` is a button that does it at once."""

    text: str
    address: str
    is_done: bool = False
    acts: bool = False


class NextStep(NamedTuple):
    said: str
    links: tuple[StepLink, ...] = ()


def find_next_step(reader: Reader) -> NextStep:
    """Return what comes next, as far as the reader of the event may do it. Eight queries at most."""
    progress = read_progress(reader)
    if reader.event.is_final:
        said, links = _("This event is final."), [_table(reader, progress.round), _documents(reader), _archive(reader)]
    elif not progress.round:
        said, links = _("No round has been paired yet."), [_ratings(reader), _number(reader), _draw(reader, progress)]
    elif progress.results_in < progress.boards:
        said, links = _("Results are missing."), _open_boards(reader, progress.round)
        links += [] if _has_running_boards(reader.event) else [_draw(reader, progress)]
    else:
        said, links = _("All results are in."), _complete(reader, progress)
    return NextStep(said, tuple(link for link in links if link))


def _complete(reader: Reader, progress: Progress) -> list[StepLink | None]:
    """Return the way from a complete round to the next one, or to the end of the event."""
    number, level = progress.round, list_level_duels(reader)
    return [
        *_open_boards(reader, number),
        *_level(reader, level),
        _check(reader, progress.unchecked),
        _table(reader, number),
        _ratings(reader),
        _release(reader, progress.withheld),
        _close(reader, number),
        _declare(reader) if progress.finished else None if level else _draw(reader, progress),
    ]


def _open_boards(reader: Reader, last: int) -> list[StepLink | None]:
    """Return the desks of the rounds with open boards, up to a round."""
    games = Game.objects.filter(
        round__event=reader.event, round__number__lte=last, black__isnull=False, result=Result.OPEN
    ).order_by("round__number")
    counts = games.values_list("round__number").annotate(count=Count("pk"))
    return [_link(reader, policy.ENTER, _say_open(reader.event, *each), "desk", each[0]) for each in counts]


def _level(reader: Reader, level: Iterable[LevelDuel]) -> list[StepLink | None]:
    """Return the matches that are level, for those who may enter their play-offs."""
    may = reader.may(policy.ENTER)
    return [StepLink(match.text, match.address) for match in level] if may else []


def _has_running_boards(event: Event) -> bool:
    """Return whether a board is open that is not adjourned: the next round can't be drawn before its result."""
    games = Game.objects.filter(round__event=event, black__isnull=False, result=Result.OPEN, is_adjourned=False)
    return games.exists()


def _say_open(event: Event, number: int, count: int) -> str:
    if event.game.has_boards:
        text = ngettext("Round %(number)d: %(count)d board open", "Round %(number)d: %(count)d boards open", count)
    else:
        text = ngettext("Round %(number)d: %(count)d table open", "Round %(number)d: %(count)d tables open", count)
    return text % {"number": number, "count": count}


def _check(reader: Reader, count: int) -> StepLink | None:
    text = ngettext("Check %(count)d result", "Check %(count)d results", count) % {"count": count}
    return _link(reader, policy.ENTER, text, "check") if count else None


def _table(reader: Reader, number: int) -> StepLink | None:
    link = _link(reader, policy.ENTER, _("Look at the table"), "standings")
    return link._replace(address=f"{link.address}?after={number}") if link else None


def _release(reader: Reader, rounds: tuple[int, ...]) -> StepLink | None:
    return _on_rounds(reader, policy.PAIR, _("Show the withheld results"), "release") if rounds else None


def _close(reader: Reader, number: int) -> StepLink | None:
    is_done = is_closed(reader.event, number)
    text = _("Round %(number)s is closed") if is_done else _("Close round %(number)s")
    link = _on_rounds(reader, policy.PAIR, text % {"number": number}, f"r{number}")
    return link._replace(is_done=is_done) if link else None


def _draw(reader: Reader, progress: Progress) -> StepLink | None:
    """Return the button that draws the next round, or the way to its draft; None after the last one."""
    number = progress.round + 1
    is_next_of_duels = any(state.is_open for course in read_courses(read_standings(reader)) for state in course.states)
    if 0 < progress.rounds < number and not is_next_of_duels:  # a correction may have opened a match again
        return None
    is_drawn = reader.event.drafts.filter(number=number).exists()
    undrawn = _("Pair round %(number)s") if is_next_of_duels else _("Draw round %(number)s")
    if is_drawn:
        return _link(reader, policy.PAIR, _("Publish round %(number)s") % {"number": number}, "pairings")
    button = _link(reader, policy.PAIR, undrawn % {"number": number}, "pairings_draw")
    return button._replace(acts=True) if button else None


def _number(reader: Reader) -> StepLink | None:
    """Return the way to the numbers by rating, where somebody was added late: round 1 is paired by them."""
    text = find_hint(reader)
    return _link(reader, policy.PAIR, text, "players_number") if text else None


def _ratings(reader: Reader) -> StepLink | None:
    """Return the way to the comparison with the rating lists, where a newer one has other ratings."""
    event = reader.event
    may = reader.may(policy.PAIR)
    text = say_newer_ratings(event) if may else ""
    return StepLink(text, reverse("players_ratings", args=[event.slug])) if text else None


def _declare(reader: Reader) -> StepLink | None:
    return _on_rounds(reader, policy.CORRECT_OLD, _("Declare the event final"), "final")


def _documents(reader: Reader) -> StepLink | None:
    return _link(reader, policy.PRINT, _("Print the prize list and certificates"), "documents")


def _archive(reader: Reader) -> StepLink | None:
    return _link(reader, policy.KEEP, _("Download the archive"), "archive")


def _on_rounds(reader: Reader, action: str, text: str, place: str) -> StepLink | None:
    """Return a link to a place on the page of the rounds."""
    link = _link(reader, action, text, "rounds")
    return link._replace(address=f"{link.address}#{place}") if link else None


def _link(reader: Reader, action: str, text: str, page: str, *rest: int) -> StepLink | None:
    """Return a link to a page, None if the reader lacks the right that its step needs."""
    may = reader.may(action)
    return StepLink(text, reverse(page, args=[reader.event.slug, *rest])) if may else None
