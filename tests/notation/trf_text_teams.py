"""Write a team event as a TRF26 file, independently of the project's own code, so that another program can read it."""

from collections import defaultdict
from decimal import Decimal

from tiebreaks.facts.games import Kind

LETTERS = {Decimal(1): "1", Decimal("0.5"): "=", Decimal(0): "0"}
BYES = {Kind.FPB: "F", Kind.HPB: "H"}
FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}


def trf_text_teams(crosstable, colours):
    """Return the TRF26 text; `colours` are those of the first team of a match on each board."""
    event = crosstable.team_event
    scheme = event.scheme
    primary = "FIDE_TEAM_GP_MP" if crosstable.score == "GP" else "FIDE_TEAM_MP_GP"
    lines = [f"012 {crosstable.name}", f"042 {crosstable.starts_on.replace('-', '/')}", f"142 {crosstable.rounds}"]
    if crosstable.system == "round-robin":
        primary = "CUSTOM_TEAM_ROUNDROBIN"
    lines += [f"192 {primary}", f"352 {colours}"]
    win, draw, loss = scheme.match[:3]
    lines.append(f"362 TW{win:4.1f}   TD{draw:4.1f}   TL{loss:4.1f}")
    matches = {(n, m.round): m for n, own in event.matches.items() for m in own}
    lines += _players(event, matches)
    lines += [_team(event, team) for team in event.teams.values()]
    lines += [*_byes(event, matches), *_line_ups(event, matches), *_forfeits(matches)]
    return "\n".join(lines) + "\n"


def _players(event, matches):
    seats = {(b.player, m.round): b for m in matches.values() for b in m.boards if b.player is not None}
    for team in event.teams.values():
        for player in team.players:
            cells, points = [], Decimal(0)
            for number in range(1, _last_round(matches) + 1):
                board = seats.get((player, number))
                points += board.points if board else 0
                cells.append(_cell(board))
            yield (
                f"001 {player:>4}      {f'Player {player:04}':33} {1500:>4} {'FID':3} {'':>11} {'':10}"
                f" {points:>4.1f} {1:>4}{''.join(cells)}"
            )


def _last_round(matches):
    return max(number for _, number in matches)


def _cell(board):
    if board is None or board.kind == Kind.FORFEIT_LOSS:
        return "  0000 - -"
    if board.kind == Kind.FORFEIT_WIN:
        return "  0000 - +"
    return f"  {board.opponent:>4} {board.colour} {LETTERS[board.points]}"


def _team(event, team):
    matches = event.matches[team.number]
    mp, gp = (sum((m[field] for m in matches), Decimal(0)) for field in (4, 5))
    players = "".join(f" {player:>4}" for player in team.players)
    return f"310 {team.number:>3} {team.name:32} {team.federation:5} {1500:>6} {mp:>6.1f} {gp:>6.1f} {1:>3} {players}"


def _byes(event, matches):
    """Return records 240, one for each kind and round, and the record 320."""
    asked, allocated = defaultdict(list), defaultdict(int)
    for (team, number), match in matches.items():
        if match.kind in BYES:
            asked[BYES[match.kind], number].append(team)
        elif match.kind == Kind.PAB:
            allocated[number] = team
    worth = event.scheme.worth(Kind.PAB)
    cells = "".join(f" {allocated[n] or '':>3}" for n in range(1, _last_round(matches) + 1))
    return [
        *(f"240 {letter} {n:>3}{''.join(f' {t:>4}' for t in teams)}" for (letter, n), teams in sorted(asked.items())),
        f"320 {worth.match_points:>4.1f} {worth.game_points:>4.1f}{cells}",
    ]


def _line_ups(event, matches):
    """Return records 300 for teams with an empty board, or not in the order of their lists."""
    for (team, number), match in matches.items():
        seated = [board.player for board in match.boards]
        in_order = [player for player in event.teams[team].players if player in seated]
        if any(seated) and seated != in_order:
            cells = "".join(f" {player or 0:>4}" for player in seated)
            yield f"300 {number:>3} {team:>3} {match.opponent:>3}{cells}"


def _forfeits(matches):
    for (team, number), match in matches.items():
        if match.kind in FORFEITS and match.colour == "w":
            other = matches[match.opponent, number]
            yield f"330 {FORFEITS[match.kind]}{FORFEITS[other.kind]} {number:>3} {team:>3} {match.opponent:>3}"
