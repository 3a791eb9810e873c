"""Dates as programs write them into tournament files, and the edition of the rules that follows from them."""

import pytest

from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.dates import read_day

DATES = [
    ("2020/05/29", (2020, 5, 29), "pre-2023"),
    ("2024-08-01", (2024, 8, 1), "2024-08"),
    ("2024.07.31", (2024, 7, 31), "2024-04"),
    ("28. 07. 2005", (2005, 7, 28), "pre-2023"),
    ("May 29, 2020", (2020, 5, 29), "pre-2023"),  # lichess
    ("29 May 2020", (2020, 5, 29), "pre-2023"),
    ("1 Aug 2024", (2024, 8, 1), "2024-08"),
    ("1-Aug-2024", (2024, 8, 1), "2024-08"),
    ("1. März 2026", (2026, 3, 1), "2026-03"),
    ("3. Dezember 2023", (2023, 12, 3), "2023-09"),
    ("1.8.24", (2024, 8, 1), "2024-08"),
    ("24/08/01", (2024, 8, 1), "2024-08"),
    ("28/05/20", (2020, 5, 28), "pre-2023"),  # nobody writes results of 2028 yet
    ("31/12/24", (2024, 12, 31), "2024-08"),
    ("20240801", (2024, 8, 1), "2024-08"),
    ("05/29/2020", (2020, 5, 29), "pre-2023"),
    ("6.12.69", (1969, 12, 6), "pre-2023"),
    ("2026/02", (2026, 2, 0), "2024-08"),
    ("2026/02/00", (2026, 2, 0), "2024-08"),
    ("2023/09/01 10:00", (2023, 9, 1), "2023-09"),
]
NO_DATES = [
    "2024-13-45",
    "0000/00/00",
    "2024/02/30",
    "2024/00/00",
    "20241345",
    "0020/05/29",
    "99999999",
    "summer",
    "2020",
]
PLAYER = "001    1      Ada                               2000                             0.0    1"


@pytest.mark.parametrize(("text", "day", "edition"), DATES, ids=[text for text, _, _ in DATES])
def test_a_date_gives_the_edition(text, day, edition):
    assert read_day(text) == day
    assert reader.read(f"042 {text}\n{PLAYER}").crosstable.edition == edition


UNCLEAR = (
    "“{}” is read as {}; if it means {}, other rules apply. Write the year first, with four digits, to make it clear."
)
NOTED = [  # the first day, another record, the edition, and the two readings where nothing decides between them
    ("24/08/01", "", "2024-08", ("2024/08/01", "2001/08/24")),
    ("28/05/20", "", "pre-2023", ("2020/05/28", "2028/05/20")),
    ("26/05/20", "", "2026-03", ("2026/05/20", "2020/05/26")),
    ("26/05/20", "052 2020/05/28", "pre-2023", None),
    ("26/05/20", "052 31.5.20", "pre-2023", None),
    ("26/05/20", "052 2026/05/21", "2026-03", None),
    ("26/05/20", "052 2023/05/21", "2026-03", ("2026/05/20", "2020/05/26")),
    ("26/05/20", f"132{'':88}20/05/26  20/05/27", "pre-2023", None),
    ("26/05/20", f"132{'':88}26/05/20  26/05/21", "2026-03", None),
    ("12/05/20", "", "pre-2023", None),  # 2012 or 2020: the rules are the same
    ("31/12/24", "", "2024-08", ("2024/12/31", "2031/12/24")),
    ("26.05.20", "", "pre-2023", None),
    ("", "052 26/05/20", "2026-03", ("2026/05/20", "2020/05/26")),
    ("01/03/2026", "", "2026-03", ("2026/03/01", "2026/01/03")),  # as written in Europe, or in America
    ("9-1-2023", "", "pre-2023", ("2023/01/09", "2023/09/01")),
    ("01.03.2026", "", "2026-03", None),
    ("05/04/2026", "", "2026-03", None),  # the rules are the same
    ("01/03/2026", "052 2026/01/05", "2024-08", None),
    ("01/03/2026", "052 2026/03/05", "2026-03", None),
    ("01/03/2026", "052 01/05/2026", "2026-03", ("2026/03/01", "2026/01/03")),  # this one may be either, too
    ("01/03/2026", f"132{'':88}26/01/03  26/01/04", "2024-08", None),
]


@pytest.mark.parametrize(("text", "record", "edition", "readings"), NOTED)
def test_a_date_that_may_be_one_under_other_rules_is_noted(text, record, edition, readings):
    tournament = reader.read("\n".join(line for line in (f"042 {text}" if text else "", record, PLAYER) if line))
    assert tournament.crosstable.edition == edition
    notes = [UNCLEAR.format(text or "26/05/20", *readings)] if readings else []
    assert [str(warning) for warning in tournament.warnings] == notes


LAST_DAYS = [  # the first day, the last one, and whether the file is noted for them
    ("2026/05/20", "2026/05/19", True),
    ("2026/05/20", "19.5.26", True),
    ("2026/05/20", "2026/05/20", False),
    ("2026/05/20", "2026/04", True),
    ("2026/05/20", "2026/05", False),  # on which day it ended nobody knows
    ("2026/05", "2026/05/01", False),
    ("2026/05/20", "26/04/30", False),  # the 30th of April 2026 or the 26th of April 2030
    ("2026/05/20", "20/06/26", False),  # the 26th of June 2020 or the 20th of June 2026
    ("2026/05/20", "18/05/16", True),  # of 2018 or of 2016
    ("2026/05/20", "", False),
    ("", "2026/05/19", False),
]


@pytest.mark.parametrize(("first", "last", "noted"), LAST_DAYS)
def test_a_last_day_before_the_first_is_noted(first, last, noted):
    tournament = reader.read("\n".join([*([f"042 {first}"] if first else []), f"052 {last}", PLAYER]))
    notes = [f"The last day, “{last}”, is before the first one, “{first}”."] if noted else []
    assert [(str(note), note.line, note.field) for note in tournament.warnings] == [(each, 2, "052") for each in notes]


def test_the_first_day_is_the_one_that_the_other_dates_confirm():
    tournament = reader.read(f"042 26/05/20\n052 2020/05/28\n{PLAYER}")
    assert tournament.crosstable.starts_on == "2020/05/26"
    assert "042 2020/05/26\n" in whole_file.write(tournament.crosstable, lines=whole_file.lines_to_keep(tournament))


@pytest.mark.parametrize("text", NO_DATES)
@pytest.mark.parametrize("code", ["042", "052"])
def test_a_text_that_is_not_a_date_is_refused_or_reported(text, code):
    data = f"{code} {text}\n{PLAYER}"
    with pytest.raises(Refusal, match="is not a date"):
        reader.read(data)
    (warning,) = reader.read(data, lenient=True).warnings
    assert (warning.line, warning.field) == (1, code)


@pytest.mark.parametrize("record", ["052 May 31, 2020", f"132{'':88}20/05/29  20/05/30"])
def test_without_a_first_day_another_date_of_the_file_gives_the_edition(record):
    assert reader.read(f"{record}\n{PLAYER}").crosstable.edition == "pre-2023"
    assert reader.read(PLAYER).crosstable.edition == "2026-03"


def test_a_date_in_words_is_kept_as_long_as_it_is_that_of_the_event():
    tournament = reader.read(f"042 May 29, 2020\n{PLAYER}")
    facts = tournament.crosstable._replace(starts_on="2020-05-29")
    assert "042 May 29, 2020" in whole_file.write(facts, lines=whole_file.lines_to_keep(tournament))
    assert "042 2020/05/30" in whole_file.write(
        facts._replace(starts_on="2020-05-30"), lines=whole_file.lines_to_keep(tournament)
    )
