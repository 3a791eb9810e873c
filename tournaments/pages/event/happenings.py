"""What has happened in an event: the list that frames, pages, programs and feeds say it from.

The list is the difference of two moments, each as one audience sees the event. What is hidden from it stands in no
moment, so it cannot be in the list: a withheld round has no results, and names are the public ones.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

from tiebreaks.facts.games import ROUND, Colour, Game, Kind, find_game
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.event.happenings import Happening, HappeningSide, What
from tournaments.domain.event.notices import Notice
from tournaments.domain.number_format import MINUS, figure
from tournaments.models import Event
from tournaments.models import Game as GameRow
from tournaments.pages.rounds.team_matches import sum_boards
from tournaments.pages.standings.marks import find_match, write_mark
from tournaments.pages.standings.moves import Moves, compare_with
from tournaments.queries.event.notices import read_notice
from tournaments.queries.rounds.publish_times import read_published_rounds
from tournaments.queries.standings.standings import read_standings


class Moment:
    """What happenings are read from: an event as its audience sees it at one version.

    `earlier` is the table after the round before the last one with a result, None before there is one.
    """

    def __init__(
        self, event: Event, ranked: Standings, withheld: dict[int, bool], earlier: Standings | None = None
    ) -> None:
        self.at, self.is_final, self.ranked, self.withheld = event.changed_at, event.is_final, ranked, withheld
        self.earlier, self.notice = earlier, read_notice(event)

    @cached_property
    def places(self) -> dict[int, int]:
        return {row.number: row.rank for row in self.ranked.rows}

    @cached_property
    def moves(self) -> Moves:
        """Return what compares the places with those before the round."""
        before = {row.number: row.rank for row in self.earlier.rows} if self.earlier else {}
        return compare_with(self.ranked.facts, self.ranked.progress[0], before)

    def count_moves(self, number: int) -> int:
        """Return the places that a participant has gained since before the round, 0 where nothing is to be said.

        A result that is news is no rise of its loser, even where it is the last of the round.
        """
        moved = self.moves.find(number, self.places.get(number, 0)) or 0
        return min(moved, 0) if self.moves.has_lost(number) else moved

    def rounds_of(self, number: int) -> Any:
        """Return what changes with the results of a participant: equal where none has."""
        facts = self.ranked.facts
        return event_of(facts).matches.get(number) if facts.team_event else facts.games.get(number)

    def sides(self, number: int) -> dict[int, tuple[int | None, tuple[HappeningSide, HappeningSide]]]:
        """Return the boards where a participant is named first, each with both sides, by round."""
        games = self.ranked.facts.games.get(number, ())
        return {
            game.round: (game.board, (self.side(number, game), self.side(game.opponent, self.mirror(game))))
            for game in games
            if game.opponent is not None and game.colour == Colour.WHITE
        }

    def mirror(self, game: Game) -> Game:
        """Return a game as the opponent sees it."""
        assert game.opponent is not None
        mirrored = find_game(self.ranked.facts.games[game.opponent], game.round)
        assert mirrored is not None
        return mirrored

    def side(self, number: int | None, game: Game) -> HappeningSide:
        assert number is not None
        facts = self.ranked.facts
        mark = write_side(self.ranked, number, game)
        return HappeningSide(number, facts.players[number].name, mark, place=self.places.get(number, 0))


def write_side(ranked: Standings, number: int, game: Game) -> str:
    """Write one side of a result: "1", a score, the points of a team's boards so far; "" while it is open."""
    if ranked.facts.team_event:
        match = find_match(ranked.facts, number, game.round)
        is_begun = any(board.kind != Kind.OPEN for board in match.boards)
        return figure(sum_boards(match)) if is_begun else write_mark(ranked.facts, number, game).text
    if game.kind == Kind.PLAYED and game.own_score is not None:
        return str(game.own_score).replace("-", MINUS)
    return write_mark(ranked.facts, number, game).text


def read_moment(reader: Reader) -> Moment:
    """Return the present moment of an event. One query beside its tables."""
    ranked = read_standings(reader)
    number, withheld = ranked.progress[0], dict(reader.event.rounds.values_list("number", "is_withheld"))
    return Moment(reader.event, ranked, withheld, read_standings(reader, number - 1) if number > 1 else None)


def list_happenings(before: Moment, after: Moment) -> list[Happening]:
    """Return what happened between two moments of one audience, results first."""
    released = {n for n, hidden in after.withheld.items() if not hidden and before.withheld.get(n)}
    unsaid = released | {n for n, hidden in after.withheld.items() if hidden or n not in before.withheld}
    happenings = [each for each in list_results(before, after) if each.round not in unsaid]
    published = sorted(after.withheld.keys() - before.withheld.keys())
    happenings += [Happening(What.PUBLISHED, after.at, n) for n in published]
    happenings += [Happening(What.RELEASED, after.at, n) for n in sorted(released)]
    if after.is_final and not before.is_final:
        happenings.append(Happening(What.FINAL, after.at))
    if after.notice and after.notice != before.notice:
        happenings.append(tell_notice(after.notice))
    return happenings


def tell_notice(notice: Notice) -> Happening:
    return Happening(What.NOTICE, notice.at, text=notice.text)


def hides(before: Moment, after: Moment) -> bool:
    """Tell whether a round was withheld or taken back, or a notice: what was said of it must not stay."""
    if before.notice and not after.notice:
        return True
    return any(after.withheld.get(number, True) and not hidden for number, hidden in before.withheld.items())


def list_results(before: Moment, after: Moment) -> Iterator[Happening]:
    """Yield the results that came in or were changed, with the places that both sides gained since the round before."""
    if before.ranked is after.ranked:
        return
    for number in after.ranked.facts.games:
        if before.rounds_of(number) == after.rounds_of(number):
            continue
        then = before.sides(number)
        for round_number, (board, sides) in after.sides(number).items():
            if round_number not in then or (old := marks(then[round_number][1])) == (new := marks(sides)):
                continue
            moved = tuple(side._replace(moved=after.count_moves(side.number)) for side in sides)
            yield Happening(name_change(after, old, new), after.at, round_number, board, moved)


def marks(sides: tuple[HappeningSide, ...]) -> tuple[str, ...]:
    return tuple(side.mark for side in sides)


def name_change(after: Moment, old: tuple[str, ...], new: tuple[str, ...]) -> What:
    """Tell a correction from a result. The points of a match of teams grow with each of its boards."""
    is_next_board = after.ranked.facts.team_event is not None and any(new)
    return What.CORRECTION if any(old) and not is_next_board else What.RESULT


def list_latest(reader: Reader, most: int) -> list[Happening]:
    """Return what happened last, the newest first, as the event's audience sees it. Two queries beside its table."""
    latest = [*list_latest_results(reader, most), *list_latest_rounds(reader)]
    if reader.event.final_at:
        latest.append(Happening(What.FINAL, reader.event.final_at))
    if notice := read_notice(reader.event):
        latest.append(tell_notice(notice))
    return sorted(latest, key=lambda each: each.at, reverse=True)[:most]


def list_latest_rounds(reader: Reader) -> Iterator[Happening]:
    """Yield the rounds that were published and still are. One query."""
    published = set(map(ROUND, chain.from_iterable(read_standings(reader).facts.games.values())))
    for number, at in read_published_rounds(reader.event, published).items():
        yield Happening(What.PUBLISHED, at, number)


def list_latest_results(reader: Reader, most: int) -> list[Happening]:
    """Return the results that were entered last. One query."""
    event = reader.event
    shown = GameRow.objects.filter(round__event=event, black__isnull=False, entered_at__isnull=False)
    if not reader.is_staff:
        shown = shown.exclude(audience.HIDDEN)
    fields = ("round__number", "match__first__number" if event.team_boards else "white__number", "entered_at")
    # A match has many boards: it is named once, with its newest.
    rows = shown.order_by("-entered_at", "-pk").values_list(*fields)[: most * (event.team_boards or 1)]
    times: dict[tuple[int, int], datetime] = {}
    for round_number, first, at in rows:
        times.setdefault((round_number, first), at)
    moment = Moment(event, read_standings(reader), {})
    found = (
        Happening(What.RESULT, at, round_number, *known)
        for (round_number, first), at in times.items()
        if (known := moment.sides(first).get(round_number))
    )
    return [each for each in found if not each.is_open][:most]
