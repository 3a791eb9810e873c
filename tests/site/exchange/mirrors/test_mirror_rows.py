"""Whatever happens in an event, the server that shows it has the same rows afterwards, and wrote nothing else."""

from decimal import Decimal

import pytest

from tests.site import championship
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import game, make_event, person
from tests.site.teams import enter_boards, make_team_event
from tournaments.access.reader import Reader
from tournaments.actions.accounts.privacy import show_player
from tournaments.actions.desk.decisions import Decision, decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.mirror_rows import Lines
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.players.name_matching import make_search_key
from tournaments.formats.public_archive import PublicWriter
from tournaments.formats.public_read import PublicReader
from tournaments.models import Absence, Category, Event, Game, Player, Prize, Round, Stage, Team, TeamMatch
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event("zq-open")


@pytest.fixture
def owner(event):
    return Actor(person("olga", event, Role.OWNER), Role.OWNER)


def public_rows(event):
    clear_caches()
    documents = PublicWriter(Reader(Event.objects.get(pk=event.pk))).documents()
    lines = Lines(PublicReader(documents).rows, are_stored=False).lines
    return {name: {identity: line.values for identity, line in rows.items()} for name, rows in lines.items()}


def table(event):
    event = Event.objects.get(pk=event.pk)
    return [(row.rank, row.number, row.values) for row in read_standings(Reader(event)).rows]


def assert_alike(event, mirrored):
    assert public_rows(event) == public_rows(mirrored)
    assert table(event) == table(mirrored)
    names = [*mirrored.players.values_list("name", "search_key"), *mirrored.teams.values_list("name", "search_key")]
    assert [key for name, key in names if key != make_search_key(name)] == [], "found by the names that are shown now"


def enter(event, number, board, result):
    enter_result(event, number, board, Entry(result, version=game(event, number, board).version), COMMAND)


HALF = Decimal("0.5")


def swap_numbers(event):
    Player.objects.filter(event=event, number=1).update(given_number=99)
    Player.objects.filter(event=event, number=2).update(given_number=1)
    Player.objects.filter(event=event, number=1).update(given_number=2)


def exchange_boards(event):
    Game.objects.filter(round__event=event, round__number=2, board=1).update(board=90)
    Game.objects.filter(round__event=event, round__number=2, board=2).update(board=1)
    Game.objects.filter(round__event=event, round__number=2, board=90).update(board=2)


def exchange_colours(event):
    one = game(event, 2, 1)
    Game.objects.filter(pk=one.pk).update(white=one.black, black=one.white)


def add_player(event):
    late = Player.objects.create(event=event, number=9, name="Ivory, Ida", rating=1800)
    Game.objects.create(round=event.rounds.get(number=2), white=late, result="H")


def add_round(event):
    players = {player.number: player for player in event.players.all()}
    third = Round.objects.create(event=event, number=3)
    Game.objects.bulk_create(
        Game(round=third, board=board, white=players[white], black=players[black])
        for board, (white, black) in enumerate([(1, 3), (2, 4), (5, 7)], 1)
    )
    Game.objects.create(round=third, white=players[6], result="U")


def prizes(event):
    women = Category.objects.create(event=event, order=1, key="women", name="Women", rule="women")
    Prize.objects.create(event=event, place=1, text="A cup")
    Prize.objects.create(event=event, place=1, text="A cup")
    Prize.objects.create(event=event, place=1, text="Flowers", category=women)
    Player.objects.filter(event=event, number=3).update(sex="w")


def a_final(event):
    Stage.objects.create(event=event, order=1, system="swiss", first_round=1, last_round=4)
    Stage.objects.create(event=event, order=2, system="final", first_round=5, last_round=5, settings={"games": 1})
    Absence.objects.create(player=event.players.get(number=2), round=5, kind="Z")
    Absence.objects.create(player=event.players.get(number=3), round=4, kind="Z")


CHANGES = {
    "a result": lambda event, owner: enter(event, 2, 1, "10"),
    "a correction": lambda event, owner: [enter(event, 2, 1, "10"), enter(event, 2, 1, "01")],
    "a deduction": lambda event, owner: decide_about_player(
        event, 1, 1, Decision(deduction=HALF, version=1, reason="late"), owner
    ),
    "numbers exchanged": lambda event, owner: swap_numbers(event),
    "boards exchanged": lambda event, owner: exchange_boards(event),
    "colours exchanged": lambda event, owner: exchange_colours(event),
    "a latecomer": lambda event, owner: add_player(event),
    "a round": lambda event, owner: add_round(event),
    "a round taken back": lambda event, owner: event.rounds.get(number=2).delete(),
    "somebody gone": lambda event, owner: event.players.get(number=8).delete(),
    "a withdrawal": lambda event, owner: withdraw_participant(event, 4, owner, "ill"),
    "a pseudonym": lambda event, owner: show_player(event, 2, owner, pseudonym="Lynx"),
    "a name withheld": lambda event, owner: show_player(event, 2, owner, withheld=True),
    "a round withheld": lambda event, owner: withhold_results(event, 1, owner),
    "prizes": lambda event, owner: prizes(event),
    "prizes gone": lambda event, owner: event.prizes.all().delete(),
    "a final": lambda event, owner: a_final(event),
    "settings": lambda event, owner: Event.objects.update(name="The other", tiebreaks="PTS,SB", place="Ahorntal"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_mirror_has_the_same_rows_after(event, owner, change):
    for board, result in enumerate(["10", "==", "01", "10"], 1):
        enter(event, 1, board, result)
    if change == "prizes gone":
        prizes(event)
    twin = Twin(event)
    mirrored = twin.send()
    assert_alike(event, mirrored)
    CHANGES[change](event, owner)
    mirrored = twin.send()
    assert_alike(event, mirrored)


def test_all_of_it_one_after_the_other(event, owner):
    twin = Twin(event)
    for change in (
        "a result",
        "prizes",
        "numbers exchanged",
        "a latecomer",
        "a pseudonym",
        "boards exchanged",
        "a round",
    ):
        CHANGES[change](event, owner)
        assert_alike(event, twin.send())
    release = twin.send()
    withhold_results(event, 2, owner)
    assert_alike(event, twin.send())
    release_results(event, owner)
    assert_alike(event, twin.send())
    assert release.pk == twin.mirror.event_id


def test_matches_of_teams_come_too(owner):
    event = make_team_event("zq-league", rounds=2)
    twin = Twin(event)
    twin.send()
    enter_boards(event, 1, "10", "==", "01")
    assert_alike(event, twin.send())
    end_match(event, 2, 1, "+-", owner, "the bus")
    assert_alike(event, twin.send())
    TeamMatch.objects.filter(round__event=event, round__number=2, table=2).delete()
    Team.objects.filter(event=event, number=1).update(given_number=5)
    assert_alike(event, twin.send())


def test_a_drawn_and_played_championship_comes_round_by_round():
    event = championship.make_championship(12)
    championship.swiss(event)
    twin = Twin(event)
    for number in (1, 2, 3):
        championship.draw(event)
        championship.publish(event)
        assert_alike(event, twin.send())
        championship.play(event, number)
        assert_alike(event, twin.send())


# What is written, and what is not.


def actions_after(mirrored, version):
    return list(mirrored.log.filter(version__gt=version).order_by("pk").values_list("action", flat=True))


def test_a_result_touches_its_game_alone(event, owner):
    twin = Twin(event)
    before = twin.send()
    keys = set(Game.objects.filter(round__event=before).values_list("pk", flat=True))
    enter(event, 2, 1, "10")
    after = twin.send()
    assert set(Game.objects.filter(round__event=after).values_list("pk", flat=True)) == keys
    assert actions_after(after, before.version) == [LogAction.ENTER]
    line = after.log.first()
    assert (line.before["result"], line.after["result"], line.actor, line.role) == ("", "10", None, "mirror")
    assert after.shared_key == before.shared_key, "nothing is hidden: caches go on"


def test_what_is_the_same_writes_nothing(event, owner):
    twin = Twin(event)
    before = twin.send()
    assert twin.send().version == before.version


def test_a_round_and_a_release_are_logged(event, owner):
    twin = Twin(event)
    before = twin.send()
    add_round(event)
    after = twin.send()
    assert actions_after(after, before.version) == [LogAction.PUBLISH, LogAction.MIRROR]
    withhold_results(event, 3, owner)
    hidden = twin.send()
    assert actions_after(hidden, after.version) == [LogAction.MIRROR]
    assert hidden.shared_key != after.shared_key, "caches forget what is hidden now"
    release_results(event, owner)
    assert actions_after(twin.send(), hidden.version) == [LogAction.RELEASE, LogAction.MIRROR]
