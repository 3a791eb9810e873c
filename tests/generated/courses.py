"""Small events that follow a plan to their end: every way in which the remaining games can go."""

from random import Random
from typing import NamedTuple

from pairing import dutch, rounds
from pairing.brackets.course import Draw, PlayOffGame, find_level
from pairing.new_swiss import groups
from pairing.plan import fitting, stages
from pairing.plan.own_table import cut_facts
from pairing.rules.history import read_history
from tests.generated import team_courses
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import ZERO, Colour, Game, Kind
from tiebreaks.facts.scoring import outcome
from tiebreaks.ranking.ranked_table import Standings
from tournaments.queries.standings.endings import rank_with_endings, read_courses

# The letters of White and Black, and in Scrabble the scores of both.
CHESS = (("10", None, None), ("01", None, None), ("==", None, None))
CHESS_TOO = (("--", None, None), ("00", None, None), ("+-", None, None), ("=0", None, None))
SCRABBLE = (("10", 410, 390), ("01", 300, 500), ("==", 400, 400))
SCRABBLE_TOO = (("--", None, None), ("-+", None, None), ("10", 700, 200), ("01", 399, 400))

PLANS = {
    "round robin": (stages.Stage("round-robin", 1, 3),),
    "double round robin": (stages.Stage("round-robin", 1, 6, {"cycles": 2}),),
    "Swiss": (stages.Stage("dutch", 1, 3),),
    "Scheveningen": (stages.Stage("scheveningen", 1, 2),),
    "king of the hill": (stages.Stage("new-swiss", 1, 1), stages.Stage("king-of-the-hill", 2, 3)),
    "championship": (
        stages.Stage("groups", 1, 3, {"seed": 5}),
        stages.Stage("new-swiss", 4, 4, {"repeats": None}),
        stages.Stage("finalists", 5, 5, {"repeats": None}),
        stages.Stage("knock-out", 6, 8, {"entrants": 2, "games": 3}),
    ),
    "one game for the title": (
        stages.Stage("round-robin", 1, 3),
        stages.Stage("knock-out", 4, 4, {"entrants": 2}),
    ),
    "a final with placement games": (
        stages.Stage("new-swiss", 1, 2, {"repeats": None}),
        stages.Stage("knock-out", 3, 4, {"entrants": 2, "games": 2, "further": 1, "further_games": 1}),
    ),
    "a cup": (stages.Stage("knock-out", 1, 2, {"play_off": "lots"}),),
    "a cup with a match for place 3": (
        stages.Stage("new-swiss", 1, 1),
        stages.Stage("knock-out", 2, 3, {"losers": "third", "entrants": 4}),
    ),
    "all places": (stages.Stage("knock-out", 1, 2, {"losers": "all"}),),
    "a consolation": (stages.Stage("knock-out", 1, 2, {"consolations": 1}),),
    "a double elimination": (
        stages.Stage("new-swiss", 1, 1),
        stages.Stage("knock-out", 2, 6, {"entrants": 4, "defeats": 2, "second_final": True}),
    ),
    "a pool": (stages.Stage("pools", 1, 3),),
    "a pool of winners and losers": (stages.Stage("pools", 1, 3, {"way": "barrage"}),),
    "a pool and a final": (
        stages.Stage("new-swiss", 1, 1),
        stages.Stage("pools", 2, 4, {"players": 3}),
        stages.Stage("knock-out", 5, 5, {"from_pools": 2, "entrants": 2}),
    ),
    "a pool and brackets": (
        stages.Stage("pools", 1, 3, {"way": "barrage"}),
        stages.Stage("knock-out", 4, 4, {"from_pools": 2, "entrants": 2, "further": 1}),
    ),
    "a final of the semi-finals": (
        stages.Stage("new-swiss", 1, 1),
        stages.Stage("knock-out", 2, 3, {"entrants": 4}),
        stages.Stage("knock-out", 4, 4, {"entrants": 2}),
    ),
    "a concours with three brackets": (stages.Stage("knock-out", 1, 3, {"consolations": 2}),),
    "a pool and a final group": (
        stages.Stage("pools", 1, 3, {"way": "barrage"}),
        stages.Stage("round-robin", 4, 6, {"field": 3}),
    ),
    "a bracket and a Swiss system of all": (
        stages.Stage("knock-out", 1, 2),
        stages.Stage("new-swiss", 3, 4, {"repeats": None}),
    ),
    "a Swiss system, a bracket and rounds for places": (
        stages.Stage("new-swiss", 1, 1),
        stages.Stage("knock-out", 2, 3, {"entrants": 4}),
        stages.Stage("round-robin", 4, 4, {"field": 2}),
        stages.Stage("knock-out", 5, 5, {"entrants": 2, "further": 1}),
    ),
}


class PlayedEvent(NamedTuple):
    """An event on its way: what has happened, the plan, the order of the table, and what is stored of its matches."""

    facts: Crosstable
    plan: stages.Plan
    order: tuple
    draws: tuple = ()  # by stage of matches

    @property
    def endings(self):
        return tuple(zip(stages.join_stages(self.plan), self.draws, strict=True))

    @property
    def paired(self):
        return max((g.round for games in self.facts.games.values() for g in games if g.opponent), default=0)

    def table(self) -> Standings:
        return rank_with_endings(self.endings, self.facts, self.order)

    @property
    def level(self):
        """Return a match that waits for a play-off, with its stage; None if there is none."""
        for number, (stage, _draw) in enumerate(self.endings):
            if stage.first <= self.paired:
                found = find_level(read_courses(self.table())[number].states)
                if found:
                    return number, found[0]
        return None

    def open_board(self):
        """Return the first open board as (round, board, White, Black), None if all have results."""
        boards = [
            (g.round, g.board, n, g.opponent)
            for n, games in self.facts.games.items()
            for g in games
            if g.kind == Kind.OPEN and g.colour == Colour.WHITE
        ]
        return min(boards, default=None)


def start(plan, size, order, discipline="chess", **settings):
    """Return the event before its first round. Teams play by the primary score of the order."""
    players = {n: Player(n, f"P{n}", 2000 - 10 * n) for n in range(1, size + 1)}
    for stage in plan:
        plan = fitting.adapt_plan(plan, stage.first, size) if stage.system == stages.POOLS else plan
    edition = "plain" if discipline == "scrabble" else "2026-03"
    empty = dict.fromkeys(players, ())
    facts = Crosstable(players, empty, plan[-1].last, discipline=discipline, edition=edition, lots_seed=7, **settings)
    if discipline == "teams":
        facts = team_courses.empty(players, plan[-1].last, "GP" if order[0].code == "GP" else "MP")
    return PlayedEvent(facts, plan, order, tuple(Draw() for _stage in stages.join_stages(plan)))


def entered(course, board, result):
    """Return the course with a result of a board, for teams of the first open one of their match."""
    (number, _place, white, black), (letters, *scores) = board, result
    if course.facts.team_event:
        return course._replace(facts=team_courses.entered(course.facts, number, white, black, letters))
    games = dict(course.facts.games)
    for player, letter, own, other in ((white, letters[0], *scores), (black, letters[1], *scores[::-1])):
        kind, points = outcome(letter, True, course.facts.scheme)
        games[player] = tuple(
            g._replace(kind=kind, points=points, letter=letter, own_score=own, opponent_score=other)
            if g.round == number
            else g
            for g in games[player]
        )
    return course._replace(facts=course.facts._replace(games=games))


def next_round(course):
    """Return the course with the next round published; None at its end."""
    number = course.paired + 1
    if number > course.plan[-1].last:
        return None
    stage = stages.stage_of(course.plan, number)
    own = stages.find_own_table(course.plan, number)
    drawn = pair_own_table(course, own, stage, number) if own else pairings(course, stage, number)
    if not drawn or not drawn[0].boards:
        return None  # all matches of the final are decided
    published = course._replace(facts=published_rounds(course, stage, drawn))
    if drawn[0].lines:
        draws = (d._replace(lines=drawn[0].lines) if number in s.rounds else d for s, d in course.endings)
        published = published._replace(draws=tuple(draws))
    away = gone(course, number)
    for pairing in drawn:  # a player who has withdrawn loses the games of a table without playing
        for place, (white, black) in enumerate(pairing.pairs, start=1):
            if away & {white, black}:
                letters = "".join("-" if player in away else "+" for player in (white, black))
                for _board in range(team_courses.BOARDS if course.facts.team_event else 1):
                    published = entered(published, (pairing.round, place, white, black), (letters, None, None))
    return published


def published_rounds(course, stage, drawn):
    """Return the facts with the boards of these pairings open, and with their byes."""
    facts = course.facts
    for pairing in drawn:
        for place, (white, black) in enumerate(pairing.pairs, start=1):
            if facts.team_event:
                facts = team_courses.paired(facts, pairing.round, white, black)
                continue
            for player, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
                facts = with_game(facts, player, Game(pairing.round, other, colour, Kind.OPEN, ZERO, board=place))
        if pairing.bye:
            letter = "Z" if stage.system in stages.TABLES else "U"
            kind, points = outcome(letter, False, facts.scheme)
            if facts.team_event:
                facts = team_courses.with_bye(facts, pairing.round, pairing.bye.player, kind)
            else:
                bye = Game(pairing.round, None, Colour.NONE, kind, points, letter=letter)
                facts = with_game(facts, pairing.bye.player, bye)
    return facts


def with_game(facts, player, game):
    return facts._replace(games={**facts.games, player: (*facts.games[player], game)})


def pairings(course, stage, number):
    """Return the pairings that are published next: all three of the groups at once."""
    facts, absent = course.facts, gone(course, number)
    if stage.system == "groups":
        numbers = rounds.sort_by_rating(read_history(facts, absent))
        seed = stage.get("seed")
        return groups.pair_groups(groups.draw_groups(len(numbers), seed), numbers, seed)
    if stage.system == "dutch":  # by any legal or illegal pairs: what is claimed must not depend on the system
        if number == 1:
            return [dutch.pair_first_round([n for n in facts.players if n not in absent])]
        stage = stages.Stage("new-swiss", stage.first, stage.last, {"repeats": None})
    order, draw = (), Draw()
    if stage.system in stages.DUELS:
        before = course._replace(facts=facts.up_to(stage.first - 1))
        order = tuple(row.number for row in before.table().rows)
        draw = next(d for s, d in course.endings if s == stage)
    return [rounds.pair(facts, stage, rounds.Wishes(absent, order=order, draw=draw, lots=0))]


def pair_own_table(course, own, stage, number):
    """Return the pairing of a round after matches, in which only the first of the table before play on."""
    draw = next(draw for of, draw in course.endings if of == own)
    before = course._replace(facts=course.facts.up_to(own.first - 1))
    here = [row.number for row in before.table().rows if row.number not in gone(course, own.first)]
    field = draw.lines.get("A") or tuple(here[: stage.get("field")])
    facts = cut_facts(course.facts, own, field)
    shifted = stage._replace(first=stage.first - own.first + 1, last=stage.last - own.first + 1)
    absent = gone(course, number) & set(field)
    pairing = rounds.pair(facts, shifted, rounds.Wishes(absent, lots=0))
    return [pairing._replace(round=number, lines={} if draw.lines else {"A": field})]


def gone(course, number):
    players = course.facts.players.values()
    return {p.number for p in players if p.withdrawn_from is not None and p.withdrawn_from <= number}


def count_remaining_games(course, results):
    """Count the games still to come if each ends like the first of these results."""
    count = 0
    while states := following(course, results[:1]):
        count += course.open_board() is not None
        course = states[0]
    return count


def play_until(course, chance, remaining, results):
    """Play at random until so many games remain. A result that ends the event earlier gives way to the first one."""
    while count_remaining_games(course, results) > remaining:
        first, *_ = following(course, results[:1])
        state = chance.choice(following(course, results))
        course = state if following(state, results) else first
    return course


def following(course, results):
    """Return every state that can follow next: a result of the first open board, a play-off, or the next round."""
    board = course.open_board()
    if board:
        return [entered(course, board, result) for result in results]
    if course.level:
        number, state = course.level
        return [played_off(course, number, state, winner) for winner in state.players]
    coming = next_round(course)
    return [] if coming is None else [coming]


def played_off(course, number, state, winner):
    """Return the course with a play-off, or a decision of the arbiter, that one of the two has won."""
    draws = list(course.draws)
    key, rule = state.duel.key, state.decision.waits_for
    earlier = draws[number].play_offs.get(key, ())
    games = (*earlier, PlayOffGame(rule, frozenset(state.players), winner))
    draws[number] = draws[number]._replace(play_offs={**draws[number].play_offs, key: games})
    return course._replace(draws=tuple(draws))


def chance_of(*parts):
    return Random(" ".join(map(str, parts)))
