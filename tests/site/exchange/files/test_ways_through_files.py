"""Random events made here come back from every file with the same fields, table and next draw, or the loss is named."""

import pytest

from tests.site.exchange.files.ways_through_files import (
    LIST,
    OF_TSH,
    SIGNS,
    list_fields,
    read_kept,
    read_next_boards,
    read_signs,
    read_table,
    take_through,
)
from tests.site.exchange.made_events import attempt, make_random_event, make_random_teams
from tests.site.factories import person
from tests.site.reading import text
from tests.sizes import FULL
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import set_absence
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.exports import lists, tsh_losses
from tournaments.exports.pairing_records import name_left

pytestmark = pytest.mark.django_db
COLUMN_OF = {"trf": 0, "trf16": 1, **dict.fromkeys(OF_TSH, 2), LIST: 3}
SEEDS = {"chess": 6, "scrabble": 2, "petanque": 2, "teams": 3}
MADE = [(kind, seed) for kind, seeds in SEEDS.items() for seed in range(seeds * (20 if FULL else 1))]


def test_the_table_says_of_each_field_what_each_format_does_with_it():
    signs, known = read_signs(), set(list_fields())
    whole = {model for model, field in signs if field == "*"}
    assert {key for key in known if key[0] not in whole} == {key for key in signs if key[1] != "*"}
    assert {model for model, _ in known} >= whole
    assert {sign for each in signs.values() for sign in each} <= SIGNS.keys()
    assert {len(each) for each in signs.values()} == {4}


def make(kind, seed):
    return make_random_teams(seed) if kind == "teams" else make_random_event(kind, seed)


def check_ways(event):
    """Take an event through every file that can hold it."""
    kinds = [kind for kind in lists.FILES if lists.can_hold(event, kind)]
    again = {kind: take_through(event, kind) for kind in ("archive", LIST, *kinds)}
    table, boards, losses = read_table(event), read_next_boards(event), []
    if not set(kinds).isdisjoint(OF_TSH):
        losses = tsh_losses.list_losses(staff_reader(event))
        assert any("the plan" in each and "the forbidden pairings" in each for each in losses)
    for kind, other in again.items():
        leaves_matches = kind == "trf16" and event.of_teams  # the page of exports says so
        if kind not in ("archive", "t") and not leaves_matches:  # a division of tsh has no settings
            assert read_kept(other, COLUMN_OF[kind]) == read_kept(event, COLUMN_OF[kind]), kind
        if kind in OF_TSH and (kind != "t" or event.spread_cap is None):
            check_table(table, read_table(other), losses)
        elif kind not in (LIST, "t") and not leaves_matches:
            assert read_table(other) == table, kind
            assert read_next_boards(other) == boards or (kind != "archive" and name_left(event, of_tsh=False)), kind


def check_table(table, other, losses):
    """Check that a table of tsh has the same values for whom no loss is named."""
    for name, (_rank, values) in other.items():
        is_named = any(f", {name}: here " in each for each in losses)
        is_back = name not in table and any("expulsions" in each for each in losses)
        assert is_named or is_back or (name in table and values == table[name][1]), name


@pytest.mark.parametrize(("kind", "seed"), MADE)
def test_what_is_made_here_comes_back_from_every_file(kind, seed):
    check_ways(make(kind, seed))


def test_the_page_of_exports_names_what_no_file_has(client):
    event = make("chess", 3)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    page = text(client.get(f"/e/{event.slug}/export/"))
    assert "leave out, for the rounds to come: the clubs, which the plan keeps apart." in page
    event = make("teams", 0)
    attempt(set_absence, event, 1, 3, "Z", COMMAND)
    assert name_left(event, of_tsh=False) == ["absences of members of teams"]
