"""Fixed tables on the arbiter's pages: given, used in whatever system draws, never for anything but the number."""

import inspect

import pytest

from pairing.plan import stages, usual_plans
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.archives import import_again
from tests.site.factories import person
from tests.site.teams import make_teams, matches, robin
from tiebreaks.refusal import Refusal
from tournaments.actions.accounts.privacy import erase_player
from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.rounds.publish import publish_round, unpublish_round
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.formats.archive_write import export_event
from tournaments.history.past import state_at
from tournaments.models import Draft, Game, Player, Team
from tournaments.queries.rounds.games import read_fixed_tables

pytestmark = pytest.mark.django_db

# Every system that draws players, with a plan for eight players.
SYSTEMS = [
    [stages.Stage("new-swiss", 1, 5)],
    [stages.Stage("king-of-the-hill", 1, 5)],
    [stages.Stage("dutch", 1, 5)],
    [stages.Stage("groups", 1, 3, {"seed": 7})],
    usual_plans.round_robin(8, 1),
    [stages.Stage("scheveningen", 1, 4)],
    [stages.Stage("finalists", 1, 1)],
    [stages.Stage("knock-out", 1, 3, {"seeding": "pots", "seed": 7})],
]


def event_of(plan, **fields):
    event = make_championship(8, discipline="chess", **fields)
    set_plan(event, plan, COMMAND)
    return event


def tables(event, number):
    """Return the pairs of a round by their board."""
    games = Game.objects.filter(round__event=event, round__number=number, black__isnull=False)
    return {game.board: (game.white.number, game.black.number) for game in games.select_related("white", "black")}


def fix(event, **tables):
    for name, table in tables.items():
        set_fixed_table(event, int(name[1:]), table, COMMAND, of_teams=event.of_teams)


@pytest.mark.parametrize("plan", SYSTEMS, ids=lambda plan: plan[0].system)
def test_fixed_tables_change_no_pairing(plan):
    plain, other = event_of(plan), event_of(plan, slug="other")
    fix(other, p3=4, p6=9)
    for event in (plain, other):
        draw(event)
        publish(event, reason="drawn")
    assert set(tables(plain, 1).values()) == set(tables(other, 1).values())
    at = {number: board for board, pair in tables(other, 1).items() for number in pair}
    meet = at.get(3, 0) == at.get(6)  # then they sit at the lower of their tables
    assert (at.get(3, 4), at.get(6, 9)) == (4, 4 if meet else 9)


def test_the_draft_shows_the_numbers_and_who_misses_their_table(client):
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    draw(event)
    before = list(Draft.objects.get().boards)
    one, other = before[0]["white"], before[1]["white"]
    fix(event, **{f"p{one}": 4, f"p{other}": 4})
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = client.get(f"/e/{event.slug}/pairings/")
    (view,) = page.context["view"].drafts
    assert [board.board for board in view.boards] == [1, 2, 3, 4]
    assert {view.boards[3].white.number, view.boards[3].black.number} == {before[0]["white"], before[0]["black"]}
    assert f"Fixed table of Player {one:02}." in page.text
    assert f"Player {other:02} and Player {one:02} both need table 4: Player {other:02} sits at table 1." in page.text
    assert not (view.is_outdated or page.context["view"].needs_reason)  # no new drawing, and nothing illegal
    assert (Draft.objects.get().boards, Draft.objects.get().revision) == (before, 3)


def test_an_arbiter_who_saw_the_old_numbers_looks_again():
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    (draft,) = draw(event)
    fix(event, p3=4)
    with pytest.raises(Refusal) as refused:
        publish_round(event, {draft.number: draft.revision}, COMMAND)
    assert refused.value.code == "draft-changed"


def test_a_round_that_is_taken_back_is_the_draft_that_it_was():
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    (draft,) = draw(event)
    fix(event, p3=4, p1=7)
    publish(event)
    published, moment = tables(event, 1), event.log.get(action="publish").at
    unpublish_round(event, 1, COMMAND, "a late player")
    again = Draft.objects.get()
    assert again.boards == draft.boards
    past = state_at(event, moment)
    assert {row["board"]: (row["white"], row["black"]) for row in past.rows} == published
    assert past.gaps == ()
    publish(event)
    assert tables(event, 1) == published


def test_a_table_given_after_the_publication_is_shown_beside_the_round(client):
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    draw(event)
    publish(event)
    pair = tables(event, 1)[1]
    fix(event, **{f"p{pair[0]}": 3})
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    warning = f"Player {pair[0]:02} needs table 3 but sits at table 1."
    assert warning in client.get(f"/e/{event.slug}/pairings/").text
    play(event, 1)
    assert warning not in client.get(f"/e/{event.slug}/pairings/").text


def test_a_team_has_its_match_at_its_table_with_all_boards():
    event = make_teams(6, boards=2)
    robin(event)
    fix(event, t1=3, t2=20)
    draw(event)
    publish(event)
    places = {match.first.number: match.table for match in event.rounds.get().matches.filter(second__isnull=False)}
    pairs, _free = matches(event, 1)
    seated = {number: places[first] for first, second in pairs for number in (first, second)}
    assert (seated[1], seated[2]) == (3, 20)
    boards = sorted(Game.objects.filter(match__table=20).values_list("board", flat=True))
    assert boards == [39, 40]


def test_the_page_of_a_player_and_of_a_team_gives_a_table_and_takes_it_back(client):
    event, league = event_of([stages.Stage("new-swiss", 1, 5)]), make_teams(4, boards=2)
    for each, address, read_back in (
        (event, "players/3/", lambda: Player.objects.get(event=event, number=3)),
        (league, "teams/3/", lambda: Team.objects.get(number=3)),
    ):
        client.force_login(person(f"chief-{each.slug}", each, Role.CHIEF_ARBITER))
        url = f"/e/{each.slug}/{address}"
        answer = client.post(f"{url}table/", {"table": "12"}, follow=True)
        assert "has table 12 from now on" in answer.text
        assert (read_back().fixed_table, each.log.latest("pk").after["fixed_table"]) == (12, 12)
        assert 'value="12"' in answer.text
        assert "table 12" in client.get(f"/e/{each.slug}/{address.partition('/')[0]}/").text
        for written in ("0", "1000", "x", "-3"):
            page = client.post(f"{url}table/", {"table": written}, follow=True).text
            assert "A table is a number from 1 to" in page
        client.post(f"{url}table/", {"table": ""})
        assert read_back().fixed_table is None


def test_nobody_outside_learns_that_a_table_is_fixed(client):
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    fix(event, p3=97)
    draw(event)
    publish(event)
    for page in ("", "round/1/", "players/", "player/3/", "print/", "crosstable/"):
        assert "ixed table" not in client.get(f"/e/{event.slug}/{page}").text
    assert "97" in client.get(f"/e/{event.slug}/round/1/").text
    assert "fixed" not in client.get(f"/api/v1/events/{event.slug}/players").text


def test_an_archive_keeps_the_tables_and_erasing_forgets_them():
    event = event_of([stages.Stage("new-swiss", 1, 5)])
    fix(event, p3=4)
    again = import_again(export_event(event), slug="again")
    assert read_fixed_tables(again) == {3: 4}
    owner = person("owner", again, Role.OWNER)
    erase_player(again, 3, Actor(owner, Role.OWNER))
    assert read_fixed_tables(again) == {}


def test_why_somebody_needs_a_table_is_stored_nowhere(db):
    """There is no field for it, in the row, in the form or in the log."""
    names = {field.name for model in (Player, Team) for field in model._meta.get_fields()}
    assert not {name for name in names - {"manual_reason"} if "reason" in name or "note" in name}  # MAN's has its value
    assert "reason" not in inspect.signature(set_fixed_table).parameters
