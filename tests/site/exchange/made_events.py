"""Random events as people make them here, by the actions alone, each with a round that is still to be drawn."""

from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from random import Random

from pairing.plan import stages
from tests.site.championship import draw, make_championship, publish
from tests.site.teams import make_teams
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.by_hand import set_by_hand
from tournaments.actions.event.categories import save_category
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.event_details import change_details
from tournaments.actions.event.prizes import set_prizes
from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.actions.players.participation import expel_participant, set_absence, withdraw_participant
from tournaments.actions.players.players import add_player, edit_player
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.round_times import set_times
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.domain.event.categories import CategoryDefinition
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.models import Event, Game
from tournaments.queries.rounds.games import read_boards

CHESS = ("10", "10", "==", "01", "+-", "-+", "--", "WL", "DD", "LW", "00", "=0", "0=")
SCORES = {
    "scrabble": ((402, 381), (310, 505), (377, 377), (440, 300)),
    "petanque": ((13, 7), (9, 13), (13, 0)),
}
SETTINGS = {
    "chess": (
        *({"win_points": Decimal(3), "draw_points": Decimal(1), "bye_points": Decimal(2)}, {}),
        *({"unrated_rating": 1000, "edition": "2024-08"}, {"rating_method": "HBFN"}, {"tiebreaks": "PTS,LOTS"}),
        {"round_factors": "1:2,4-5:0.5"},  # at an odd place: the first plan is accelerated
    ),
    "scrabble": ({"spread_cap": 60}, {"bye_spread": 30, "forfeit_spread": -70}, {}),
    "petanque": ({"spread_cap": 9}, {}),
}
PLANS = {
    "chess": (
        [("dutch", 5, {"accelerated": True})],
        [("dutch", 5, {"initial": "B"})],
        [("dutch", 4, {}), ("king-of-the-hill", 1, {})],
        [("new-swiss", 5, {"clubs_apart": True})],
    ),
    "scrabble": ([("new-swiss", 5, {})], [("new-swiss", 4, {}), ("king-of-the-hill", 1, {})]),
    "petanque": ([("new-swiss", 5, {})],),
    "teams": (
        [("team-swiss", 5, {"colours": "typeb"})],
        [("team-swiss", 5, {"accelerated": True})],
        [("new-swiss", 5, {})],
    ),
}


def make_random_event(discipline, seed):
    """Return an event after two rounds, with whatever arbiters do to it; its next round is not drawn."""
    chance = Random(f"{discipline} {seed}")
    event = make_championship(chance.randint(9, 12), f"{discipline}-{seed}", discipline)
    fill_in_players(event, chance)
    choose_plan(event, PLANS[discipline], seed)
    change_settings(event, {"starts_on": date(2026, 12, 5), "ends_on": date(2026, 12, 6)}, COMMAND)
    change_settings(event, SETTINGS[discipline][seed % len(SETTINGS[discipline])], COMMAND)
    for number in (1, 2):
        for player in chance.sample(range(1, 9), 2):
            ask_for_bye(event, player, number, chance.choice("HZ"))
        draw(event)
        publish(event, reason="as drawn")
        play(event, number, chance)
        if number == 1:
            add_player(event, {"name": "Late, Lou", "rating": 1955, "club": "Tower"}, COMMAND)
    steer(event, chance)
    describe(event)
    return Event.objects.get(pk=event.pk)


def make_random_teams(seed):
    """Return an event of nine teams after two rounds; its next round is not drawn."""
    chance = Random(f"teams {seed}")
    event = make_teams(9, boards=2, slug=f"teams-{seed}", planned_rounds=5)
    choose_plan(event, PLANS["teams"], seed)
    for number in (1, 2):
        ask_for_bye(event, chance.randint(1, 9), number, chance.choice("HZ"), of_teams=True)
        draw(event)
        publish(event, reason="as drawn")
        tables = event.rounds.get(number=number).matches.exclude(table=None).count()
        end_match(event, number, tables, chance.choice(["+-", "-+", "--"]), COMMAND, "nobody came")
        for game in read_boards(event, number).filter(result=""):
            enter_result(event, number, game.board, Entry(chance.choice(CHESS), version=game.version), COMMAND)
    steer(event, chance, of_teams=True)
    return Event.objects.get(pk=event.pk)


def choose_plan(event, plans, seed):
    made, first = [], 1
    for system, length, settings in plans[seed % len(plans)]:
        made.append(stages.Stage(system, first, first + length - 1, settings))
        first += length
    set_plan(event, made, COMMAND)


def fill_in_players(event, chance):
    clubs = ("Rook", "Bishop", "Tower")
    for number in range(1, 7):
        fields = {"club": chance.choice(clubs), "federation": chance.choice(["GER", "FRA"])}
        if event.discipline == "chess":
            fields |= {"title": chance.choice(["", "FM"]), "fide_id": f"46000{number:02}", "sex": "m"}
            fields |= {
                "birth_date": f"199{number}/05/06",
                "national_rating": 1900 + number,
                "national_id": f"N{number}",
            }
        edit_player(event, number, fields, COMMAND)


def play(event, number, chance):
    """Enter every result, and decide about some of the players."""
    for game in read_boards(event, number):
        if event.discipline == "chess":
            entry = Entry(chance.choice(CHESS), version=game.version)
        else:
            forfeit = chance.choice(["+-", "-+", "--", None, None, None, None])
            scores = chance.choice(SCORES[event.discipline])
            entry = Entry(forfeit, *(() if forfeit else scores), version=game.version)
        enter_result(event, number, game.board, entry, COMMAND)
    for game in Game.objects.filter(round__event=event, round__number=number).select_related("white"):
        wanted = Decision(version=game.version, reason="as the rules say")
        if game.black_id is None and chance.random() < 0.3:
            wanted = wanted._replace(bye=chance.choice("FHZ"))
        elif chance.random() < 0.15:
            worth = {"penalty": 10} if event.game.has_scores else {"deduction": Decimal("0.5")}
            decided = {"white_points": Decimal("1.5"), "black_points": Decimal(1)}
            wanted = wanted._replace(**chance.choice([worth, decided]))
        else:
            continue
        attempt(decide_about_player, event, number, game.white.number, wanted, COMMAND)


def steer(event, chance, of_teams=False):
    """Note everything that steers the rounds to come."""
    for rule in (Apart.LIST, *(() if of_teams else (Apart.CLUB,))):
        numbers = chance.sample(range(1, 9), 3) if rule == Apart.LIST else ()
        wanted = ForbiddenPairingDefinition(rule, numbers, "" if rule == Apart.LIST else "Tower", chance.randint(1, 4))
        add_forbidden_pairing(event, wanted, COMMAND)
    for number in chance.sample(range(1, 9), 3):
        ask_for_bye(event, number, chance.choice([3, 3, 4]), chance.choice("HZF"), of_teams=of_teams)
    gone = chance.randint(1, 9)
    withdraw_participant(event, gone, COMMAND, "ill", of_teams=of_teams)
    if chance.random() < 0.5:
        expel_participant(event, gone % 9 + 1, COMMAND, "cheated", of_teams=of_teams)


def describe(event):
    """Set what stands beside the games: categories, prizes, times, details, values by hand, a fixed table."""
    save_category(event, "", CategoryDefinition("Tower", "club", text="Tower"), COMMAND)
    set_prizes(event, "", ["100 €", "50 €"], COMMAND)
    set_times(event, {1: datetime(2026, 12, 5, 10), 2: datetime(2026, 12, 5, 15)}, COMMAND)
    change_details(event, {"chief_arbiter": "IA Ada Berg (4600000)", "rate_of_play": "90 min + 30 s"}, COMMAND)
    set_by_hand(event, 2, "MAN", Decimal("1.5"), COMMAND, "blitz")
    set_fixed_table(event, 3, 2, COMMAND)


def ask_for_bye(event, number, its_round, kind, of_teams=False):
    attempt(set_absence, event, number, its_round, kind, COMMAND, of_teams=of_teams, one_more=True)


def attempt(action, *arguments, **options):
    """Do what may be refused: then the event goes on without it."""
    with suppress(Refusal):
        action(*arguments, **options)
