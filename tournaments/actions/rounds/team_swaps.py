"""Change which teams meet in a published round."""

from collections.abc import Iterable

from django.db.models import Max

from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import ENDED
from tournaments.actions.rounds import team_matches
from tournaments.actions.rounds.drafts import NOT_THERE
from tournaments.actions.rounds.line_swaps import swap_lines
from tournaments.actions.writing import unseen_version
from tournaments.domain.choices import MatchEnd
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_values import LoggedMatch
from tournaments.models import Event, Game, Player, TeamMatch
from tournaments.queries.rounds import line_ups

# What stays with two players who meet again; scores and results change sides with them.
KEPT = ("is_adjourned", "is_provisional", "entered_by", "entered_at", "provenance", "checked_by", "checked_at")


def swap_teams(event: Event, number: int, teams: tuple[int, int]) -> tuple[list[LoggedMatch], list[LoggedMatch]]:
    """Swap two teams and return their matches before and after for the log. Raise Refusal."""
    found = [find_match_or_bye(event, number, team) for team in teams]
    if any(match.second and match.end for match in found):
        raise Refusal(ENDED, field="players")
    if found[0] != found[1]:
        swap_lines(event, found[0].round, teams, has_bye=any(match.second is None for match in found))
    changed = list({match.pk: match for match in found}.values())
    here = TeamMatch.objects.filter(pk__in=[match.pk for match in changed])
    before = team_matches.logged_matches(here)
    if any(match.second for match in found):
        check_swapped(found, teams)
        store_swapped_teams(event, changed, teams)
    else:
        seat_two_teams(event, found)
    return before, team_matches.logged_matches(here)


def store_swapped_teams(event: Event, changed: list[TeamMatch], teams: tuple[int, int]) -> None:
    """Store the matches of two teams with each in the place of the other, and what stays of their boards."""
    games = [game for match in changed for game in match.games.select_related("white", "black")]
    seats, decided = read_line_ups(changed), team_matches.read_decisions(games)
    seated = {team.number: team for match in changed for team in (match.first, match.second) if team}
    swapped = seated | {one: seated[other] for one, other in zip(teams, reversed(teams), strict=True)}
    keys = [match.pk for match in changed]
    for match in changed:
        match.delete()  # nobody plays twice meanwhile; the boards go with it
    for key, match in zip(keys, changed, strict=True):
        match.pk, match.first = key, swapped[match.first.number]
        match.second = match.second and swapped[match.second.number]
        match.save(force_insert=True)
        if match.second:
            team_matches.seat_teams(event, match, unseen_version(event), seats, decided)
            keep_results(match, games)


def check_swapped(found: list[TeamMatch], teams: tuple[int, int]) -> None:
    """Refuse to pass on a bye that was requested: it belongs to its team."""
    for match, team in zip(found, teams, strict=True):
        if match.second is None and match.end not in (MatchEnd.BYE, MatchEnd.ABSENT):
            raise Refusal(NOT_THERE, field="players", number=team)


def keep_results(match: TeamMatch, games: Iterable[Game]) -> None:
    """Give boards where the same two meet with other colours their result; the winner stays the same person."""
    known = {(game.black_id, game.white_id): game for game in games if game.black_id and game.result}
    for board in match.games.filter(black__isnull=False):
        if board.black_id and (played := known.get((board.white_id, board.black_id))):
            board.result = Result(played.result[::-1])
            board.white_score, board.black_score = played.black_score, played.white_score
            for name in KEPT:
                setattr(board, name, getattr(played, name))
            board.save()


def seat_two_teams(event: Event, found: list[TeamMatch]) -> None:
    """Let two teams without an opponent meet at a new table; the match takes the row of the first one's bye."""
    one, other = found
    second = other.first
    other.delete()
    last = one.round.matches.aggregate(last=Max("table"))["last"] or 0
    one.table, one.second, one.end = last + 1, second, MatchEnd("")
    one.save()
    team_matches.seat_teams(event, one, unseen_version(event))


def read_line_ups(changed: Iterable[TeamMatch]) -> dict[int, dict[int, Player]]:
    """Return the players of matches at their boards, by the key of the team."""
    found: dict[int, dict[int, Player]] = {}
    for match in changed:
        for board, sides in line_ups.read_seated_players(match).items():
            for team, player in sides.items():
                found.setdefault(team, {})[board] = player
    return found


def find_match_or_bye(event: Event, number: int, team: int) -> TeamMatch:
    """Return the match of a team in a round, or its row without an opponent. Raise Refusal."""
    rows = TeamMatch.objects.select_related("round", "first", "second").filter(round__event=event, round__number=number)
    for match in rows:
        if team in (match.first.number, match.second and match.second.number):
            return match
    raise Refusal(NOT_THERE, field="players", number=team)
