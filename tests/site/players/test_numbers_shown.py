"""Start numbers on pages, papers and files: who somebody is shows nowhere."""

import re

import pytest

from pairing.plan import usual_plans
from tests.site.exchange.archives import import_again
from tests.site.factories import person
from tests.site.players.test_numbers import late, numbers, rated
from tests.site.teams import make_team_event, swiss
from tournaments.access.reader import staff_reader
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.archive_write import export_event
from tournaments.models import Event, Player, Team
from tournaments.operation.bounded_cache import clear_caches
from tournaments.paper.kinds import KINDS

pytestmark = pytest.mark.django_db


def move_away(event):
    """Give everybody a number that no page may show, and the old one as start number."""
    for model in (Team, Player):
        rows = list(model.objects.filter(event=event))
        for row in rows:
            row.number, row.given_number = row.number + 7700, row.number
        model.objects.bulk_update(rows, ["number", "given_number"])
    clear_caches()


def pages_of(event):
    base, number = f"/e/{event.slug}/", event.players.first().number
    yield from (
        base + page
        for page in (
            "", "crosstable/", "statistics/", "round/1/", "players/", f"players/{number}/", "players/number/",
            "checkin/", "pairings/", "rounds/", "desk/", "check/", "log/", "documents/", "categories/",
            "compare/7701/7702/", "player/7701/", "player/7701/why/DE/", "individuals/", "teams/", "teams/7701/",
            "names/",
        )
    )  # fmt: skip
    yield from (f"{base}print/{kind}/?round=1" for kind in KINDS)
    yield from (f"{base}export/{name}.csv" for name in ("standings", "players", "games", "boards"))
    yield from (f"{base}export/{kind}/" for kind in ("trf", "trf16"))


@pytest.mark.parametrize("make", [rated, make_team_event])
def test_pages_papers_and_files_show_start_numbers_alone(client, make):
    event = make(rounds=1)
    (swiss(event) if event.of_teams else set_plan(event, usual_plans.swiss(5), COMMAND))
    move_away(event)
    client.force_login(person("owner", event, Role.OWNER))
    shown = {address: client.get(address) for address in pages_of(event)}
    served = {address: page for address, page in shown.items() if page.status_code == 200}
    assert len(served) > 25, sorted(shown.keys() - served.keys())
    leaks = {address: re.findall(r".{30}\b77\d\d\b.{20}", written(page)) for address, page in served.items()}
    assert not {address: found for address, found in leaks.items() if found}


def written(page):
    body = b"".join(page.streaming_content) if page.streaming else page.content
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]*>", " ", body.decode("utf-8", "replace")))


def test_files_hold_the_new_numbers_and_no_line_with_old_ones():
    event = rated(rounds=1)
    event.details.file_lines = ["012 The open", "001", "XXP 1 2", "240 H   1 0003"]
    event.save()
    add_player(event, {"name": "Beispiel, Anna", "rating": 2700}, COMMAND)
    number_by_rating(event, COMMAND)
    lines = write_tournament_file(staff_reader(Event.objects.get(pk=event.pk))).splitlines()
    players = [(int(line[4:8]), line[14:30].strip(), line[91:95].strip()) for line in lines if line.startswith("001")]
    assert players[:3] == [(1, "Beispiel, Anna", "0000"), (2, "Müller, Anna", "3"), (3, "Sørensen, Bo", "2")]
    assert not [line for line in lines if line[:3] in ("XXP", "240")]


def test_an_archive_carries_the_numbers():
    event = rated(rounds=1)
    late(event)
    number_by_rating(event, COMMAND)
    copy = import_again(export_event(Event.objects.get(pk=event.pk)), slug="copy")
    assert numbers(copy) == numbers(event)
    late_again = add_player(copy, {"name": "Neu, Nora"}, COMMAND)
    late_again.refresh_from_db()
    assert (late_again.number, late_again.start_number) == (10, 10)
