"""One duel of a bracket as values: its games, its play-off, who goes on, and what the staff may enter."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from pairing.brackets.course import DuelState
from pairing.brackets.deciding import ARMAGEDDON, DECISION, LOTS
from pairing.brackets.duels import LOSER, WINNER
from pairing.brackets.stage import Course
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import DERIVED, Result
from tournaments.domain.number_format import figure
from tournaments.models import Event, Game, PlayOff
from tournaments.pages.event.state import EventState as Progress
from tournaments.pages.event.state import read_state
from tournaments.pages.rounds.bracket import BracketDuel, make_duel
from tournaments.pages.standings.marks import find_match
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.players.participants import participants_of
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import read_courses, select_play_offs_of
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import duels as wording
from tournaments.wording import games, pairings


class DuelGameLine(NamedTuple):
    """A game of a duel: what it is, who has White or plays first, and how it ended."""

    title: str
    address: str
    where: str
    white: str
    black: str
    result: str


class Waiting(NamedTuple):
    """What a level duel waits for: a game by `title`, a lot, or a decision alone. `results` may be entered.

    `head` says as what the first of the two is named.
    """

    title: str
    head: str
    is_game: bool
    is_lot: bool
    is_decision: bool
    results: tuple[tuple[str, str], ...]


class DuelView(NamedTuple):
    event: Event
    version: int
    epoch: str
    base: str
    progress: Progress
    duel: BracketDuel
    first_round: int
    format: str
    games: tuple[DuelGameLine, ...]
    sentences: tuple[str, ...]
    players: tuple[tuple[int, str], ...] = ()
    heads: tuple[str, str] = ("", "")
    suggested: int | None = None
    waits_for: Waiting | None = None
    may_take_back: bool = False
    may_decide: bool = False  # both players are known and have a game
    may_replace: bool = False  # somebody is known, and nothing is played


@consistent_read
def duel_view(reader: Reader, first_round: int, key: str) -> DuelView | None:
    """Return a duel of a bracket in the active language, None for one that is not there."""
    for course in read_courses(read_standings(reader)):
        state = course.by_key.get(key)
        if course.stage.first == first_round and state and all(course.ends.taken[key]):
            return _view(reader, course, state)
    return None


def _view(reader: Reader, course: Course, state: DuelState) -> DuelView:
    names = audience.names_of_participants(reader)
    is_paired = bool(state.rounds)
    play_offs = list(select_play_offs_of(reader, course, state)) if is_paired else []
    players = tuple((player, names.get(player, "?")) for player in state.players if player)
    return DuelView(
        event=reader.event,
        version=reader.event.version,
        epoch=reader.event.epoch,
        base=reverse("standings", args=[reader.event.slug]),
        progress=read_state(reader),
        duel=make_duel(reader.event, course, state, names),
        first_round=course.stage.first,
        format=wording.describe_format(state.format, of_teams=reader.event.of_teams),
        games=(
            *(
                _list_matches(reader.event, course, state, names)
                if reader.event.of_teams
                else _list_games(reader, state)
            ),
            *(_line_of(each, names, reader.event.of_teams) for each in play_offs),
        ),
        sentences=tuple(map(wording.end_once, _sentences(course, state, names))),
        players=players,
        heads=pairings.name_teams() if reader.event.of_teams else pairings.name_sides(reader.event.game),
        suggested=_suggest_white(state, play_offs),
        waits_for=_waiting(reader.event, state),
        may_take_back=bool(play_offs),
        may_decide=is_paired and len(players) == 2,
        may_replace=state.is_open and not is_paired and bool(players),
    )


def list_substitutes(reader: Reader, first_round: int, key: str) -> list[tuple[int, str]]:
    """Return who may take a seat in a duel: who has no duel before them, and who gave up a seat of this one.

    Those come first who have played in the stage, in the order of the table. One query.
    """
    table = read_standings(reader)
    course = next(course for course in read_courses(table) if course.stage.first == first_round)
    seated = {player for player in course.by_key[key].players if player}
    back = {course.find_replaced(key, player) for player in seated} - seated
    free = participants_of(reader.event).filter(withdrawn_from=None).exclude(number__in=course.playing - back)
    names = dict(free.values_list("number", "name"))
    order = sorted(names, key=lambda number: (number not in course.spans, table.row(number).rank, number))
    return [(number, names[number]) for number in order]


def _list_games(reader: Reader, state: DuelState) -> list[DuelGameLine]:
    """Return the games of a duel. One query."""
    if not state.rounds:
        return []
    found = Game.objects.filter(round__event=reader.event, round__number__in=state.rounds)
    pair = [player for player in state.players if player]
    found = found.filter(white__number__in=pair, black__number__in=pair)
    found = found.select_related("round", "white", "black").order_by("round__number")
    return [
        _game_line(reader.event, place, game)
        for place, game in enumerate(audience.redact_games(reader, found), start=1)
    ]


def _list_matches(event: Event, course: Course, state: DuelState, names: Mapping[int, str]) -> Iterator[DuelGameLine]:
    """Yield the matches of two teams with the points of their boards."""
    one, other = (player or 0 for player in state.players)
    for place, round_number in enumerate(state.rounds, start=1):
        own, theirs = (find_match(course.facts, team, round_number) for team in (one, other))
        title = gettext("Match %(number)d") % {"number": place}
        address = reverse("round_page", args=[event.slug, round_number])
        where = gettext("round %(round)d") % {"round": round_number}
        result = f"{figure(own.game_points)} : {figure(theirs.game_points)}" if place <= len(state.results) else ""
        yield DuelGameLine(title, address, where, names.get(one, "?"), names.get(other, "?"), result)


def _game_line(event: Event, place: int, game: Game) -> DuelGameLine:
    assert game.black is not None
    where = games.name_board_of_round(event.game, game.round.number, board_label(event, game.board))
    scores = game.white_score, game.black_score
    result = f"{scores[0]} : {scores[1]}" if None not in scores else str(Result(game.result).label)
    title = gettext("Game %(number)d") % {"number": place}
    address = f"{reverse('round_page', args=[event.slug, game.round.number])}#b{game.board}"
    return DuelGameLine(title, address, where, game.white.name, game.black.name, result if game.result else "")


def _line_of(play_off: PlayOff, names: Mapping[int, str], of_teams: bool) -> DuelGameLine:
    white, black = (names.get(side.number, "?") for side in play_off.sides)
    title = wording.play_off_title(play_off.rule, of_teams=of_teams)
    if play_off.rule in (LOTS, DECISION):
        who = white if play_off.result == Result.WHITE else gettext("nobody")
        return DuelGameLine(title, "", "", who, "", "")
    return DuelGameLine(title, "", "", white, black, str(Result(play_off.result).label))


def _suggest_white(state: DuelState, play_offs: Sequence[PlayOff]) -> int | None:
    """Return who begins the next game of a play-off: the one who did not begin the last."""
    return play_offs[-1].sides[1].number if play_offs else state.players[1]


def _waiting(event: Event, state: DuelState) -> Waiting | None:
    rule = state.decision.waits_for
    if not rule:
        return None
    results = [result for result in DERIVED if event.game.allows_draw or result != Result.DRAW]
    return Waiting(
        wording.play_off_title(rule, of_teams=event.of_teams),
        (pairings.name_teams() if event.of_teams and rule != ARMAGEDDON else pairings.name_sides(event.game))[0],
        rule not in (LOTS, DECISION),
        rule == LOTS,
        rule == DECISION,
        tuple((result.value, str(result.label)) for result in results),
    )


def _sentences(course: Course, state: DuelState, names: Mapping[int, str]) -> Iterator[str]:
    """Name the substitutes of a duel, how it was decided, and the next duels of its players."""
    for one in filter(None, state.players):
        gone = course.find_replaced(state.duel.key, one)
        if gone != one:
            words = {"name": names.get(one, "?"), "gone": names.get(gone, "?")}
            yield gettext("%(name)s plays in place of %(gone)s.") % words
    if state.is_open and state.decision.waits_for:
        yield gettext("The match is level: a play-off decides it.")
    how = wording.say_how(state, of_teams=course.facts.team_event is not None)
    if how:
        yield f"{how[0].upper()}{how[1:]}."
    for kind, player in ((WINNER, state.winner), (LOSER, state.loser)):
        following = course.find_next(state.duel, kind)
        if not player or following is None:
            continue
        title = wording.duel_title(course, following.duel)
        opponent = next((other for other in following.players if other and other != player), None)
        words = {"name": names.get(player, "?"), "match": title, "other": names.get(opponent or 0, "")}
        if opponent:
            yield gettext("%(name)s advances: %(match)s against %(other)s.") % words
        else:
            yield gettext("%(name)s advances: %(match)s.") % words
