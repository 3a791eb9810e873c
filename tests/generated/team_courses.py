"""What `courses` needs to know of teams: a round of open matches, and one board after the other decided."""

from tiebreaks.facts.games import ZERO, Colour, Kind
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.team_crosstable import in_score, team_crosstable
from tiebreaks.facts.teams import Match, MatchBoard, Team, TeamEvent, TeamScheme, match_result

BOARDS = 2


def empty(players, rounds, primary):
    """Return the facts of a team event before its first round; the teams are known by these players."""
    teams = {n: Team(n, player.name) for n, player in players.items()}
    event = TeamEvent(teams, dict.fromkeys(teams, ()), rounds, TeamScheme(BOARDS))
    return team_crosstable(event, primary)._replace(players=players)


def with_matches(facts, matches):
    """Return the facts with other matches of some teams."""
    event = facts.team_event
    return in_score(
        facts._replace(team_event=event._replace(matches={**event.matches, **matches}), score=""), facts.score
    )


def paired(facts, round_number, white, black):
    """Return the facts with a match of which all boards are open."""
    boards = tuple(MatchBoard(number, ZERO, Kind.OPEN) for number in range(1, BOARDS + 1))
    sides = ((white, black, Colour.WHITE), (black, white, Colour.BLACK))
    matches = facts.team_event.matches
    return with_matches(
        facts,
        {
            team: (*matches[team], Match(round_number, other, colour, Kind.OPEN, ZERO, ZERO, boards))
            for team, other, colour in sides
        },
    )


def with_bye(facts, round_number, team, kind):
    worth = facts.team_event.scheme.worth(kind)
    own = facts.team_event.matches[team]
    return with_matches(facts, {team: (*own, Match(round_number, None, Colour.NONE, kind, *worth))})


def entered(facts, round_number, white, black, letters):
    """Return the facts with a result on the first open board of a match; the last board ends it."""
    event = facts.team_event
    both = [next(m for m in event.matches[team] if m.round == round_number) for team in (white, black)]
    at = next(place for place, board in enumerate(both[0].boards) if board.kind == Kind.OPEN)
    sides = []
    for match, letter in zip(both, letters, strict=True):
        kind, points = outcome(letter, True, event.scheme.game)
        boards = list(match.boards)
        boards[at] = boards[at]._replace(kind=kind, points=points)
        sides.append(tuple(boards))
    changed = {}
    for team, match, own, other in zip((white, black), both, sides, reversed(sides), strict=True):
        kind, worth = match_result(event.scheme, own, other)
        new = match._replace(boards=own, kind=kind, match_points=worth.match_points, game_points=worth.game_points)
        changed[team] = tuple(new if m.round == round_number else m for m in event.matches[team])
    return with_matches(facts, changed)
