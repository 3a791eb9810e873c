"""Rounds to come in a file: what steers them becomes settings of the event, or is named as left."""

import pytest
from django.contrib.auth.models import User

from pairing.plan import stages
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.test_import_look import upload
from tests.site.reading import text as text_of
from tests.site.teams import enter_matches, make_teams, round_of
from tournaments.access.reader import staff_reader
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.players.participation import set_absence, withdraw_participant
from tournaments.actions.rounds.forbidden_pairings import add_forbidden_pairing
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats import incoming
from tournaments.models import Event
from tournaments.queries.rounds import plan

pytestmark = pytest.mark.django_db
STEERING = ("152", "192", "240", "250", "260", "XXA", "XXC", "XXP", "XXZ", "### plan")
TABLE = """\
012 Club night
042 2026/05/01
092 Individual: Swiss-System
142 5
001    1      Ada                               2300                             1.0    1     5 w 1
001    2      Ben                               2250                             1.0    1     6 b 1
001    3      Cem                               2200                             1.0    1     7 w 1
001    4      Dan                               2150                             1.0    1     8 b 1
001    5      Eva                               2100                             0.0    5     1 b 0
001    6      Fee                               2050                             0.0    5     2 w 0
001    7      Gil                               2000                             0.0    5     3 b 0
001    8      Hal                               1950                             0.0    5     4 w 0
"""


def taken(file):
    """Return the event of a file, and the notes on its lines about rounds to come."""
    found = incoming.read_files([("night.trf", file.encode())], lenient=True)
    (event,) = import_incoming(found, COMMAND, name="Night")
    return Event.objects.get(pk=event.pk), [
        f"{each.line}: {each}" for each in found.warnings if "Not taken" in str(each)
    ]


def settings_of(event):
    """Return what steers the rounds to come of an event."""
    absences = [
        *event.players.exclude(absences=None).values_list("number", "absences__round", "absences__kind"),
        *event.teams.exclude(absences=None).values_list("number", "absences__round", "absences__kind"),
    ]
    apart = [(r.numbers, r.from_round, *filter(None, [r.to_round])) for r in event.forbidden_pairings.all()]
    return [(s.system, s.first, s.last, s.settings) for s in plan.read_plan(event)], sorted(absences), apart


BAKU = ["250       1.0   1   2    1    4", "250       0.5   3   3    1    4"]
RECORDS = {
    "192 FIDE_DUTCH_2026": ([("dutch", 1, 5, {})], [], []),
    "192 FIDE_DUTCH_BAKU": ([("dutch", 1, 5, {"accelerated": True})], [], []),
    "152 B": ([("dutch", 1, 5, {"initial": "B"})], [], []),
    "XXC black1": ([("dutch", 1, 5, {"initial": "B"})], [], []),
    "\n".join(BAKU): ([("dutch", 1, 5, {"accelerated": True})], [], []),
    "\n".join(f"XXA {n:>4}  1.0  1.0" for n in range(1, 5)): ([("dutch", 1, 5, {"accelerated": True})], [], []),
    "250       2.0   1   2    1    4": ([("dutch", 1, 5, {"accelerated": [["2.0", 1, 2, 1, 4]]})], [], []),
    "XXA    1  1.0  1.0\nXXA    2  1.0  1.0": (
        [
            (
                "dutch",
                1,
                5,
                {"accelerated": [["1.0", 1, 1, 1, 1], ["1.0", 2, 2, 1, 1], ["1.0", 1, 1, 2, 2], ["1.0", 2, 2, 2, 2]]},
            )
        ],
        [],
        [],
    ),
    "260   1   5    1    2": ([], [], [([1, 2], 1)]),
    "260   3   5    3    2    5": ([], [], [([2, 3, 5], 3)]),
    "260   2   3    3    2": ([], [], [([2, 3], 2, 3)]),
    "XXP 7 3": ([], [], [([3, 7], 1)]),
    "240 H   2    1    3": ([], [(1, 2, "H"), (3, 2, "H")], []),
    "240     4    1": ([], [(1, 4, "Z")], []),
    "240 F   2    1    3": ([], [(1, 2, "F"), (3, 2, "F")], []),
    "XXZ 7, 8": ([], [(7, 2, "Z"), (8, 2, "Z")], []),
}


@pytest.mark.parametrize("records", RECORDS)
def test_what_steers_rounds_to_come_becomes_settings_alone(records):
    event, left = taken(f"{TABLE}{records}\n")
    assert (settings_of(event), left) == (RECORDS[records], [])
    kept = [line for line in event.details.file_lines if line.startswith(STEERING)]
    assert kept == [records] * records.startswith("192"), "which only names the plan that is written"


LEFT = {
    "192 FIDE_DUBOV": "13: Not taken over: FIDE_DUBOV. Choose in the plan how the rounds to come are drawn.",
    "192 FIDE_ROUNDROBIN": "13: Not taken over: FIDE_ROUNDROBIN. Choose in the plan how the rounds to come are drawn.",
    "XXP 7 99": "13: Not taken over: 7 99",
    "240 F   2   99": "13: Not taken over: F of number 99 in round 2.",
    "240 H   7    1": "13: Not taken over: H of number 1 in round 7.",
    "XXC rank": "13: Not taken over: rank",
    "250       x.0   1   2    1    4": "13: Not taken over: x.0 1 2 1 4",
}


@pytest.mark.parametrize("record", LEFT)
def test_what_no_event_can_have_is_named_with_its_line(record):
    event, left = taken(f"{TABLE}{record}\n")
    assert len(left) == 1 and left[0].startswith(LEFT[record])
    assert settings_of(event) == ([], [], [])


def test_what_is_over_steers_nothing_and_stays():
    records = ["240 H   1    1", "260   1   1    1    2"]
    event, left = taken("\n".join([TABLE, *records]))
    assert (settings_of(event), left) == (([], [], []), [])
    assert [line for line in event.details.file_lines if line.startswith(STEERING)] == records


def test_rounds_that_are_entered_ahead_are_absences():
    file = (
        TABLE.replace("5 w 1", "5 w 1  0000 - H  0000 - Z")
        .replace("1 b 0", "1 b 0  0000 - F")
        .replace("6 b 1", "6 b 1  0000 - U")
    )
    event, left = taken(file)
    assert settings_of(event)[1] == [(1, 2, "H"), (1, 3, "Z"), (5, 2, "F")]
    assert [line[:48] for line in left] == ["6: Not taken over: U of number 2 in round 2. For"]
    assert list(event.rounds.values_list("number", flat=True)) == [1]


def test_the_page_says_what_is_not_taken_over(client):
    client.force_login(User.objects.create_superuser("root"))
    page = text_of(upload(client, ("night.trf", f"{TABLE}260   1   5    1   99\n")))
    assert "night.trf:13: 260: Not taken over: 1 5 1 99" in page


def boards_of(event):
    (draft,) = draw(event)
    return [(b["white"], b["black"]) for b in draft.boards], [b["player"] for b in draft.byes]


def check_both_ways(event, dialects=("TRF26", "TRF16")):
    """Draw the next round of an event, and of what its files bring back."""
    texts = {
        dialect: write_tournament_file(staff_reader(Event.objects.get(pk=event.pk)), dialect) for dialect in dialects
    }
    expected = boards_of(event), settings_of(event)
    for dialect, text in texts.items():
        again, left = taken(text)
        assert left == []
        assert (boards_of(again), settings_of(again)) == expected, dialect
        once_more = write_tournament_file(staff_reader(Event.objects.get(pk=again.pk)), dialect)
        assert [x for x in once_more.splitlines() if x.startswith(STEERING)] == [
            x for x in text.splitlines() if x.startswith(STEERING)
        ]


PLANS = [
    [("dutch", 5, {"accelerated": True, "initial": "B"})],
    [("dutch", 4, {}), ("king-of-the-hill", 1, {})],
    [("new-swiss", 5, {"bye_method": "top-down"})],
]


@pytest.mark.parametrize("parts", PLANS)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_an_event_is_drawn_alike_after_export_and_import(parts, rounds):
    event, first = make_championship(13), 1
    made = []
    for system, length, settings in parts:
        made.append(stages.Stage(system, first, first + length - 1, settings))
        first += length
    set_plan(event, made, COMMAND)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [1, 2], from_round=1), COMMAND)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [3, 4, 5], from_round=rounds + 2), COMMAND)
    for number in range(1, rounds + 1):
        draw(event)
        publish(event)
        play(event, number)
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [7, 8], "", 1, rounds + 1), COMMAND)
    set_absence(event, 3, rounds + 1, "H", COMMAND)
    set_absence(event, 4, rounds + 2, "H", COMMAND)
    set_absence(event, 5, rounds + 1, "Z", COMMAND)
    withdraw_participant(event, 6, COMMAND, "ill")
    check_both_ways(event)


def test_an_event_of_teams_is_drawn_alike_after_export_and_import():
    event = make_teams(9, boards=2, planned_rounds=5)
    set_plan(event, [stages.Stage("team-swiss", 1, 5, {"accelerated": True, "colours": "typeb"})], COMMAND)
    round_of(event)
    enter_matches(event, 1, "11", "1=", "00", "==")
    add_forbidden_pairing(event, ForbiddenPairingDefinition(Apart.LIST, [1, 2], from_round=1), COMMAND)
    set_absence(event, 3, 2, "H", COMMAND, of_teams=True)
    set_absence(event, 4, 3, "Z", COMMAND, of_teams=True)
    withdraw_participant(event, 6, COMMAND, "ill", of_teams=True)
    check_both_ways(event, ["TRF26"])


def test_older_files_of_teams_have_their_absences_too():
    event = make_teams(9, boards=2, planned_rounds=5)
    set_absence(event, 3, 2, "H", COMMAND, of_teams=True)
    again, left = taken(write_tournament_file(staff_reader(event), "TRF16"))
    assert (settings_of(again)[1], left) == ([(3, 2, "H")], [])
