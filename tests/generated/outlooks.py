"""Shared by tests of the outlook: unfinished events, and every way, or a random way, in which they can end."""

from itertools import product

from tests.generated import generator_teams
from tests.generated.generator import USUAL, Sheet, absence, pair, play
from tests.generated.weights import weigh_game
from tiebreaks.facts.games import Kind
from tiebreaks.facts.scoring import RESULT_PAIRS, outcome
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import match_result
from tiebreaks.standings import rank

LETTERS = sorted(RESULT_PAIRS)


def stopped(facts, rounds, boards=()):
    """Return the first `rounds` of an event; `boards` of the last of them, counted from 0, are open."""
    facts = facts.up_to(rounds)
    pairs = [
        (n, g.opponent) for n in facts.players for g in facts.games[n] if g.round == rounds and n < (g.opponent or 0)
    ]
    open_again = {n for index, pair in enumerate(pairs) if index in boards for n in pair}
    return facts._replace(
        games={
            n: tuple(_opened(g) if g.round == rounds and n in open_again else g for g in games)
            for n, games in facts.games.items()
        }
    )


def _opened(game):
    return game._replace(kind=Kind.OPEN, points=game.points * 0, letter="", own_score=None, opponent_score=None)


def open_boards(facts):
    return [(n, g) for n in facts.players for g in facts.games[n] if g.kind == Kind.OPEN and n < g.opponent]


def ended(facts, letters):
    """Return the event with its open boards ended in these pairs of letters."""
    games = dict(facts.games)
    for (number, game), shown in zip(open_boards(facts), letters, strict=True):
        for player, letter in zip((number, game.opponent), shown, strict=True):
            kind, points = outcome(letter, True, facts.scheme_of(game.round))
            games[player] = tuple(
                g._replace(kind=kind, points=points, letter=letter) if g.round == game.round else g
                for g in games[player]
            )
    return facts._replace(games=games)


def every_end(facts, letters=LETTERS):
    """Yield the event with every result of its open boards."""
    for chosen in product(letters, repeat=len(open_boards(facts))):
        yield ended(facts, chosen)


def any_end(facts, chance):
    """End the open boards and play the remaining rounds at random, with everything that can happen in them."""
    facts = ended(facts, [chance.choice(LETTERS) for _ in open_boards(facts)])
    sheet = Sheet(facts.players, facts.scheme)
    sheet.games = {n: list(facts.games[n]) for n in facts.players}
    paired = max(g.round for games in facts.games.values() for g in games)
    favourites = set(chance.sample(sorted(facts.players), len(facts.players) // 2))
    for number in range(paired + 1, facts.rounds + 1):
        absent = {n: absence(chance, USUAL) for n in facts.players}
        pairs, alone = pair(chance, sheet, [n for n, kind in absent.items() if not kind])
        for n, kind in absent.items():
            if kind:
                sheet.bye(number, n, kind)
        for white, black in pairs:
            one_sided = (white in favourites) != (black in favourites) and chance.random() < 0.8
            if one_sided:
                sheet.game(number, white, black, "10" if white in favourites else "01")
            else:
                play(chance, USUAL, sheet, number, white, black)
        for n in alone:
            sheet.bye(number, n, Kind.PAB)
    return facts._replace(
        games={
            n: tuple(weigh_game(g, facts.round_factors) if g.round > paired else g for g in games)
            for n, games in sheet.games.items()
        }
    )


def sides(facts, order, places):
    """Return who is among the first `places` and who is not; players tied across the border are in neither set."""
    rows = rank(facts, order).rows
    inside = {r.number for r in rows if sum(other.rank <= r.rank for other in rows) <= places}
    return inside, {r.number for r in rows if r.rank > places}


def scored(facts, chance):
    """Turn a chess event into one of Scrabble: every game played gets scores that fit its result."""
    games = {n: list(own) for n, own in facts.games.items()}
    for number, own in games.items():
        for at, game in enumerate(own):
            if game.kind == Kind.PLAYED and number < game.opponent:
                low, high = sorted(chance.sample(range(250, 600), 2))
                there = next(i for i, g in enumerate(games[game.opponent]) if g.round == game.round)
                other = games[game.opponent][there]
                mine, yours = (high, low) if game.points > other.points else (low, high)
                if game.points == other.points:
                    yours = mine
                own[at] = game._replace(own_score=mine, opponent_score=yours)
                games[game.opponent][there] = other._replace(own_score=yours, opponent_score=mine)
    return facts._replace(discipline="scrabble", edition="plain", games={n: tuple(own) for n, own in games.items()})


def scored_from(facts, end, chance):
    """Give the games that `end` has more than `facts` scores."""
    known = {(n, g.round): g for n, own in facts.games.items() for g in own if g.letter}
    end = scored(end, chance)
    games = {n: tuple(known.get((n, g.round), g) for g in own) for n, own in end.games.items()}
    return end._replace(games=games)


def stopped_teams(facts, rounds, boards=()):
    """Return the first `rounds` of a team event; `boards` of the matches of the last one, counted from 0, are open."""
    event = facts.team_event.up_to(rounds)
    seats = [(n, at) for n, m in first_sides(event, rounds) for at in range(len(m.boards))]
    chosen = [seats[board] for board in boards if board < len(seats)]
    return with_boards(facts, event, rounds, dict.fromkeys(chosen, (Kind.OPEN, Kind.OPEN, 0, 0)))


def first_sides(event, round_number):
    """Return each match of a round once, with the number of the team from whose side it is seen."""
    return [
        (n, m) for n, own in event.matches.items() for m in own if m.round == round_number and n < (m.opponent or 0)
    ]


def with_boards(facts, event, round_number, changed):
    """Return a team event with other boards in a round, by team and place: both kinds and both points."""
    matches = {n: list(own) for n, own in event.matches.items()}
    for number, match in first_sides(event, round_number):
        theirs = next(m for m in matches[match.opponent] if m.round == round_number)
        sides = list(match.boards), list(theirs.boards)
        for (_team, at), played in (item for item in changed.items() if item[0][0] == number):
            for side, kind, points in zip(sides, played[:2], played[2:], strict=True):
                side[at] = side[at]._replace(kind=kind, points=side[at].points * 0 + points)
        if any(team == number for team, _at in changed):
            for n, old, own, other in ((number, match, *sides), (match.opponent, theirs, *reversed(sides))):
                kind, worth = match_result(event.scheme, own, other)
                new = old._replace(kind=kind, match_points=worth[0], game_points=worth[1], boards=tuple(own))
                matches[n][matches[n].index(old)] = new
    ended = event._replace(matches={n: tuple(own) for n, own in matches.items()})
    unchanged = {name: getattr(facts, name) for name in ("system", "edition", "name", "starts_on", "rounds")}
    return team_crosstable(ended, facts.score)._replace(**unchanged)


def ended_teams(facts, letters):
    """Return a team event with its open boards ended in these pairs of letters."""
    event, round_number = facts.team_event, last_of(facts)
    changed = {}
    for seat, shown in zip(open_seats(facts), letters, strict=True):
        (kind, points), (other, others) = (outcome(letter, True, event.scheme.game) for letter in shown)
        changed[seat] = (kind, other, points, others)
    return with_boards(facts, event, round_number, changed)


def last_of(facts):
    return max((m.round for own in facts.team_event.matches.values() for m in own), default=0)


def open_seats(facts):
    sides = first_sides(facts.team_event, last_of(facts))
    return [(n, at) for n, m in sides for at, board in enumerate(m.boards) if board.kind == Kind.OPEN]


def any_end_of_teams(facts, chance):
    """End the open boards and play the remaining rounds at random, with everything that can happen in them."""
    facts = ended_teams(facts, [chance.choice(LETTERS) for _ in open_seats(facts)])
    sheet = generator_teams.going_on(facts, chance, generator_teams.WILD)
    for number in range(last_of(facts) + 1, facts.rounds + 1):
        sheet.round(number, {n: generator_teams.absence(chance, sheet.rates) for n in sheet.teams})
    event = facts.team_event._replace(matches={n: tuple(own) for n, own in sheet.matches.items()})
    return with_boards(facts, event, 0, {})
