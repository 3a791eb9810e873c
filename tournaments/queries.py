"""Every read that is more than a filter. `crosstable` is the only bridge from rows to the core.

Each function asks a fixed number of questions, whatever the size of the event.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.shortcuts import get_object_or_404

from tiebreaks import crosstable as core
from tiebreaks.notation import Chosen, read_order
from tiebreaks.outlook import Outlook
from tiebreaks.outlook import outlook as outlook_of
from tiebreaks.scoring import outcome
from tiebreaks.standings import Standings
from tournaments import audience, final, memory, policy, team_facts
from tournaments.models import WITHOUT_OPPONENT, Absence, Event, Game, Match, Result, Stage

# How many ranked tables a process remembers: the running ones of several events, and some "after round n".
REMEMBERED = 64

# How often a read starts again because somebody wrote meanwhile.
ATTEMPTS = 5

PLAYER_FIELDS = (
    "number",
    "name",
    "rating",
    "national_rating",
    "playoff",
    "title",
    "sex",
    "federation",
    "club",
    "fide_id",
    "birth_date",
    "withdrawn_from",
)

GAME_FIELDS = (
    *("round__number", "board", "white__number", "black__number", "result", "white_score", "black_score"),
    *("white_penalty", "black_penalty", "white_deduction", "black_deduction"),
)

AS_OPEN = (Result.OPEN.value, None, None, 0, 0, 0, 0)  # what follows the seats in the row of a hidden game


class Progress(NamedTuple):
    """How far an event is: `round` is the running one or the last one that is paired (0 before the first).

    `withheld` are the rounds whose results are kept from the public; `unchecked` counts the results that
    nobody else has checked.
    """

    round: int
    rounds: int
    results_in: int
    boards: int
    finished: bool
    withheld: tuple[int, ...] = ()
    unchecked: int = 0


def visible_events(user: Any) -> QuerySet[Event]:
    """Return the events that a user may see: the public ones, his own, and all for the site's admin.

    They come as the public sees them.
    """
    events = Event.objects.annotate(**audience.as_public())
    if user.is_authenticated and user.is_superuser:
        return events
    shown = Q(is_public=True)
    if user.is_authenticated:
        shown |= Q(pk__in=user.memberships.values("event"))
    return events.filter(shown)


def event_for(user: Any, slug: str) -> Event:
    """Return one event that a user may see, as this user sees it, and a 404 for every other address."""
    event = get_object_or_404(visible_events(user), slug=slug)
    event.for_public = not policy.may(user, event, policy.INSIDE)
    return event


def crosstable(event: Event) -> core.Crosstable:
    """Return the facts of an event as the core takes them: of its teams where it is a team event.

    Two questions; six for a team event.
    """
    players = players_crosstable(event)
    return team_facts.of_event(event, players) if event.team_boards else players


def players_crosstable(event: Event) -> core.Crosstable:
    """Return the facts of the players of an event, also where teams are ranked. Two questions."""
    rows = event.players.order_by("number").values_list("pseudonym", "is_withheld", *PLAYER_FIELDS)
    players = {p[0]: audience.shown_player(event, core.Player(*p), other, gone) for other, gone, *p in rows}
    return facts_of(event, players, game_rows(event))


def facts_of(event: Event, players: dict[int, core.Player], rows: Iterable[tuple]) -> core.Crosstable:
    """Return the facts that the settings of an event, some players and the rows of their games state."""
    worth = scheme(event)
    games: dict[int, list[core.Game]] = {number: [] for number in players}
    adjustments: dict[int, tuple[core.Adjustment, ...]] = {}
    for *row, white_off, black_off in rows:
        for number, game in both_sides(tuple(row), worth):
            games[number].append(game)
        for number, off in ((row[2], white_off), (row[3], black_off)):
            if off:
                adjustments[number] = (*adjustments.get(number, ()), core.Adjustment(row[0], -off))
    return core.Crosstable(
        players=players,
        games={number: tuple(played) for number, played in games.items()},
        rounds=event.planned_rounds,
        system=event.system,
        edition=event.edition,
        discipline=event.discipline,
        scheme=worth,
        unrated_rating=event.unrated_rating,
        spread_cap=event.spread_cap,
        bye_spread=event.bye_spread,
        forfeit_spread=event.forfeit_spread,
        lots_seed=event.lots_seed,
        name=event.name,
        starts_on=event.starts_on.isoformat() if event.starts_on else "",
        adjustments=adjustments,
    )


def scheme(event: Event) -> core.Scheme:
    """Return what results are worth in an event."""
    return core.Scheme(event.win_points, event.draw_points, event.loss_points, event.bye_points)


def entered(event: Event, keys: Collection[int]) -> Iterable[tuple[int, core.Game, int]]:
    """Yield some games of an event as each of their players sees them, with what is taken off his points. One question.

    What is taken off goes and comes with the result, where the public does not see that yet.
    """
    for *row, white_off, black_off in game_rows(event, keys):
        for (number, game), off in zip(both_sides(tuple(row), scheme(event)), (white_off, black_off), strict=False):
            yield number, game, off


def game_rows(event: Event, keys: Collection[int] | None = None) -> Iterable[tuple]:
    """Return round, board, both numbers, result, scores, penalties and deductions of every game, by round.

    With `keys` of these games alone.
    """
    rows = Game.objects.filter(round__event=event).order_by("round__number", "pk")
    rows = rows if keys is None else rows.filter(pk__in=keys)
    for withheld, unchecked, *row in rows.values_list("round__is_withheld", "is_provisional", *GAME_FIELDS):
        yield (*row[:4], *AS_OPEN) if audience.hides(event, withheld, unchecked, row[3]) else tuple(row)


def both_sides(row: tuple, scheme: core.Scheme) -> Iterable[tuple[int, core.Game]]:
    """Yield a game as each of its players sees it."""
    number, board, white, black, result, white_score, black_score, white_penalty, black_penalty = row
    if black is None:
        kind, points = outcome(result, False, scheme)
        free = core.Game(number, None, core.Colour.NONE, kind, points, white_score, letter=result)
        yield white, free._replace(penalty=white_penalty)
        return
    sides = (
        (white, black, core.Colour.WHITE, result[:1], white_score, black_score, white_penalty),
        (black, white, core.Colour.BLACK, result[1:], black_score, white_score, black_penalty),
    )
    for own, other, colour, letter, own_score, other_score, penalty in sides:
        kind, points = outcome(letter, True, scheme) if letter else (core.Kind.OPEN, core.ZERO)
        yield own, core.Game(number, other, colour, kind, points, own_score, other_score, board, letter, penalty)


def steady(read: Callable) -> Callable:
    """Repeat a read of an event until nothing was written meanwhile, so that its version and its rows belong together.

    Rows newer than the version that a page or frame carries would never be corrected: an undo leads to rows that equal
    the old ones, and only what differs is sent. The event given is brought up to date. One question more.
    """

    @wraps(read)
    def repeated(event: Event, *arguments: Any, **named: Any) -> Any:
        for _ in range(ATTEMPTS):
            found = read(event, *arguments, **named)
            if Event.objects.filter(pk=event.pk, epoch=event.epoch, version=event.version).exists():
                break
            event.refresh_from_db()
        return found

    return repeated


_remembered: OrderedDict[tuple, Standings] = OrderedDict()
_lock = Lock()
_flights: dict[int, Lock] = {}  # by event: held by whoever ranks it for all that wait


def standings(event: Event, after: int | None = None) -> Standings:
    """Return the ranked table of an event, after all rounds (the running one included) or after round `after`.

    Computed once per process and version; once for all audiences where they see the same facts. An earlier table is
    made of the facts of the whole one. The version was read with the event, before the data: a table may be newer than
    its key, which `steady` notices, never older.
    """
    key = (event.pk, event.epoch, event.version, after, event.tiebreaks, audience.language_of(event))
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
            return _remembered[key]
        same = (event.pk, after, key[-1])
        earlier = (table for known, table in reversed(_remembered.items()) if (known[0], known[3], known[-1]) == same)
        before = next(earlier, None)
        alike = [table for known, table in _remembered.items() if known[:-1] == key[:-1]]
    whole = None if after is None else standings(event)
    facts = followed(event) if whole is None else whole.facts.upto(after)
    same = next((table for table in alike if table.facts == facts), None)
    ranked = same or final.ranked(final.stage_of(event, whole), facts, order_of(event), before)
    with _lock:
        _remembered[key] = ranked
        while len(_remembered) > REMEMBERED:
            _remembered.popitem(last=False)
    return ranked


def followed(event: Event) -> core.Crosstable:
    """Return the facts of an event, of which only the games entered since the last time are read."""
    if event.team_boards:
        return crosstable(event)
    return memory.facts(event, lambda: crosstable(event), lambda keys: entered(event, keys))


def standings_since(event: Event) -> Standings:
    """Return a ranked table that holds everything up to the version of the event, and perhaps more.

    Of many who ask at once, as in a burst of entries, one ranks for all: whoever waited mostly finds his entry in it.
    """
    with _flights.setdefault(event.pk, Lock()):
        with _lock:
            wanted = (event.pk, event.epoch, None, event.tiebreaks, audience.language_of(event))
            newer = (
                table
                for (pk, epoch, version, *rest), table in reversed(_remembered.items())
                if (pk, epoch, *rest) == wanted and version >= event.version
            )
            found = next(newer, None)
        if found is None:
            event.refresh_from_db()
            found = standings(event)
        return found


def order_of(event: Event) -> tuple[Chosen, ...]:
    """Return the criteria of an event in their order."""
    return read_order(event.tiebreaks, of_teams=bool(event.team_boards))


def places_by_round(event: Event, ranked: Standings) -> dict[int, dict[int, int]]:
    """Return everybody's place after each round that has a result, by round; reckoned once, kept with the table.

    Nothing for teams, whose earlier tables are not kept.
    """
    facts = ranked.facts
    if facts.team_event is not None:
        return {}
    rounds = range(1, ranked.table.rounds + 1)

    def places(number: int) -> dict[int, int]:
        table = final.ranked(final.stage_of(event, ranked), facts.upto(number), ranked.order)
        return {row.number: row.rank for row in table.rows}

    return ranked.table.once("places by round", lambda: {number: places(number) for number in rounds})


def outlook(ranked: Standings, places: int) -> dict[int, Outlook]:
    """Return who is safe, possible or out for the first `places` of a ranked table; reckoned once, kept with it."""
    return ranked.table.once(("outlook", places), lambda: outlook_of(ranked.facts, ranked.order, places))


def forget() -> None:
    """Empty the memory of ranked tables: for tests that write rows past the actions."""
    with _lock:
        _remembered.clear()
    memory.forget()


def progress(event: Event) -> Progress:
    """Say how far an event is. One question."""
    return progress_of([event])[event.pk]


def progress_of(events: Iterable[Event]) -> dict[int, Progress]:
    """Say for each event, by its id, how far it is. One question for all of them, and some for those in their final."""
    events = list(events)
    rounds: dict[int, list[tuple[int, bool, int, int, int]]] = {event.pk: [] for event in events}
    counted = (
        Game.objects.filter(round__event__in=events, black__isnull=False)
        .order_by("round__number")
        .values("round__event", "round__number", "round__is_ahead", "round__is_withheld")
        .annotate(
            boards=Count("pk"),
            results_in=Count("pk", filter=audience.counted(events)),
            entered=Count("pk", filter=audience.counted(events) & Q(entered_at__isnull=False)),
            unchecked=Count("pk", filter=audience.counted(events) & Q(is_provisional=True)),
        )
        .values_list(
            *("round__event", "round__number", "round__is_ahead", "boards", "results_in", "entered"),
            *("round__is_withheld", "unchecked"),
        )
    )
    withheld: dict[int, tuple[int, ...]] = dict.fromkeys(rounds, ())
    unchecked = dict.fromkeys(rounds, 0)
    for event, number, *counts, is_withheld, waiting in counted:
        rounds[event].append((number, *counts))
        withheld[event] += (number,) if is_withheld else ()
        unchecked[event] += waiting
    found = {
        event.pk: progress_from(event.planned_rounds, rounds[event.pk])._replace(
            withheld=withheld[event.pk], unchecked=unchecked[event.pk]
        )
        for event in events
    }
    over = {event.pk for event in _in_finals(events, found) if _final_is_over(event)}
    return {pk: each._replace(finished=True) if pk in over else each for pk, each in found.items()}


def _in_finals(events: Iterable[Event], found: dict[int, Progress]) -> list[Event]:
    """Return the events whose running round is complete, and one of their final. One question where there are any."""
    waiting = [e for e in events if not (far := found[e.pk]).finished and 0 < far.boards == far.results_in]
    stages = Stage.objects.filter(event__in=waiting, system="final") if waiting else Stage.objects.none()
    begin = dict(stages.values_list("event", "first_round"))
    return [event for event in waiting if begin.get(event.pk, found[event.pk].round + 1) <= found[event.pk].round]


def _final_is_over(event: Event) -> bool:
    """Tell whether all matches of the final are decided before their last game, so that no round comes any more."""
    matches = final.matches(standings(event))
    return bool(matches) and not any(match.open_games for match in matches)


def progress_from(planned: int, rounds: list[tuple[int, bool, int, int, int]]) -> Progress:
    """Sum up the paired rounds, each as number, published ahead, boards, results in, and those that somebody entered.

    A round published ahead runs as soon as the one before it is complete, or somebody enters a result of it: the
    forfeits that it was published with do not start it.
    """
    if not rounds:
        return Progress(0, planned, 0, 0, False)
    complete = all(boards == results_in for _, _, boards, results_in, _ in rounds)
    while len(rounds) > 1 and rounds[-1][1] and not rounds[-1][4] and rounds[-2][3] < rounds[-2][2]:
        rounds = rounds[:-1]
    number, _, boards, results_in, _ = rounds[-1]
    return Progress(number, planned, results_in, boards, complete and number >= planned)


def boards(event: Event, number: int) -> QuerySet[Game]:
    """Return the paired boards of a round in order, with both players and who entered the result. One question.

    What the public sees of them says `audience.shown`.
    """
    return games_of_round(event, number).filter(black__isnull=False).order_by("board", "pk")


def match_tables(event: Event, number: int) -> list[tuple[int, int]]:
    """Return the table and the first team's number of each match of a round, in order. One question."""
    matches = Match.objects.filter(round__event=event, round__number=number, second__isnull=False)
    return list(matches.order_by("table").values_list("table", "first__number"))


def unpaired(event: Event, number: int) -> QuerySet[Game]:
    """Return the byes and absences of a round, by player. One question."""
    return games_of_round(event, number).filter(result__in=WITHOUT_OPPONENT).order_by("white__number")


def games_of(event: Event) -> QuerySet[Game]:
    """Return every board and bye of an event, by round and board. One question."""
    games = Game.objects.filter(round__event=event).select_related("round", "white", "black")
    return games.order_by("round__number", F("board").asc(nulls_last=True), "white__number")


def games_of_round(event: Event, number: int) -> QuerySet[Game]:
    return Game.objects.filter(round__event=event, round__number=number).select_related(
        "round", "white", "black", "entered_by", "checked_by"
    )


def last_paired(event: Event) -> int:
    """Return the last round that has boards, 0 before the first. One question."""
    found = Game.objects.filter(round__event=event, black__isnull=False).aggregate(last=Max("round__number"))
    return found["last"] or 0


def absent(event: Event, number: int) -> dict[int, str]:
    """Return who does not play in a round, each with the letter that the round gets. Two questions."""
    asked = Absence.objects.filter(player__event=event, round=number).values_list("player__number", "kind")
    gone = event.players.filter(withdrawn_from__lte=number).values_list("number", flat=True)
    return {**dict(asked), **dict.fromkeys(gone, Result.ABSENT.value)}


def has_results(event: Event) -> bool:
    """Tell whether any board of the event has a result."""
    return Game.objects.filter(round__event=event, black__isnull=False).exclude(result=Result.OPEN).exists()


def counts(event: Event, number: int) -> dict[str, int]:
    """Count the boards of a round, those without a result and those that nobody else has checked. One question."""
    return Game.objects.filter(round__event=event, round__number=number, black__isnull=False).aggregate(
        boards=Count("pk"),
        open=Count("pk", filter=Q(result=Result.OPEN)),
        to_check=Count("pk", filter=Q(is_provisional=True)),
    )


def stamps(event: Event, number: int) -> dict[int, tuple[int, int]]:
    """Return for each board of a round its version and how often its players have reported. One question."""
    games = Game.objects.filter(round__event=event, round__number=number, black__isnull=False).order_by("board")
    rows = games.values_list("board", "version").annotate(reported=Sum("claims__revision"))
    return {board: (version, reported or 0) for board, version, reported in rows}


def has_board(event: Event, number: int, board: int) -> bool:
    """Tell whether two players sit at a board of a round. One question."""
    return Game.objects.filter(round__event=event, round__number=number, board=board, black__isnull=False).exists()


def provisional(event: Event) -> dict[int, int]:
    """Count by round the results that nobody else has checked yet. One question."""
    games = Game.objects.filter(round__event=event, is_provisional=True).order_by("round__number")
    return dict(games.values_list("round__number").annotate(count=Count("pk")))
