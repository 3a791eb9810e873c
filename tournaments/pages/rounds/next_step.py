"""The next step of the day: what is still missing, then what to do with a complete round, until the event is final."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import policy
from tournaments.access.reader import reader_of
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game
from tournaments.pages.players.newer_ratings import find_news
from tournaments.pages.players.numbers import find_hint
from tournaments.pages.rounds.level_duels import LevelDuel, list_level_duels
from tournaments.queries.event.progress import Progress, read_progress
from tournaments.queries.standings.closing_evidence import is_closed
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings


class Link(NamedTuple):
    """Something to do; with `is_done` it has been done."""

    text: str
    address: str
    is_done: bool = False


class NextStep(NamedTuple):
    said: str
    links: tuple[Link, ...] = ()


def find_next_step(event: Event) -> NextStep:
    """Return what comes next, as far as the reader of the event may do it. Eight queries at most."""
    progress = read_progress(reader_of(event))
    if event.is_final:
        said, links = _("This event is final."), [_table(event, progress.round), _documents(event), _archive(event)]
    elif not progress.round:
        said, links = _("No round has been paired yet."), [_ratings(event), _number(event), _draw(event, progress)]
    elif progress.results_in < progress.boards:
        said, links = _("Results are missing."), _open_boards(event, progress.round)
        links += [] if _has_running_boards(event) else [_draw(event, progress)]
    else:
        said, links = _("All results are in."), _complete(event, progress)
    return NextStep(said, tuple(link for link in links if link))


def _complete(event: Event, progress: Progress) -> list[Link | None]:
    """Return the way from a complete round to the next one, or to the end of the event."""
    number, level = progress.round, list_level_duels(event)
    return [
        *_open_boards(event, number),
        *_level(event, level),
        _check(event, progress.unchecked),
        _table(event, number),
        _ratings(event),
        _release(event, progress.withheld),
        _close(event, number),
        _declare(event) if progress.finished else None if level else _draw(event, progress),
    ]


def _open_boards(event: Event, last: int) -> list[Link | None]:
    """Return the desks of the rounds with open boards, up to a round."""
    games = Game.objects.filter(
        round__event=event, round__number__lte=last, black__isnull=False, result=Result.OPEN
    ).order_by("round__number")
    counts = games.values_list("round__number").annotate(count=Count("pk"))
    return [_link(event, policy.ENTER, _say_open(event, *each), "desk", each[0]) for each in counts]


def _level(event: Event, level: Iterable[LevelDuel]) -> list[Link | None]:
    """Return the matches that are level, for those who may enter their play-offs."""
    may = policy.visitor_may(event, policy.ENTER)
    return [Link(match.text, match.address) for match in level] if may else []


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


def _check(event: Event, count: int) -> Link | None:
    text = ngettext("Check %(count)d result", "Check %(count)d results", count) % {"count": count}
    return _link(event, policy.ENTER, text, "check") if count else None


def _table(event: Event, number: int) -> Link | None:
    link = _link(event, policy.ENTER, _("Look at the table"), "standings")
    return link._replace(address=f"{link.address}?after={number}") if link else None


def _release(event: Event, rounds: tuple[int, ...]) -> Link | None:
    return _on_rounds(event, policy.PAIR, _("Show the withheld results"), "release") if rounds else None


def _close(event: Event, number: int) -> Link | None:
    is_done = is_closed(event, number)
    text = _("Round %(number)s is closed") if is_done else _("Close round %(number)s")
    link = _on_rounds(event, policy.PAIR, text % {"number": number}, f"r{number}")
    return link._replace(is_done=is_done) if link else None


def _draw(event: Event, progress: Progress) -> Link | None:
    """Return the way to the pairings of the next round; None after the last one."""
    number = progress.round + 1
    is_next_of_duels = any(
        state.is_open for course in read_courses(read_standings(reader_of(event))) for state in course.states
    )
    if 0 < progress.rounds < number and not is_next_of_duels:  # a correction may have opened a match again
        return None
    is_drawn = event.drafts.filter(number=number).exists()
    undrawn = _("Pair round %(number)s") if is_next_of_duels else _("Draw round %(number)s")
    text = _("Publish round %(number)s") if is_drawn else undrawn
    return _link(event, policy.PAIR, text % {"number": number}, "pairings")


def _number(event: Event) -> Link | None:
    """Return the way to the numbers by rating, where somebody was added late: round 1 is paired by them."""
    text = find_hint(event)
    return _link(event, policy.PAIR, text, "players_number") if text else None


def _ratings(event: Event) -> Link | None:
    """Return the way to the comparison with the rating lists, where a newer one has other ratings."""
    may = policy.visitor_may(event, policy.PAIR)
    text = find_news(event) if may else ""
    return Link(text, reverse("players_ratings", args=[event.slug])) if text else None


def _declare(event: Event) -> Link | None:
    return _on_rounds(event, policy.CORRECT_OLD, _("Declare the event final"), "final")


def _documents(event: Event) -> Link | None:
    return _link(event, policy.PRINT, _("Print the prize list and certificates"), "documents")


def _archive(event: Event) -> Link | None:
    return _link(event, policy.KEEP, _("Download the archive"), "archive")


def _on_rounds(event: Event, action: str, text: str, place: str) -> Link | None:
    """Return a link to a place on the page of the rounds."""
    link = _link(event, action, text, "rounds")
    return link._replace(address=f"{link.address}#{place}") if link else None


def _link(event: Event, action: str, text: str, page: str, *rest: int) -> Link | None:
    """Return a link to a page, None where the reader may not do there what it is about."""
    may = policy.visitor_may(event, action)
    return Link(text, reverse(page, args=[event.slug, *rest])) if may else None
