"""Events made here keep what counts in the files of tsh, or the page of exports names what these can't say."""

import io
import zipfile
from random import Random

import pytest

from tests.site.factories import game, make_event
from tests.site.reading import text
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.event.events import import_file, import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.results import WITHOUT_OPPONENT
from tournaments.exports import lists, tsh_files, tsh_losses
from tournaments.formats import incoming, tsh
from tournaments.models import Game
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
SCORES = {"10": (402, 381), "01": (310, 505), "==": (377, 377)}
NAMES = {"t": "a.t", "js": "tourney.js", "tsh": "cup.zip"}


def make_scrabble(slug="open", **fields):
    return make_event(slug, "scrabble", "PTS,SPREAD,SCORE", **{"bye_spread": 50, "forfeit_spread": -50} | fields)


def change(event, number, board, **fields):
    """Change a board of a round; its result brings usual scores, and a round without an opponent leaves the other."""
    found = game(event, number, board)
    if fields.get("result") in WITHOUT_OPPONENT:
        Game.objects.create(round=found.round, white=found.black, result="Z")
        fields |= {"black": None, "board": None}
    scores = SCORES.get(fields.get("result", ""), (None, None))
    Game.objects.filter(pk=found.pk).update(white_score=scores[0], black_score=scores[1], **fields)


def read_again(event, kind, **settings):
    data = lists.FILES[kind][1](staff_reader(event))
    read = incoming.read_files([(NAMES[kind], data if isinstance(data, bytes) else data.encode())])
    return import_tournament(read.events[0].tournament.crosstable, COMMAND, name=f"{kind} again", **settings)


def read_table(event):
    clear_caches()  # an event of another test may have had the same id and version
    ranked = read_standings(staff_reader(event))
    return {ranked.facts.players[row.number].name: row.values for row in ranked.rows}


def test_what_is_credited_is_written_as_tsh_writes_it():
    event = make_scrabble(spread_cap=40)
    change(event, 1, 1, result="10", white_penalty=30)
    change(event, 1, 2, result="+-")
    change(event, 1, 3, result="U")
    change(event, 1, 4, result="--")
    lines = tsh.build_lines(tsh_files.build_division(staff_reader(event), tsh_files.NOTHING_KEPT))
    assert {n: (" ".join(line.opponents), " ".join(line.scores)) for n, line in lines.items()} == {
        1: ("2 4", "402 00"), 2: ("1 3", "381 00"), 3: ("0 2", "50 00"), 4: ("0 1", "-50 00"),
        5: ("0 8", "50 00"), 6: ("0 7", "0 00"), 7: ("0 6", "-50 00"), 8: ("0 5", "-50 00"),
    }  # fmt: skip
    assert [line.fields.get("penalty") for line in lines.values()] == [("-30", "0"), *[None] * 7]
    assert tsh_losses.list_losses(staff_reader(event)) == [
        "The largest spread of one game stands in config.tsh and tourney.js, not in a .t file alone.",
        "Round 1, Weiß, Carl – Doğan, Defne: tsh has no forfeit, only two rounds without an opponent. "
        "That they were paired is lost.",
        "Round 1, Gao, G – Ho, H: tsh has no forfeit, only two rounds without an opponent. "
        "That they were paired is lost.",
    ]


def make_random_event(seed):
    chance, easy = Random(f"hall {seed}"), seed % 6 > 0
    event = make_scrabble(
        f"cup-{seed}",
        spread_cap=chance.choice([None, 20]),
        bye_spread=chance.choice([50, 50, 0]),
        forfeit_spread=chance.choice([-50, -100, 0]),
    )
    for number in (1, 2):
        for board in range(1, 5):
            change(
                event,
                number,
                board,
                result="10"
                if board == number * easy
                else chance.choice(["", "10", "==", "01", "+-", "-+", "--", *"UFHZ"]),
                white_penalty=chance.choice([0, 0, 10, 30]),
                black_penalty=chance.choice([0, 0, 20]),
                white_deduction=chance.choice([0, 0, 0, "0.5"]),
            )
    event.players.filter(number=8).update(withdrawn_from=chance.choice([None, 3]))
    return event


def has_what_tsh_lacks(event, name):
    """Tell whether a player has a half-point bye or a deduction, or the event byes and forfeits without a spread."""
    games = Game.objects.filter(white__name=name, round__event=event)
    return not (event.bye_spread and event.forfeit_spread) or any(g.result == "H" or g.white_deduction for g in games)


@pytest.mark.parametrize("seed", range(24))
def test_an_event_made_here_has_the_same_table_again_or_a_remark_names_the_player(seed):
    event = make_random_event(seed)
    table, told = read_table(event), tsh_losses.list_losses(staff_reader(event))
    for kind in NAMES:
        settings = {}
        if kind == "t" and event.spread_cap:
            assert "not in a .t file alone" in told[0]
            settings = {"spread_cap": event.spread_cap}
        again = read_table(read_again(event, kind, **settings))
        for name, values in table.items():
            said = [each for each in told if f", {name}: here " in each or "nobody has an opponent" in each]
            assert said or again[name] == values, (kind, name)
            assert not said or has_what_tsh_lacks(event, name), "and only for a reason"


def test_usual_byes_forfeits_absences_and_penalties_need_no_remark():
    event = make_scrabble()
    for board, result in enumerate(["10", "+-", "U", "Z"], 1):
        change(event, 1, board, result=result, white_penalty=10)
    assert not [each for each in tsh_losses.list_losses(staff_reader(event)) if " here " in each]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"result": "H"}, "Round 1, Müller, Anna: here ½ points, +0, in the files 0 points, +0."),
        ({"result": "10", "white_deduction": 1}, "Müller, Anna: here 0 points, +21, in the files 1 point, +21."),
    ],
)
def test_what_tsh_has_no_place_for_is_named_on_the_page_of_exports(client, fields, sentence):
    event = make_scrabble(is_public=True)
    change(event, 1, 1, **fields)
    assert sentence in text(client.get(f"/e/{event.slug}/export/"))


def test_settings_that_tsh_has_no_place_for_are_named():
    event = make_scrabble(win_points=3)
    event.players.filter(number=1).update(playoff=1)
    event.tiebreaks = "PTS,SPREAD"
    event.save()
    (told,) = tsh_losses.list_losses(staff_reader(event))
    assert told == (
        "tsh has no place for: the places in the play-off, what results are worth in points, the order of the "
        "tie-breaks."
    )


def test_a_penalty_of_tsh_is_read_counts_and_goes_out_again():
    division = tsh.read_division("Ann 1500 2 0; 400 50; penalty -30 -5\nBob 1400 1 0; 380 -50; penalty 0\n")
    event = import_tournament(division.crosstable, COMMAND, name="Cup", slug="open")
    assert read_table(event) == {"Ann": (2, 35, 365), "Bob": (0, -70, 380)}
    assert "penalty -30 -5" in tsh_files.write_division(staff_reader(event))
    assert read_crosstable(staff_reader(event)).games[2][0].penalty == 0


def test_days_and_caps_go_out_as_they_came_in_until_somebody_changes_them():
    config = 'division A a.t\nconfig event_date = "27.-30. November 2026"\nconfig spread_cap = [100, 200]\n'
    read = incoming.read_files([("config.tsh", config.encode()), ("a.t", b"Ann 1500\nBob 1400\n")]).events[0]
    event = import_file(read.tournament, COMMAND, name="Cup", slug="open", **read.settings)
    assert (str(event.starts_on), str(event.ends_on), event.spread_cap) == ("2026-11-27", "2026-11-30", None)
    assert set(config.splitlines()) <= set(read_config_lines(event, staff_reader(event)))
    assert 'config event_date = "2026-11-27 – 2026-11-30"' in read_config_lines(event, Reader(event)), "for the public"
    event.ends_on, event.spread_cap = event.starts_on, 150
    assert {'config event_date = "2026-11-27"', "config spread_cap = 150"} <= set(
        read_config_lines(event, staff_reader(event))
    )


def read_config_lines(event, reader):
    packed = zipfile.ZipFile(io.BytesIO(tsh_files.write_folder(reader)))
    return packed.read(f"{event.slug}/config.tsh").decode().splitlines()
