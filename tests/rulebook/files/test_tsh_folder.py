"""The config.tsh of tsh, which is read but never evaluated; tourney.js; and both with the divisions that they name."""

import json
from contextlib import nullcontext

import pytest

from tests.rulebook.pairing.test_tsh import TEXT
from tiebreaks.refusal import Refusal
from tournaments.formats import incoming, tourney_js, tsh, tsh_config, tsh_dates, tsh_folder

CONFIG = """\
# the German championship
division A a.t
config event_name = "Deutsche \\"Meisterschaft\\""
config max_rounds = 20
config spread_cap = -3 ; # with a comment
config flags = ['A', "b", 3]
config gibson{'A'} = 1
autopair A 3 4 ns 0 3 A
prize rank 1 A $100
config html_directory = "$ENV{HOME}/html"
config when = sub { system("rm -rf /") }
perl unlink("a.t")
include more.tsh
division B
hello
"""


def test_plain_values_are_read_and_every_line_is_kept():
    config = tsh_config.read_config(CONFIG)
    assert config.divisions == (("A", "a.t"),)
    assert config.values == {
        "event_name": 'Deutsche "Meisterschaft"',
        "max_rounds": "20",
        "spread_cap": "-3",
        "flags": ["A", "b", "3"],
        "gibson{A}": "1",
    }
    assert config.lines[:15] == tuple(CONFIG.splitlines())
    assert (config.number("max_rounds"), config.number("event_name")) == (20, None)


def test_perl_and_unknown_lines_are_reported_and_never_run():
    told = [(odd.line, odd.field, odd.code) for odd in tsh_config.read_config(CONFIG, "config.tsh").warnings]
    assert told == [
        (8, "config", "tsh-config-idle"),
        (9, "config", "tsh-config-idle"),
        (10, "config", "tsh-config-perl"),
        (11, "config", "tsh-config-perl"),
        (12, "config", "tsh-config-unused"),
        (13, "config", "tsh-config-unused"),
        (14, "division", "tsh-config-division"),
        (15, "config", "tsh-config-unused"),
    ]


@pytest.mark.parametrize(
    "value",
    ["1 + 1", "`ls`", '"a$b"', '"a@b"', "[1, [2]]", "[1", "1]", "qw(a b)", "", "'a' . 'b'", '"a\\n"', "{a => 1}"],
)
def test_what_is_more_than_a_plain_value_is_none(value):
    assert tsh_config.read_plain_value(value) is None


def test_a_written_configuration_has_the_new_values_and_keeps_the_rest():
    written = tsh_config.write_config(
        tsh_config.read_config(CONFIG), {"max_rounds": 15, "event_name": "Cup $5", "x": "1"}, "B", "b.t"
    )
    config = tsh_config.read_config(written)
    assert config.divisions == (("B", "b.t"),)
    assert written.count('config event_name = "Cup \\$5"') == 1
    assert config.number("max_rounds") == 15
    assert "config when = sub" in written and "division A" not in written
    assert written.splitlines()[-1] == 'config x = "1"'


def test_tourney_js_holds_what_the_division_holds():
    division = tsh.read_division(TEXT)
    text = tourney_js.write_tourney({"event_name": "</script>"}, {"A": division})
    assert "</" not in text and "secret" not in text
    assert tourney_js.read_tourney(text) == ({"event_name": "</script>"}, [("A", division)])


def test_tourney_js_as_viewers_get_it():
    text = """newt={"config":{"max_rounds":2,"x":undefined},"divisions":[{"name":"A","players":[undefined,
    {"id":1,"name":"Abel, \\u00c4nne","rating":1500,"pairings":[2,undefined],"scores":[400],"etc":{"p12":[1],
     "password":["x"]}},
    {"id":2,"name":"Berg, undefined","rating":null,"pairings":[1],"scores":[380]}]}]};"""
    values, ((name, division),) = tourney_js.read_tourney(text.encode(), "tourney.js")
    assert (values, name) == ({"max_rounds": "2"}, "A")
    assert [p.name for p in division.crosstable.players.values()] == ["Abel, Änne", "Berg, undefined"]
    assert division.crosstable.games[1][0].own_score == 400
    assert division.fields == {}


@pytest.mark.parametrize(("count", "is_read"), [(0, False), (1, True), (40, True), (41, False)])
def test_a_tourney_js_has_one_to_forty_divisions(count, is_read):
    text = "newt=" + json.dumps(
        {"divisions": [{"name": str(number), "players": [None, {"name": "A"}]} for number in range(count)]}
    )
    with nullcontext() if is_read else pytest.raises(Refusal, match="no divisions"):
        assert len(tourney_js.read_tourney(text)[1]) == count


def test_gaps_at_the_end_are_no_rounds_and_secrets_stay_out():
    found = {"name": "A", "pairings": [2, None, 3, None, None], "scores": [1, None, None], "etc": {"password": ["x"]}}
    player = tourney_js.read_js_player(found, "division 1, player 1")
    assert (player.opponents, player.scores, player.fields) == (["2", "00", "3"], ["1"], {})


MISTAKES = [
    ("newt={", "1", "column", "can’t be read as data"),
    ("newt=" + "[" * 100_000, "1", "file", "can’t be read as data"),
    ('newt={"divisions":NaN}', "1", "file", "NaN is not a number"),
    ("newt=[]", "1", "divisions", "no divisions"),
    ('newt={"divisions":[{"players":7}]}', "0", "division 1, players", "“7” is not a valid value"),
    ('newt={"divisions":[{"players":[null,7]}]}', "0", "division 1, player 1", "“7” is not a valid value"),
    ('newt={"divisions":[{"players":[null,{"rating":1}]}]}', "0", "division 1, player 1, name", "no name"),
    ('newt={"divisions":[{"players":[null,{"name":"A","rating":true}]}]}', "0", "division 1, player 1, rating", "True"),
    (
        'newt={"divisions":[{"players":[null,{"name":"A","pairings":[7]}]}]}',
        "0",
        "division 1, player 1, round 1",
        "no player with the number 7",
    ),
    ('newt={"divisions":[{"players":[null,{"name":"A","scores":["x"]}]}]}', "0", "division 1, player 1, scores", "“x”"),
]


@pytest.mark.parametrize(("text", "line", "field", "sentence"), MISTAKES)
def test_mistakes_in_tourney_js_name_the_player(text, line, field, sentence):
    with pytest.raises(Refusal) as refused:
        tourney_js.read_tourney(text, "tourney.js")
    assert (refused.value.file, str(refused.value.line)) == ("tourney.js", line)
    assert refused.value.field.startswith(field)
    assert sentence in str(refused.value)


def test_a_folder_is_read_by_its_configuration():
    files = {"Cup\\config.tsh": CONFIG.encode(), "Cup/A.T": TEXT.encode(), "Cup/html/index.html": b"x"}
    folder = tsh_folder.read_folder(files)
    assert list(folder.divisions) == ["A"]
    kept = tsh_folder.read_kept_lines(tsh_folder.write_kept_lines("A", folder.divisions["A"], folder.config))
    assert (kept.division, kept.fields, kept.off) == ("A", {4: {"rrank": ("4",)}}, {4: -50})
    assert kept.config.lines == folder.config.lines


@pytest.mark.parametrize(
    ("files", "place", "sentence"),
    [
        ({"config.tsh": b"# c\ndivision A a.t\n"}, "config.tsh:2: division: ", "“a.t”, which is missing"),
        ({"config.tsh": b""}, "config.tsh: file: ", "no division"),
        ({"a/a.t": b"", "b/a.t": b""}, "b/a.t: file: ", "several files named “a.t”"),
        ({"a.t": b"x\0"}, "a.t:1: text: ", "byte 0"),
    ],
)
def test_mistakes_in_a_folder_name_the_file(files, place, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        tsh_folder.read_folder(files)
    assert refused.value.place == place


DAYS = [
    ("27.-30. November 2026", "2026-11-27 – 2026-11-30"),
    ("27.-30.11.2026", "2026-11-27 – 2026-11-30"),
    ("November 27-30, 2026", "2026-11-27 – 2026-11-30"),
    ("27 – 30 November 2026", "2026-11-27 – 2026-11-30"),
    ("Nov 28 - Dec 1, 2026", "2026-11-28 – 2026-12-01"),
    ("28. November bis 1. Dezember 2026", "2026-11-28 – 2026-12-01"),
    ("30 Dec 2026 - 2 Jan 2027", "2026-12-30 – 2027-01-02"),
    ("2026-11-27 – 2026-11-30", "2026-11-27 – 2026-11-30"),
    ("2026-11-27", "2026-11-27"),
    ("27.11.2026", "2026-11-27"),
    ("27-27 November 2026", "2026-11-27"),
    ("30-27 November 2026", None),
    ("next week", None),
    ("", None),
]


@pytest.mark.parametrize(("stated", "days"), DAYS)
def test_the_days_of_an_event_are_read_from_a_text_for_people(stated, days):
    assert tsh_dates.write_period(*tsh_dates.read_period(stated)) == days


@pytest.mark.parametrize(
    ("line", "cap", "told"),
    [
        ("config spread_cap = 100", 100, []),
        ("config spread_cap = [100]", 100, []),
        ("config spread_cap = [100, 100]", 100, []),
        ("config spread_cap = [200, 700]", None, ["2:spread_cap: “spread_cap” changes from round to round"]),
        ('config event_date = "soon"', None, ["2:event_date: “soon” can’t be read as the days"]),
        ("config reserved{'A'}[7] = 3", None, ["2:config: Nothing follows from “reserved” here"]),
        ("config prize_bands = {A => [1]}", None, ["2:config: Nothing follows from “prize_bands” here"]),
        ("classes a 3", None, ["2:config: Nothing follows from “classes” here. Lines with it, kept as they are: 1."]),
        ("autopair a 0 1 if 3\nautopair a 3 4 ns 0 3", None, ["2:config: Nothing follows from “autopair” here"]),
        ("prize rank 1 a 25pts\nprize highwin 1 a 5", None, ["“prize” here. Lines with it, kept as they are: 2."]),
        ("config realm deutsch", None, ["2:config: “realm” is not known here"]),
    ],
)
def test_what_an_import_makes_nothing_of_is_named(line, cap, told):
    read = incoming.read_files([("config.tsh", f"division A a.t\n{line}\n".encode()), ("a.t", b"Ann 1500\nBob 1400\n")])
    assert read.events[0].tournament.crosstable.spread_cap == cap
    assert len(read.warnings) == len(told)
    assert all(words in f"{each.line}:{each.field}: {each}" for words, each in zip(told, read.warnings, strict=True))


def test_classes_of_players_are_kept_and_named():
    read = incoming.read_files([("a.t", b"Ann 1500; ; class B\nBob 1400; ; class C\n")])
    assert [str(each) for each in read.warnings] == [
        "Nothing follows from “class” here. Lines with it, kept as they are: 2."
    ]


def test_tourney_js_with_a_cap_for_each_round():
    player = '{"name":"Ann","rating":1,"pairings":[],"scores":[]}'
    for caps, cap, told in (("[100,100]", 100, []), ("[100,200]", None, ["tsh-config-caps"]), ("[100,{}]", None, [])):
        text = f'newt={{"config":{{"spread_cap":{caps}}},"divisions":[{{"name":"A","players":[null,{player}]}}]}};'
        read = incoming.read_files([("tourney.js", text.encode())])
        assert (read.events[0].tournament.crosstable.spread_cap, [each.code for each in read.warnings]) == (cap, told)
