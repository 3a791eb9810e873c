"""Exported files: complete for the staff, without dates of birth for everybody, harmless for spreadsheets."""

import csv
import re
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO, StringIO
from pathlib import Path

import openpyxl
import pytest

from tests.generated.second_opinion import ask
from tests.site.factories import make_event
from tests.site.imports import import_once
from tiebreaks.facts.crosstable import EDITIONS
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.event.events import import_file
from tournaments.actions.writing import COMMAND
from tournaments.exports import lists, tournament_file
from tournaments.formats import list_writer, tsh
from tournaments.formats.incoming import read_tournament
from tournaments.models import Event, Game, Player, Team
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.rounds.games import read_games
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[2] / "golden"

UNTRUE = {"fide_team_2024": {"310  47", "801 47 ", "802  47"}}  # points of Denmark that its matches don't make


def imported(name):
    data = (GOLDEN / f"{name}.trf").read_bytes()
    return data.decode(), import_once(data, f"{name}.trf", slug="open")


def with_title(line):
    """Return a line, the title of a player as it is written today."""
    title = {"g": "GM", "m": "IM", "f": "FM", "wf": "WFM"}.get(line[10:13].strip())
    return f"{line[:10]}{title:>3}{line[13:]}" if title and line.startswith("001") else line


def as_stored(text):
    """Return the lines of a file without what no event stores.

    These are the places, which files take from orders of their own, the colours of forfeited games, and which of two
    letters stands for an absence or a full point without a game.
    """
    lines = [re.sub(r" [wb] ([+-])", r" - \1", with_title(line)) for line in text.splitlines()]
    lines = [line.replace("0000 - -", "0000 - Z").replace("0000 - +", "0000 - F") for line in lines]
    cut = {"001": slice(85, 89), "310": slice(68, 71)}
    places = ((line.rstrip(), cut.get(line[:3], slice(0, 0))) for line in lines if line.strip())
    return {line[: place.start] + line[place.stop :] for line, place in places}


@pytest.mark.parametrize("name", ["karl_mala_2005", "fide_team_2024", "fide_swiss_2026"])
def test_an_imported_file_is_given_back_without_a_lost_record(name):
    text, event = imported(name)
    lost = as_stored(text) - as_stored(tournament_file.write_tournament_file(staff_reader(event)))
    assert {line[:7] for line in lost} == UNTRUE.get(name, set())


@pytest.mark.parametrize(("name", "first"), [("karl_mala_2005", "Vasquez,Rodrigo"), ("fide_team_2024", "Slovakia")])
def test_a_real_file_is_shown_on_every_page(client, name, first):
    imported(name)
    pages = {path: client.get(f"/e/open/{path}") for path in ("", "crosstable/", "round/1/", "player/1/", "export/")}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(pages, 200)
    assert first in pages[""].content.decode()


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("karl_mala_2005", "PTS,WIN,PS"),  # the edition of 2005 counts unplayed rounds in other ways than gacrux
        ("fide_swiss_2026", "PTS,BH/C1,BH,SB,PS"),
        ("fide_team_2024", "PTS,EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP"),
    ],
)
def test_gacrux_reads_an_export_and_gives_the_same_table(name, order):
    _text, event = imported(name)
    facts = read_crosstable(staff_reader(event))
    theirs = ask(
        facts, order.replace("MPvGP", "MPVGP").split(","), tournament_file.write_tournament_file(staff_reader(event))
    )
    for row in rank(facts, read_order(order, of_teams=True)).rows:
        ours = [round(float(value), 2) for value in row.values]
        assert ours == [round(float(value), 2) for value in theirs.values[row.number]]
        assert row.rank == theirs.ranks[row.number]


def test_everybody_gets_a_file_without_dates_of_birth(client):
    text, event = imported("karl_mala_2005")
    assert "1969.00.00" in text
    answer = client.get("/e/open/export/trf/")
    assert answer["Content-Disposition"] == 'attachment; filename="open.trf"'
    assert "1969.00.00" not in answer.text
    read = reader.read(answer.content)
    assert len(read.crosstable.players) == 284
    assert not any(player.birth_date for player in read.crosstable.players.values())
    event.details.file_lines = [
        *event.details.file_lines,
        "GER   14 m  A Somebody                          2700 BRE      L01854 1990/05/06",
    ]
    event.details.save()
    assert "1990/05/06" not in client.get("/e/open/export/trf/").text
    assert "1990/05/06" in tournament_file.write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)))


def test_the_table_holds_every_value_in_both_kinds_of_list(client):
    _text, event = imported("fide_swiss_2026")
    ranked = read_standings(staff_reader(event))
    head = [*(chosen.notation for chosen in ranked.order), "Edition", "System", "After round"]
    lines = list(csv.reader(StringIO(client.get("/e/open/export/standings.csv").content.decode("utf-8-sig"))))
    sheet = openpyxl.load_workbook(BytesIO(client.get("/e/open/export/standings.xlsx").content)).active
    assert lines[0][7:] == [cell.value for cell in sheet[1]][7:] == head
    for place, row in enumerate(ranked.rows, start=1):
        cells = [sheet.cell(place + 1, column).value for column in (1, 2, 8)]
        assert cells == [row.rank, row.number, pytest.approx(float(row.values[0]))]
        assert lines[place][:2] == [str(row.rank), str(row.number)]
        assert Decimal(lines[place][7]) == row.values[0]
        assert lines[place][-3:] == ["2026-03", "swiss", "5"]


def test_a_german_list_has_semicolons_and_decimal_commas(client):
    _text, event = imported("fide_swiss_2026")
    client.cookies["django_language"] = "de"
    page = client.get("/e/open/export/standings.csv")
    lines = list(csv.reader(StringIO(page.content.decode("utf-8-sig")), delimiter=";"))
    points = [line[7] for line in lines[1:]]
    assert any("," in each for each in points) and not any("." in each for each in points)
    assert [Decimal(each.replace(",", ".")) for each in points] == [
        row.values[0] for row in read_standings(staff_reader(event)).rows
    ]


def test_no_cell_is_taken_for_a_formula(client):
    event = imported("fide_swiss_2026")[1]
    Player.objects.filter(event=event, number=3).update(name="=cmd|' /C calc'!A1", club="@SUM(A1)")
    clear_caches()
    text = client.get("/e/open/export/players.csv").content.decode("utf-8-sig")
    assert "'=cmd|" in text
    assert "'@SUM" in text
    sheet = openpyxl.load_workbook(BytesIO(client.get("/e/open/export/players.xlsx").content)).active
    cell = next(row[2] for row in sheet.iter_rows(min_row=2) if row[0].value == 3)
    assert (cell.data_type, cell.value) == ("s", "=cmd|' /C calc'!A1")


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("-3", "-3"),
        ("+312", "+312"),
        ("-3.5", "-3.5"),
        ("-3+1", "'-3+1"),
        ("=1", "'=1"),
        ("\uff1d1", "'\uff1d1"),
        ("\t=1", "'\t=1"),
        ("plain", "plain"),
        (Decimal("1.5"), "1.5"),
        (-4, "-4"),
        (None, ""),
    ],
)
def test_only_what_looks_like_a_formula_is_marked(cell, text):
    assert list_writer.escape_formula(cell) == text


def test_lists_of_a_team_event_name_the_teams(client):
    imported("fide_team_2024")
    read = {
        name: list(csv.DictReader(StringIO(client.get(f"/e/open/export/{name}.csv").content.decode("utf-8-sig"))))
        for name in ("players", "games", "boards")
    }
    player = read["players"][0]
    assert (player["Name"], player["Team"], player["Board"]) == ("Test0001 Player0001", "India", "1")
    game = next(line for line in read["games"] if line["First number"] == "1" and line["Second number"])
    assert game["First team"] == "India"
    assert game["Second team"] not in ("", "India")
    best = read["boards"][0]
    assert (best["Board"], best["Place"]) == ("1", "1")
    share = 100 * Decimal(best["Points"]) / Decimal(best["Games"])
    assert Decimal(best["Percent"]) == share.quantize(Decimal("0.1"), ROUND_HALF_UP)
    assert {line["Board"] for line in read["boards"]} == {"1", "2", "3", "4", "Reserves"}
    assert len(read["boards"]) == len(read["players"])
    reserve = [line for line in read["boards"] if line["Board"] == "Reserves" and line["Games"] == "0"]
    assert not any(line["Points"] or line["Performance"] for line in reserve)


def test_only_a_team_event_has_lists_of_its_boards(client):
    imported("fide_swiss_2026")
    assert client.get("/e/open/export/boards.csv").status_code == 404
    assert "boards.csv" not in client.get("/e/open/export/").text


def test_every_game_stands_in_the_list_of_games(client):
    event = imported("fide_swiss_2026")[1]
    lines = list(csv.reader(StringIO(client.get("/e/open/export/games.csv").content.decode("utf-8-sig"))))
    assert len(lines) - 1 == read_games(event).count() > 0


def test_a_scrabble_event_goes_to_its_own_program(client):
    event = make_event(discipline="scrabble", tiebreaks="PTS,SPREAD")
    Game.objects.filter(board=1).update(result="10", white_score=402, black_score=381)
    assert (
        tsh.read_division(client.get(f"/e/{event.slug}/export/t/").content).crosstable.games
        == read_crosstable(staff_reader(event)).games
    )
    assert client.get(f"/e/{event.slug}/export/trf/").status_code == 404


@pytest.mark.parametrize("path", ["export/nothing.csv", "export/standings.exe", "export/exe/", "export/t/"])
def test_there_is_nothing_else_to_export(client, path):
    imported("fide_swiss_2026")
    assert client.get(f"/e/open/{path}").status_code == 404


EVERYTHING = {
    "win_points": Decimal(3), "draw_points": Decimal(1), "loss_points": Decimal("0.5"), "bye_points": Decimal(2),
    "forfeit_points": Decimal("0.2"), "unrated_rating": 1000, "spread_cap": 8, "bye_spread": 7, "forfeit_spread": -9,
}  # fmt: skip


def played_event(**settings):
    """Return an event with every kind of result, and what arbiters decide."""
    event = make_event(**settings)
    results = zip(["10", "==", "+-", "--", "01", "10", "=0", "10"], [13, 7, 0, 0, 4, 13, 6, 13], strict=True)
    games = Game.objects.filter(round__event=event).order_by("round__number", "board")
    for game, (result, score) in zip(games, results, strict=True):
        game.result, game.white_score, game.black_score = result, score, 13 - score
        game.save()
    Game.objects.filter(board=1).update(black_deduction="0.5", white_penalty=2)
    Player.objects.filter(number=8).update(withdrawn_from=3, national_rating=1700)
    for number, place in ((1, 2), (2, 1)):
        Player.objects.filter(number=number).update(playoff=place)
    clear_caches()
    return event


@pytest.mark.parametrize("dialect", ["trf", "trf16"])
@pytest.mark.parametrize("discipline", ["chess", "petanque"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_file_gives_the_same_table_in_every_edition_and_setting(edition, discipline, dialect):
    order = "PTS,BH/C1,SB,ARO,SPREAD,DIFF,PLAYOFF,LOTS"
    event = played_event(discipline=discipline, edition=edition, tiebreaks=order, **EVERYTHING)
    written = lists.FILES[dialect][1](staff_reader(event))
    again = import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="again")
    assert read_standings(staff_reader(again)).rows == read_standings(staff_reader(event)).rows
    assert lists.FILES[dialect][1](staff_reader(again)) == written


@pytest.mark.parametrize("dialect", ["trf", "trf16"])
@pytest.mark.parametrize("early", ["count", "drop"])
def test_a_file_of_a_round_robin_gives_the_same_table(early, dialect):
    event = played_event(system="round-robin", early_withdrawals=early, tiebreaks="PTS,MAN,SB,KS,DE")
    Player.objects.filter(number=8).update(withdrawn_from=2)
    Player.objects.filter(number=3).update(manual_value="-2.25", manual_reason="lost the blitz = 2 games")
    Game.objects.filter(board=2).update(black_deduction=9)
    event = Event.objects.get(pk=event.pk)
    written = lists.FILES[dialect][1](staff_reader(event))
    again = import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="again")
    assert read_standings(staff_reader(again)).rows == read_standings(staff_reader(event)).rows


def test_a_file_of_a_field_that_was_numbered_again_gives_the_same_table():
    event = played_event(tiebreaks="PTS,TPN")
    for first in (100, 0):  # no two may have the same number for a moment
        for number in range(1, 9):
            Player.objects.filter(number=number).update(given_number=first + 9 - number)
    event = Event.objects.get(pk=event.pk)
    clear_caches()
    written = lists.FILES["trf"][1](staff_reader(event)).encode()
    again = import_file(read_tournament(written, "open.trf"), COMMAND, slug="again")
    assert named_rows(again) == named_rows(event)


def named_rows(event):
    standings = read_standings(staff_reader(event))
    return [(row.rank, standings.facts.players[row.number].name, row.values) for row in standings.rows]


def test_a_file_of_teams_gives_the_same_table():
    event = imported("fide_team_2024")[1]
    Event.objects.filter(pk=event.pk).update(edition="pre-2023", tiebreaks="PTS,BH:MP,PLAYOFF,LOTS", lots_seed=5)
    event.write_fields({"berlin": "points"})
    Team.objects.filter(event=event, number=3).update(playoff=1)
    event = Event.objects.get(pk=event.pk)
    clear_caches()
    again = import_file(
        read_tournament(tournament_file.write_tournament_file(staff_reader(event)).encode(), "t.trf"),
        COMMAND,
        slug="again",
    )
    assert read_standings(staff_reader(again)).rows == read_standings(staff_reader(event)).rows
    assert again.team_rules.berlin == "points"
    assert "that Berlin decides drawn matches" in tournament_file.name_unsaid(staff_reader(event))


def test_the_page_says_what_other_programs_will_not_know(client):
    event = played_event(edition="2024-08", unrated_rating=1000, starts_on="2025-05-01")
    said = " ".join(client.get("/e/open/export/").text.split())
    assert "no place for: the rating of unrated players, the national ratings, the places in the play-off" in said
    Player.objects.update(national_rating=None, playoff=None, withdrawn_from=None)
    Event.objects.filter(pk=event.pk).update(unrated_rating=None, version=2)
    clear_caches()
    assert "no place for" not in client.get("/e/open/export/").text


def test_points_without_a_field_are_named_on_import():
    text = (GOLDEN / "fide_swiss_2026.trf").read_text() + "299           1.0    1    3\n"
    with pytest.raises(Refusal) as refused:
        read_tournament(text.encode(), "open.trf")
    assert str(refused.value) == (
        "The points that an arbiter gave number 3 in round 1 can’t be stored; the results count instead."
    )


def test_who_somebody_is_stands_in_the_list_of_arbiters_alone(db):
    event = make_event()
    event.players.filter(number=1).update(sex="w", birth_date="2001/12/31", fide_id="4600001", national_id="77")
    public, inside = (list(lists.players_rows(reader))[:2] for reader in (Reader(event), staff_reader(event)))
    added = dict(zip(*(row[7:11] for row in inside), strict=True))
    assert added == {"Sex": "w", "Date of birth": "2001/12/31", "FIDE ID": "4600001", "National ID": "77"}
    assert public == [row[:7] + row[11:] for row in inside]
