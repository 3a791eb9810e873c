"""Teams for tests: an event of teams with their members; rounds drawn by its plan or stored as given; results.

event = make_teams(6, boards=4)                   # teams with a reserve each, no round yet
event = make_team_event()                         # four teams of four boards, round 1 published
swiss(event), robin(event); round_of(event)       # a plan; its next round, drawn and published
publish(event, 1, [(1, 2)], {3: "U"})             # a round with these matches and byes
enter_boards(event, 1, "10", "==")                # results of the boards 1, 2 and so on
enter_matches(event, 1, "1=", "00")               # what the first team of each match made, board 1 first
results_of(event)                                 # the results that are in, by board
"""

from django.utils import timezone

from pairing.plan import stages, usual_plans
from tests.site import championship
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.team_matches import store_matches
from tournaments.actions.writing import COMMAND, writing
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Player, Round, Team
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.rounds.games import read_boards

NAMES = ("Aster", "Birch", "Cedar", "Dahlia", "Elder", "Fern", "Gorse", "Hazel", "Iris", "Juniper", "Kale", "Lilac")
TEAMS = ("Aster", "Birke", "Ceder", "Distel")
PEOPLE = (
    "Abel, Ada", "Bach, Bo", "Cron, Cem", "Dorn, Dea", "Eck, Eva",
    "Falk, Fee", "Gast, Gil", "Hahn, Hal", "Iser, Ina", "Jost, Jan",
    "Kern, Kai", "Lenz, Lea", "Mohr, Mia", "Nies, Nils", "Opel, Ove",
    "Pohl, Pia", "Quast, Quin", "Ritt, Rea", "Senn, Sam", "Thon, Tea",
)  # fmt: skip
PAIRS = ([(1, 2), (3, 4)], [(4, 1), (2, 3)])


def make_teams(teams=6, boards=2, reserves=1, slug="league", people=(), **fields):
    """Store an event of so many teams, or of these names, each with as many players as boards and some reserves.

    The players of team 1 have the numbers from 1 on, and so on, the better first: by the names in `people`, else by
    team and place, such as "Aster 1".
    """
    clear_caches()  # an event of another test may have had the same id and version
    settings = {"name": "The league", "tiebreaks": "MP,GP", "planned_rounds": 3, "lots_seed": 7} | fields
    event = Event.objects.create(slug=slug, epoch="e1", changed_at=timezone.now(), team_boards=boards, **settings)
    size = boards + reserves
    for number, name in enumerate(NAMES[:teams] if isinstance(teams, int) else teams, start=1):
        team = Team.objects.create(event=event, number=number, name=name)
        Player.objects.bulk_create(
            Player(
                event=event, number=key, name=people[key - 1] if people else f"{name} {place}",
                rating=2400 - 100 * number - 10 * place, team=team, team_place=place,
            )
            for place, key in enumerate(range((number - 1) * size + 1, number * size + 1), start=1)
        )  # fmt: skip
    return event


def make_team_event(slug="league", rounds=1, **fields):
    """Store four teams of four boards: team n has the players 5n-4 to 5n; some rounds are published without results."""
    event = make_teams(TEAMS, 4, slug=slug, people=PEOPLE, **fields)
    for number, pairs in enumerate(PAIRS[:rounds], start=1):
        publish(event, number, pairs)
    return event


def lists(event):
    """Return the numbers of the players of each team in the order of its list, by the name of the team."""
    return {
        team.name: [player.number for player in team.players.order_by("team_place", "number")]
        for team in event.teams.order_by("number")
    }


def matches(event, number):
    """Return the matches of a round as numbers of teams, and the letter of each team without an opponent."""
    rows = event.rounds.get(number=number).matches.select_related("first", "second")
    pairs = [(row.first.number, row.second.number) for row in rows if row.second]
    return pairs, {row.first.number: row.end for row in rows if row.second is None}


def swiss(event, rounds=5, **settings):
    return set_plan(event, [stages.Stage("team-swiss", 1, rounds, settings)], COMMAND)


def robin(event, cycles=1):
    return set_plan(event, usual_plans.round_robin(event.teams.count(), cycles), COMMAND)


def round_of(event, **wishes):
    """Draw, publish and return the next round."""
    championship.draw(event, **wishes)
    (its_round,) = championship.publish(event)
    return its_round.number


def publish(event, number, pairs, free=None):
    """Publish a round: pairs of teams at tables 1, 2 and so on, and letters of those who are free."""
    with writing(event) as locked:
        store_matches(locked, Round.objects.create(event=event, number=number), pairs, free or {})
    clear_caches()


def enter_boards(event, number, *results):
    """Enter results of the boards 1, 2 and so on of a round: "10", "==", "01"; "" leaves a board open."""
    for board, result in enumerate(results, start=1):
        if result:
            answer = enter_result(event, number, board, Entry(result, version=0), COMMAND)
            assert answer.outcome == "saved", answer
    event.refresh_from_db()


def enter_matches(event, number, *made):
    """Enter the boards of each match as its first team made them, board 1 first: 1, = or 0."""
    turned = {"10": "01", "01": "10", "==": "=="}
    for game in read_boards(event, number).select_related("match__first", "white__team"):
        own = {"1": "10", "0": "01", "=": "=="}[made[game.match.table - 1][game.match_board - 1]]
        value = own if game.white.team == game.match.first else turned[own]
        enter_result(event, number, game.board, Entry(value, version=game.version), COMMAND)


def results_of(event):
    games = Game.objects.filter(round__event=event).order_by("board")
    return {game.board: game.result for game in games if game.result}
