"""An event as plain values: the same for the answers of the API, the stream for programs and a whole event's files.

Exact numbers are texts, undefined values are None.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.urls import reverse

from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match
from tiebreaks.output import as_json
from tiebreaks.ranking.ranked_table import Row, Standings
from tiebreaks.trf.stated_details import read_official
from tiebreaks.trf.time_control import encode
from tiebreaks.values.numbers import format_number
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.decided_points import find_decided_points
from tournaments.domain.event import event_details
from tournaments.domain.event.happenings import Happening
from tournaments.models import Event, Game, TeamMatch
from tournaments.queries.event.notices import read_notice
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_games
from tournaments.queries.standings.board_prizes import BoardLists
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.standings import read_standings

type Values = dict[str, Any]

OF_EVENT = (
    *("slug", "name", "place", "starts_on", "ends_on", "time_zone", "discipline", "system", "edition"),
    *("organiser", "federation", "venue", "rate_of_play", "rated_by", "changed_at", "final_at"),
)
OF_PLAYER = (
    *("number", "start_number", "name", "title", "rating", "national_rating", "federation", "club", "fide_id"),
    *("withdrawn_from", "expelled_from"),
)


def stamp(event: Event) -> str:
    """Name one state of an event, as the live stream does in its ids."""
    return f"{event.epoch}-{event.version}"


def event_values(event: Event) -> Values:
    return {
        **event.read_fields(OF_EVENT),
        "tiebreaks": event.tiebreaks.split(","),
        "rounds": event.planned_rounds,
        "teams": bool(event.team_boards),
        "team_boards": event.team_boards,
        "version": stamp(event),
    }


def notice_values(event: Event) -> Values:
    """Return the line that stands on the pages of an event now."""
    notice = read_notice(event)
    return {"notice": notice.text if notice else "", "notice_until": notice.until if notice else None}


def whole_event_values(event: Event) -> Values:
    """Return an event with the values that lists of events leave out."""
    details = event.details
    deputies = event_details.list_officials(details.deputy_arbiters)
    return {
        **event_values(event),
        "round_factors": event.round_factors,
        **notice_values(event),
        "time_control": details.time_control or encode(details.rate_of_play),
        "map": event_details.find_map(details.venue, details.map_link),
        "chief_arbiter": read_official(details.chief_arbiter)._asdict() if details.chief_arbiter else None,
        "deputy_arbiters": [each._asdict() for each in deputies],
        "announcement": details.announcement,
        "links": [link._asdict() for link in event_details.list_links(details.links)],
        "logo": f"{reverse('logo', args=[event.slug])}?v={event.logo}" if event.logo else None,
    }


def players_values(reader: Reader) -> list[Values]:
    """Return the players by number. Two queries, three in a team event."""
    people = read_players_crosstable(reader).players
    teams = dict(reader.event.players.values_list("number", "team__number")) if reader.event.of_teams else {}
    return [
        {**{name: getattr(people[number], name) for name in OF_PLAYER}, "team": teams.get(number)}
        for number in sorted(people)
    ]


def teams_values(reader: Reader) -> list[Values]:
    """Return the teams by number, none of an event of single players."""
    if not reader.event.team_boards:
        return []
    facts = read_standings(reader).facts
    teams = event_of(facts).teams
    return [
        {
            "number": number,
            "start_number": facts.players[number].start_number,
            "name": team.name,
            "short_name": team.federation,
            "players": list(team.players),
        }
        for number, team in sorted(teams.items())
    ]


def individuals_values(lists: BoardLists) -> list[Values]:
    """Return the players of teams with their records over the board, by board; the reserves' board is null."""
    return [
        {
            "board": board,
            "place": place,
            "number": record.number,
            "name": lists.people[record.number].name,
            "team": record.team,
            "games": record.games,
            "points": as_json.exact_text(record.points),
            "percent": as_json.plain_text(record.percent) if record.games else None,
            "performance": record.strength or None,
        }
        for board, placed in lists.boards.items()
        for record, place in placed
    ]


def rounds_values(reader: Reader) -> list[Values]:
    """Return the paired rounds with how many results everybody sees. Two queries."""
    boards: dict[int, list[Game]] = {}
    for game in audience.redact_games(reader, read_games(reader.event)):
        if game.black_id is not None:
            boards.setdefault(game.round.number, []).append(game)
    return [
        {
            "number": each.number,
            "starts_at": each.starts_at,
            "boards": len(boards.get(each.number, ())),
            "results_in": sum(game.result != "" for game in boards.get(each.number, ())),
            "withheld": each.is_withheld,
        }
        for each in reader.event.rounds.all()
    ]


def games(reader: Reader, chosen: Q = Q(), most: int | None = None) -> list[Game]:  # noqa: B008 - never changed
    """Return boards and byes as everybody sees them, by round and in the order they were stored. One query."""
    rows = Game.objects.filter(chosen, round__event=reader.event).select_related("round", "white", "black", "match")
    return audience.redact_games(reader, rows.order_by("round__number", "pk")[:most])


def game_values(game: Game) -> Values:
    decided = find_decided_points(game.decided_points, game.result)
    return {
        "round": game.round.number,
        "board": game.board,
        "table": game.match.table if game.match else None,
        "match_board": game.match_board,
        "white": game.white.number,
        "black": game.black.number if game.black else None,
        "result": game.result,
        "white_score": game.white_score,
        "black_score": game.black_score,
        "provisional": game.is_provisional,
        "adjourned": game.is_adjourned,
        "points": [format_number(decided.white), format_number(decided.black)] if decided else None,
        "version": game.version,
    }


def matches(event: Event, chosen: Q = Q(), most: int | None = None) -> list[TeamMatch]:  # noqa: B008
    """Return matches and the free rounds of teams, by round and in the order they were stored. One query."""
    rows = TeamMatch.objects.filter(chosen, round__event=event).select_related("round", "first", "second")
    return list(rows.order_by("round__number", "pk")[:most])


def matches_values(reader: Reader, rows: Iterable[TeamMatch]) -> list[Values]:
    """Return matches with the points of each side and their boards. One query besides those of the table."""
    rows = list(rows)
    boards: dict[int | None, list[Values]] = {match.pk: [] for match in rows}
    for game in games(reader, Q(match__in=boards)):
        boards[game.match_id].append(game_values(game))
    by_team = event_of(read_standings(reader).facts).matches if rows else {}
    sides = {(team, match.round): match for team, own in by_team.items() for match in own}
    return [
        {
            "round": match.round.number,
            "table": match.table,
            "first": side(sides, match.first.number, match.round.number),
            "second": side(sides, match.second.number, match.round.number) if match.second else None,
            "kind": sides[match.first.number, match.round.number].kind.value,
            "boards": boards[match.pk],
        }
        for match in rows
        if (match.first.number, match.round.number) in sides
    ]


def side(sides: Mapping[tuple[int, int], Match], team: int, round_number: int) -> Values:
    match = sides[team, round_number]
    return {
        "team": team,
        "match_points": as_json.exact_text(match.match_points),
        "game_points": as_json.exact_text(match.game_points),
    }


def happenings_values(happenings: Iterable[Happening]) -> list[Values]:
    """Return what happened: a result with both sides and the places that they gained, or what became of a round."""
    return [
        {
            "what": str(each.what),
            "at": each.at,
            "round": each.round or None,
            "board": each.board,
            "sides": [side._asdict() for side in each.sides],
            "text": each.text,
        }
        for each in happenings
    ]


def basis_values(ranked: Standings) -> Values:
    """Return what a table is based on: the system, the edition of the rules, and the round."""
    return dict(as_json.basis_values(ranked))


def row_values(ranked: Standings, row: Row) -> Values:
    return {
        "rank": row.rank,
        "number": row.number,
        "name": ranked.facts.players[row.number].name,
        "values": as_json.value_texts(ranked, row.number),
    }


def workings_values(ranked: Standings, row: Row) -> list[Values]:
    """Return how each value of a row comes about: its addends, and what was cut and why."""
    return [as_json.working_values(ranked.explain(row.number, index)) for index in range(len(ranked.order))]


def line_values(ranked: Standings, row: Row) -> Values:
    """Return a line of the cross table."""
    squares = [
        {
            "round": game.round,
            "opponent": game.opponent,
            "colour": str(game.colour.value),
            "kind": str(game.kind.value),
            "points": as_json.exact_text(game.points),
        }
        for game in ranked.all_games.all_games_of(row.number)
    ]
    return {"rank": row.rank or None, "number": row.number, "rounds": squares}


def progress_values(reader: Reader) -> Values:
    """Return how far an event is. One query."""
    progress = read_progress(reader)
    return {
        "round": progress.round,
        "rounds": progress.rounds,
        "boards": progress.boards,
        "results_in": progress.results_in,
        "finished": progress.finished,
        "withheld": list(progress.withheld),
    }
