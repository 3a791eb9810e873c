"""Exchange seats of a published round while their boards are open, with a reason."""

from collections.abc import Iterable

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.desk.entry import REASON_NEEDED
from tournaments.actions.rounds import matches
from tournaments.actions.rounds.drafts import NOT_THERE
from tournaments.actions.writing import Actor, record, unseen_version, writing
from tournaments.domain.choices import MatchEnd
from tournaments.domain.log_actions import LogAction
from tournaments.domain.log_facts import BoardFacts, MatchFacts
from tournaments.domain.results import Result
from tournaments.models import Claim, Event, Game, Match, Player
from tournaments.queries import line_ups
from tournaments.queries.games import read_round_games

NOT_OPEN = sentence("board-not-open", gettext_noop("A board with a result can’t be changed."))

# What stays with the player on one side of a board.
OWN = ("", "_penalty", "_deduction")


def exchange_seats(event: Event, number: int, pair: tuple[int, int], by: Actor, reason: str) -> None:
    """Exchange the seats of two players, or of two teams, in a published round. Raise Refusal.

    The boards must be open. Teams take their line-ups along; a team that had a bye gets its usual one.
    """
    if not reason.strip():
        raise Refusal(REASON_NEEDED, field="reason")
    with writing(event) as event:
        exchange = exchange_teams if event.of_teams else exchange_players
        before, after = exchange(event, number, pair)
        record(event, by, LogAction.REPAIR, before=before, after={"round": number, **after}, reason=reason)


type Places = dict[str, list[BoardFacts]] | dict[str, list[MatchFacts]]


def exchange_players(event: Event, number: int, players: tuple[int, int]) -> tuple[Places, Places]:
    """Exchange two players and return their boards before and after for the log."""
    games = [find_game(event, number, player) for player in players]
    if any(game.black and game.result != Result.OPEN for game in games):
        raise Refusal(NOT_OPEN, field="players")
    before = {"boards": [board_facts(game) for game in games]}
    Claim.objects.filter(game__in=games).delete()  # reports of the players who sat there
    swap_boards(games, players)
    return before, {"boards": [board_facts(game) for game in games]}


def find_game(event: Event, number: int, player: int) -> Game:
    """Return the board or the bye of a player in a round. Raise Refusal."""
    for game in read_round_games(event, number):
        seated = {game.white.number, game.black.number} if game.black else {game.white.number}
        if player in seated and (game.black or game.result == Result.BYE):
            return game
    raise Refusal(NOT_THERE, field="players", number=player)


def swap_boards(games: list[Game], players: tuple[int, int]) -> None:
    """Store both players in each other's place. The second row is deleted meanwhile, so that nobody sits twice."""
    one, other = games
    if one.pk == other.pk:
        swap_sides(one, "white", one, "black")
        one.version += 1
        one.save()
        return
    (side, other_side) = (
        "white" if game.white.number == player else "black" for game, player in zip(games, players, strict=True)
    )
    kept = other.pk
    other.delete()
    swap_sides(one, side, other, other_side)
    one.version, other.version, other.pk = one.version + 1, other.version + 1, kept
    one.save()
    other.save(force_insert=True)


def swap_sides(one: Game, side: str, other: Game, other_side: str) -> None:
    """Exchange the players on two sides of boards, with their penalties and deductions."""
    for own in OWN:
        mine, theirs = getattr(one, side + own), getattr(other, other_side + own)
        setattr(one, side + own, theirs)
        setattr(other, other_side + own, mine)


def exchange_teams(event: Event, number: int, teams: tuple[int, int]) -> tuple[Places, Places]:
    """Exchange two teams and return their matches before and after for the log."""
    found = [find_match_or_bye(event, number, team) for team in teams]
    if any(match.second and (match.end or matches.has_result(match)) for match in found):
        raise Refusal(NOT_OPEN, field="players")
    changed = list({match.pk: match for match in found}.values())
    here = Match.objects.filter(pk__in=[match.pk for match in changed])
    before = {"matches": matches.match_facts(here)}
    seated = {team.number: team for match in changed for team in (match.first, match.second) if team}
    seats, decided = (
        read_line_ups(changed),
        matches.read_decisions(game for match in changed for game in match.games.all()),
    )
    places = dict(zip(teams, reversed(teams), strict=True))
    keys = [match.pk for match in changed]
    for match in changed:
        match.delete()  # nobody plays twice meanwhile; the boards go with it
    for key, match in zip(keys, changed, strict=True):
        match.pk = key
        match.first = seated[places.get(match.first.number, match.first.number)]
        match.second = match.second and seated[places.get(match.second.number, match.second.number)]
        match.save(force_insert=True)
        if match.second:
            matches.seat_teams(event, match, unseen_version(event), seats, decided)
    return before, {"matches": matches.match_facts(here)}


def read_line_ups(changed: Iterable[Match]) -> dict[int, dict[int, Player]]:
    """Return the players of matches at their boards, by the key of the team."""
    found: dict[int, dict[int, Player]] = {}
    for match in changed:
        for board, sides in line_ups.read_seated_players(match).items():
            for team, player in sides.items():
                found.setdefault(team, {})[board] = player
    return found


def find_match_or_bye(event: Event, number: int, team: int) -> Match:
    """Return the match or the bye of a team in a round. Raise Refusal."""
    rows = Match.objects.select_related("round", "first", "second").filter(round__event=event, round__number=number)
    for match in rows:
        playing = {match.first.number, match.second.number} if match.second else {match.first.number}
        if team in playing and (match.second or match.end == MatchEnd.BYE):
            return match
    raise Refusal(NOT_THERE, field="players", number=team)


def board_facts(game: Game) -> BoardFacts:
    return {"board": game.board, "white": game.white.number, "black": game.black.number if game.black else None}
