"""The records of a tournament file about the event itself: read, kept word for word, replaced, removed."""

import pytest

from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.records import Header
from tiebreaks.trf.stated_details import Official, StatedDetails, read_official, read_stated_details
from tiebreaks.trf.time_control import encode, kind_of_game

# Arbiters as files name them.
OFFICIALS = [
    ("IA Ada Berg (4600000)", "IA Ada Berg", "4600000"),
    ("IA  Ada Berg  4600000", "IA Ada Berg", "4600000"),
    ("Berg, Ada [ID 4600000]", "Berg, Ada", "4600000"),
    ("Berg, Ada; FIDE ID: 4600000", "Berg, Ada; FIDE", "4600000"),
    ("Ralph Blum (SV Griesheim)", "Ralph Blum (SV Griesheim)", ""),
    ("https://lichess.org/swiss", "https://lichess.org/swiss", ""),
    ("4600000", "4600000", ""),
    ("", "", ""),
]


@pytest.mark.parametrize(("text", "name", "fide_id"), OFFICIALS)
def test_an_arbiter_is_a_name_and_a_number(text, name, fide_id):
    assert read_official(text) == Official(name, fide_id)
    assert read_official(str(read_official(text))) == Official(name, fide_id)


# Rates of play as people write them, the code of record 222, and as what FIDE rates it.
RATES = [
    ("90'+30\"", "5400+30", "standard"),
    ("90+30", "5400+30", "standard"),
    ("90 min + 30 sec", "5400+30", "standard"),
    ("90 minutes + 30 seconds per move", "5400+30", "standard"),
    ("90 Min. + 30 Sek./Zug", "5400+30", "standard"),
    ("90 min + 30 s (from move 1)", "5400+30", "standard"),
    ("100'x40+15'+30\"", "40/6000+30:900+30", "standard"),
    ("100’×40 + 15’ + 30” from move 1", "40/6000+30:900+30", "standard"),
    ("40/100+15+30", "40/6000+30:900+30", "standard"),
    ("100 Min/40 Züge + 50 Min/20 Züge + 15 Min + 30 Sek/Zug ab Zug 1", "40/6000+30:20/3000+30:900+30", "standard"),
    ("120 min for 40 moves, 60 min, 30 s from move 41", "40/7200:3600+30", "standard"),
    ("2h/40 + 1h", "40/7200:3600", "standard"),
    ("40/120, 60", "40/7200:3600", "standard"),
    ("90 Minuten für 40 Züge + 30 Minuten für den Rest der Partie + 30 Sekunden pro Zug", "40/5400+30:1800+30",
     "standard"),
    ("60 min", "3600", "standard"),
    ("59 min", "3540", "rapid"),
    ("15+10", "900+10", "rapid"),
    ("25' + 10''", "1500+10", "rapid"),
    ("5+5", "300+5", "blitz"),
    ("10 min", "600", "blitz"),
    ("3+2", "180+2", "blitz"),
    ("1+0", "60", ""),
    ("5400+30", "5400+30", "standard"),
    ("40/6000+30:900+30", "40/6000+30:900+30", "standard"),
    ("W300-B240", "W300-B240", ""),
    # The words leave open what is meant.
    ("90", "", ""),
    ("40/90+30", "", ""),
    ("1 h 30", "", ""),
    ("120 min for 40 moves, 60 min, 30 s from move 30", "", ""),
    ("moves/time, increment", "", ""),
    ("", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "kind"), RATES)
def test_a_rate_of_play_has_its_code(words, code, kind):
    assert (encode(words), kind_of_game(encode(words))) == (code, kind)


KEPT = (
    "012 Cup\n022 Ahorntal\n032 ger\n042 4. 6. 2027\n052 2027/06/06\n102 IA  Ada Berg, 4600000\n"
    "112 FA Ben Dorn\n112 NA Cleo Esch (4600002)\n122 90 min\t+ 30 s\n222 5400+30\n001    1      Ada\n"
)
FACTS = StatedDetails(
    "GER", "IA Ada Berg (4600000)", ("FA Ben Dorn", "NA Cleo Esch (4600002)"), "90 min + 30 s", "5400+30"
)


def written(facts, place="Ahorntal", days=("2027-06-04", "2027-06-06"), dialect="TRF26", kept=KEPT):
    read = reader.read(kept, lenient=True)
    table = read.crosstable._replace(starts_on=days[0])
    text = whole_file.write(
        table, Header(place, days[1], details=facts), lines=whole_file.lines_to_keep(read), dialect=dialect
    )
    return [line for line in text.splitlines() if line[:3] in {"022", "032", "042", "052", "102", "112", "122", "222"}]


def test_they_are_read():
    assert read_stated_details(KEPT.splitlines()) == FACTS


def test_lines_that_say_the_same_stay_word_for_word():
    assert written(FACTS) == KEPT.splitlines()[1:10]


# What was changed, and the records that say so.
CHANGED = [
    ({"federation": "AUT"}, "032", ["032 AUT"]),
    ({"chief_arbiter": "IA Ada Berg"}, "102", ["102 IA Ada Berg"]),
    ({"deputy_arbiters": ("NA Cleo Esch (4600002)",)}, "112", ["112 NA Cleo Esch (4600002)"]),
    ({"deputy_arbiters": (*FACTS.deputy_arbiters, "NA Finn Gors")}, "112",
     ["112 FA Ben Dorn", "112 NA Cleo Esch (4600002)", "112 NA Finn Gors"]),
    ({"rate_of_play": "15+10", "time_control": ""}, "122", ["122 15+10"]),
    ({"rate_of_play": "15+10", "time_control": ""}, "222", ["222 900+10"]),
    ({"federation": ""}, "032", []),
    ({"chief_arbiter": ""}, "102", []),
    ({"deputy_arbiters": ()}, "112", []),
    ({"rate_of_play": "", "time_control": ""}, "122", []),
    ({"rate_of_play": "", "time_control": ""}, "222", []),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code", "records"), CHANGED)
def test_what_was_changed_or_removed_is_not_in_the_file(changes, code, records):
    changed = {"122", "222"} if "rate_of_play" in changes else {code}
    lines, before = written(FACTS._replace(**changes)), written(FACTS)
    assert [line for line in lines if line.startswith(code)] == records
    assert [line for line in lines if line[:3] not in changed] == [line for line in before if line[:3] not in changed]


def test_a_day_or_a_place_that_was_removed_is_not_in_the_file():
    lines = written(FACTS, place="", days=("", ""))
    assert not [line for line in lines if line[:3] in ("022", "042", "052")]


def test_what_no_field_can_hold_stays():
    kept = "012 Cup\n032 Germany\n042 in summer\n222 as usual\n001    1      Ada\n"
    assert written(StatedDetails(), place="", days=("", ""), kept=kept) == kept.splitlines()[1:4]


def test_an_event_from_nowhere_gets_its_records_in_their_order():
    lines = written(FACTS, kept="001    1      Ada\n")
    assert [line[:3] for line in lines] == ["022", "032", "042", "052", "102", "112", "112", "122", "222"]


def test_the_older_format_has_no_code():
    assert "222 5400+30" not in written(FACTS, dialect="TRF16", kept="001    1      Ada\n")
