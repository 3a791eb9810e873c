"""Write the records of team events in TRF26, and the teams of TRF16: the inverse of `tiebreaks.trf.teams`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Kind
from tiebreaks.facts.team_crosstable import SCORES, average_rating, event_of, in_score
from tiebreaks.facts.teams import Match, Team, TeamEvent, with_usual_points
from tiebreaks.table.table import Table

BYES = {Kind.FPB: "F", Kind.HPB: "H", Kind.ZPB: "Z"}
FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}
STATED, MEMBERS = 53, 71  # the columns of a record 310, from 0: both scores of a team and its place, and what follows

type Scores = tuple[Decimal, ...]


def scores_of(teams: Crosstable) -> dict[int, Scores]:
    """Return the match points and game points of all teams in the table, by number."""
    match_points, game_points = (Table(in_score(teams, score).counted()) for score in SCORES)
    return {number: (match_points.total_points(number), game_points.total_points(number)) for number in teams.players}


def team_lines(teams: Crosstable, players: Crosstable, ranks: Mapping[int, int] | None = None) -> list[str]:
    """Return the records of all teams and matches. `players` is the crosstable with the games on the boards."""
    event, scores = event_of(teams), scores_of(teams)
    win, draw, loss = event.scheme.match[:3]
    return [
        *([f"352 {event.scheme.colours}"] if event.scheme.colours else []),
        f"362 TW{win:4.1f}   TD{draw:4.1f}   TL{loss:4.1f}",
        *_requested_byes(event),
        *_allocated_byes(event),
        *_forfeits(event),
        *_line_ups(event),
        *_decisions(event),
        *(
            _team(event, team, players, scores[number], (ranks or {}).get(number, 0))
            for number, team in sorted(event.teams.items())
        ),
    ]


def restate_team(line: str, scores: Mapping[int, Scores], ranks: Mapping[int, int] | None) -> str:
    """Return a kept record 310 with the scores and, if there are any places, the place that its team has now."""
    number = int(line[4:7]) if line[:3] == "310" and line[4:7].strip().isdecimal() else 0
    if number not in scores:
        return line
    place = line[68:MEMBERS].strip() if ranks is None else ranks.get(number, 0)
    return line[:STATED].ljust(STATED) + _stated(scores[number], place) + line[MEMBERS:]


def roster_lines(event: TeamEvent) -> list[str]:
    """Return the teams as TRF16 has them, in records 013: the name and the numbers of the players, by team number."""
    return [
        f"013 {team.name:32.32}" + " ".join(f"{number:>4}" for number in team.players)
        for _number, team in sorted(event.teams.items())
    ]


def _team(event: TeamEvent, team: Team, players: Crosstable, scores: Scores, rank: int) -> str:
    """Return record 310: the team with its average rating, its two scores, its place and its members."""
    strength = average_rating(team, event.scheme, players) or ""
    members = "".join(f" {number:>4}" for number in team.players)
    return (
        f"310 {team.number:>3} {team.name:32.32} {team.federation:5.5} {strength:>6}{_stated(scores, rank)} {members}"
    )


def _stated(scores: Scores, place: int | str) -> str:
    return "".join(f" {score:>6.1f}" for score in scores) + f" {place or '':>3}"


def _requested_byes(event: TeamEvent) -> Iterator[str]:
    """Yield records 240 for the byes that teams requested, one for each kind and round."""
    requested: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, match in _matches_by_round(event):
        if match.kind in BYES:
            requested[match.round, BYES[match.kind]].append(number)
    for (round_number, letter), numbers in sorted(requested.items()):
        yield f"240 {letter} {round_number:>3}" + "".join(f" {number:>4}" for number in sorted(numbers))


def _allocated_byes(event: TeamEvent) -> Iterator[str]:
    """Yield record 320: what a pairing-allocated bye is worth, and who had it in each round."""
    byes = {match.round: number for number, match in _matches_by_round(event) if match.kind == Kind.PAB}
    if byes or Kind.PAB in event.scheme.byes:
        worth = event.scheme.worth(Kind.PAB)
        cells = "".join(f" {byes.get(round_number, ''):>3}" for round_number in range(1, max(byes, default=0) + 1))
        yield f"320 {worth.match_points:>4.1f} {worth.game_points:>4.1f}{cells}"


def _forfeits(event: TeamEvent) -> Iterator[str]:
    """Yield record 330 for each match that one or both teams forfeited."""
    for number, match in _matches_by_round(event):
        if match.opponent is not None and match.kind in FORFEITS and match.colour == Colour.WHITE:
            other = next(other for other in event.matches[match.opponent] if other.round == match.round)
            yield f"330 {FORFEITS[match.kind]}{FORFEITS[other.kind]} {match.round:>3} {number:>3} {match.opponent:>3}"


def _line_ups(event: TeamEvent) -> Iterator[str]:
    """Yield record 300 for each team that left a board empty or did not play in the order of its list."""
    for number, match in _matches_by_round(event):
        seated = [board.player for board in match.boards]
        if any(seated) and seated != [player for player in event.teams[number].players if player in seated]:
            cells = "".join(f" {player or 0:>4}" for player in seated)
            yield f"300 {match.round:>3} {number:>3} {match.opponent:>3}{cells}"


def _decisions(event: TeamEvent) -> Iterator[str]:
    """Yield record 299 for matches with other match points than by their boards, as the Berlin score decides them."""
    played = with_usual_points(event).matches
    for number, own in sorted(event.matches.items()):
        usual = {match.round: match.match_points for match in played[number]}
        for match in sorted(own, key=lambda match: match.round):
            if match.match_points != usual[match.round]:
                letter = "W" if match.match_points > usual[match.round] else "L"
                worth = f"{match.match_points:>4.1f}  {match.game_points:>4.1f}"
                yield f"299 {letter}  {worth}  {match.round:>3} {number:>4}"


def _matches_by_round(event: TeamEvent) -> Iterator[tuple[int, Match]]:
    """Yield every match from both sides, by round and team."""
    yield from sorted(
        ((number, match) for number, own in event.matches.items() for match in own),
        key=lambda each: (each[1].round, each[0]),
    )
