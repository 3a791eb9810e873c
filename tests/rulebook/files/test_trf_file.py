"""A whole file, read and written again: no line is lost, changed lines are rewritten, and gacrux reads the same."""

from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated.compare_teams import events as team_events
from tests.generated.generator_teams import WILD, round_robin, swiss
from tests.generated.second_opinion import ask
from tests.generated.strategies import events, seeds
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.exchange.test_exports import UNTRUE, with_title
from tests.sizes import examples
from tiebreaks.facts.crosstable import EARLY_WITHDRAWALS, EDITIONS, SYSTEMS, Adjustment
from tiebreaks.facts.disciplines import DISCIPLINES
from tiebreaks.facts.games import Kind, Scheme
from tiebreaks.facts.scoring import outcome
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.decisions import decision_records
from tiebreaks.trf.writer import TRF16, TRF26

GOLDEN = Path(__file__).parents[2] / "golden"


def again(read, **changes):
    """Write a file that was read, with what has changed since."""
    header = whole_file.Header(read.place, read.ends_on, read.order or "")
    facts = read.crosstable._replace(**changes)
    return whole_file.write(facts, header, teams=read.teams, lines=whole_file.lines_to_keep(read))


def test_a_swiss_of_lichess_is_read_as_it_is():
    """Its days have names of months, and rounds without an opponent have neither number nor colour."""
    read = reader.read((GOLDEN / "lichess_swiss.trf").read_text())
    facts = read.crosstable
    assert (facts.system, facts.edition, facts.rounds) == ("swiss", "2026-03", 3)
    assert [(p.name, p.rating) for p in facts.players.values()][:2] == [("neunora", 2310), ("altolaf", 1985)]
    games = {number: " ".join(f"{g.opponent or ''}{g.letter}" for g in own) for number, own in facts.games.items()}
    assert games == {1: "41 2= 31", 2: "51 1= U", 3: "H 4+ 10", 4: "10 3- -", 5: "20 - -"}
    assert all(sum(g.points for g in own) == Decimal(read.declared[n].points) for n, own in facts.games.items())


def test_a_running_game_of_lichess_is_open():
    text = (
        (GOLDEN / "lichess_swiss.trf")
        .read_text()
        .replace("3 w 1", "3 w Z")
        .replace("1 b 0\n001    4", "1 b Z\n001    4")
    )
    read = reader.read(text, lenient=True)
    assert [read.crosstable.games[number][2].kind for number in (1, 3)] == [Kind.OPEN, Kind.OPEN]
    assert [(each.line, each.code) for each in read.warnings] == [(11, "bad-result"), (13, "bad-result")]


def lines_of(text):
    """Return the lines that say something, without the place of 001 and 310, which files take from their own order."""
    return {line[:85] + line[89:] if line.startswith("001") else line for line in text.splitlines() if line.strip()}


@pytest.mark.parametrize("name", ["karl_mala_2005", "fide_team_2024", "fide_swiss_2026", "fide_round_robin"])
def test_a_published_file_is_written_again_without_a_lost_record(name):
    text = (GOLDEN / f"{name}.trf").read_text(encoding="utf-8")
    read = reader.read(text)
    written = again(read)
    assert reader.read(written)[:2] == read[:2]
    assert reader.read(written).teams == read.teams
    lost = {with_title(line).rstrip() for line in lines_of(text)} - lines_of(written)
    assert {line[:7] for line in lost} == UNTRUE.get(name, set())
    assert len(lines_of(written)) <= len(lines_of(text)) + 3  # at most 072, 142 and XXR are new


def test_only_changed_lines_are_rewritten():
    text = "012 Cup\n102 A. Arbiter\n042 28. 07. 2005\n### kept\n001    1      Ada\nXXZ 7\n"
    written = again(reader.read(text), rounds=5, name="Cup of 2005", scheme=Scheme(pab=Decimal("0.5")))
    assert written.splitlines()[:2] == ["012 Cup of 2005", "062 1"]
    kept = ["102 A. Arbiter", "042 28. 07. 2005", "### kept", "XXZ 7"]
    assert [line for line in written.splitlines() if line in kept] == kept
    assert reader.read(written).crosstable.scheme == Scheme(pab=Decimal("0.5"))
    assert reader.read(written).crosstable.rounds == 5


def test_an_order_replaces_both_records():
    text = "012 Cup\n202 BH,SB\n001    1      Ada\n"
    same = whole_file.write(
        reader.read(text).crosstable, whole_file.Header(order="PTS,BH,SB"), lines=text.splitlines()[:2]
    )
    assert "202 BH,SB\n" in same
    assert "212" not in same
    other = whole_file.write(
        reader.read(text).crosstable, whole_file.Header(order="PTS,SB"), lines=text.splitlines()[:2]
    )
    assert "202" not in other
    assert reader.read(other).order == "PTS,SB"


settings = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(EDITIONS),
        "system": st.sampled_from(SYSTEMS),
        "discipline": st.sampled_from(sorted(DISCIPLINES)),
        "unrated_rating": st.none() | st.integers(0, 3000),
        "spread_cap": st.none() | st.integers(0, 500),
        "bye_spread": st.integers(-500, 500),
        "forfeit_spread": st.integers(-500, 500),
        "lots_seed": st.integers(0, 2**31 - 1),
        "early_withdrawals": st.sampled_from(EARLY_WITHDRAWALS),
        "scheme": st.builds(Scheme, *[st.integers(0, 40).map(lambda tenths: Decimal(tenths) / 10)] * 5),
    }
)


def with_own_facts(event, seed):
    """Return an event with what no record says about players and games: scores, national ratings, play-offs."""
    luck = Random(seed)
    players = {
        number: player._replace(
            national_rating=luck.choice((None, 1500)),
            playoff=luck.choice((None, 2)),
            withdrawn_from=luck.choice((None, event.rounds + 1)),
            manual_value=(value := luck.choice((None, Decimal("-1.5"), Decimal(20)))),
            manual_reason="" if value is None else "won the play-off=2:0",
        )
        for number, player in event.players.items()
    }
    games = {
        number: tuple(g._replace(own_score=luck.randint(-99, 700), opponent_score=13, penalty=5) for g in own)
        for number, own in event.games.items()
    }
    return event._replace(players=players, games=games)


@examples(60)
@given(event=events(), changes=settings, seed=seeds, dialect=st.sampled_from((TRF16, TRF26)))
def test_an_event_is_read_as_it_was_written_in_every_edition_and_setting(event, changes, seed, dialect):
    event = with_own_facts(event, seed)._replace(starts_on=event.starts_on.replace("-", "/"))
    games = {
        n: tuple(g._replace(points=outcome(g.letter, g.opponent is not None, changes["scheme"])[1]) for g in own)
        for n, own in event.games.items()
    }
    event = event._replace(**changes, games=games)
    text = whole_file.write(event, whole_file.Header(order="PTS,LOTS"), dialect=dialect)
    read = reader.read(text)
    assert read.crosstable == event
    assert again(read) == whole_file.write(event, whole_file.Header(order="PTS,LOTS"))
    order = read_order("PTS,BH/C1,SB,ARO,SPREAD,DIFF,PLAYOFF,MAN,LOTS")
    assert rank(read.crosstable, order).rows == rank(event, order).rows


@examples(40)
@given(
    play=st.sampled_from((swiss, round_robin)),
    seed=st.integers(0, 10**6),
    boards=st.integers(2, 6),
    primary=st.sampled_from(("MP", "GP")),
)
def test_a_team_event_is_read_as_it_was_written(play, seed, boards, primary):
    table, colours = play(seed, boards=boards, rates=WILD, primary=primary)
    read = reader.read(trf_text_teams(table, colours))
    changes = {"edition": EDITIONS[seed % len(EDITIONS)], "unrated_rating": seed % 3 or None, "lots_seed": seed}
    by_hand = {"manual_value": Decimal("0.25"), "manual_reason": "by lot"}
    placed = {
        number: team._replace(playoff=1, withdrawn_from=2, **by_hand) for number, team in read.teams.players.items()
    }
    players, teams = read.crosstable._replace(**changes), read.teams._replace(**changes, players=placed)
    written = reader.read(whole_file.write(players, whole_file.Header(order="PTS,LOTS"), teams=teams))
    assert (written.crosstable, written.teams) == (players, teams)


def test_comments_say_only_what_records_do_not():
    read = reader.read(FOUR)
    written = again(read, edition="2024-08", unrated_rating=1000)
    assert [line for line in written.splitlines() if line.startswith("###")] == [
        "### [crosstable] edition=2024-08 unrated_rating=1000"
    ]
    assert "###" not in again(reader.read(written), edition="2026-03", unrated_rating=None)
    assert "###" not in again(read, lots_seed=7)  # nothing is drawn by lots


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        ("edition=1999", "edition=1999"),
        ("bye_spread=", "bye_spread="),
        ("unrated_rating=-1", "unrated_rating=-1"),
        ("colour=green", "colour=green"),
        ("player 9 playoff=1", "### [crosstable] player 9 playoff=1"),
        ("game 7 1 penalty=1", "### [crosstable] game 7 1 penalty=1"),
        ("player 1 manual_value=2", "### [crosstable] player 1 manual_value=2"),
        ("player 1 manual_value=x manual_reason=so", "manual_value=x"),
        ("manual_value=2 manual_reason=so", "manual_value=2"),
        ("early_withdrawals=never", "early_withdrawals=never"),
        ("team 1 playoff=1", "### [crosstable] team 1 playoff=1"),
        ("something else", "### [crosstable] something else"),
    ],
)
def test_an_unknown_setting_is_refused_or_reported_with_its_line(comment, text):
    with pytest.raises(Refusal) as refused:
        reader.read(f"{FOUR}### [crosstable] {comment}\n")
    assert (refused.value.line, str(refused.value)) == (7, f"“{text}” is not a setting that can be read here.")
    (warning,) = reader.read(f"{FOUR}### [crosstable] {comment}\n", lenient=True).warnings
    assert str(warning) == str(refused.value)


def test_a_corrected_board_rewrites_the_records_of_teams():
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    read = reader.read(text)
    event = read.teams.team_event
    matches = event.matches | {1: (event.matches[1][0]._replace(kind=Kind.OPEN, boards=()), *event.matches[1][1:])}
    changed = read._replace(teams=read.teams._replace(team_event=event._replace(matches=matches)))
    written = again(changed).splitlines()
    assert not [line for line in written if line.startswith(("801", "802"))]  # they would say the old result
    assert len([line for line in written if line.startswith("310")]) == 50
    assert "192 FIDE_TEAM_BAKU" in written


@pytest.mark.parametrize("seed", range(3))
def test_gacrux_gives_the_same_table_of_an_export(seed):
    event = reader.read((GOLDEN / "fide_swiss_2026.trf").read_bytes()).crosstable
    taken = {3 + seed: (Adjustment(2, Decimal(-1)), Adjustment(4, Decimal("0.5")))}
    event = event._replace(adjustments=taken)
    order = ["PTS", "BH/C1", "BH", "SB", "PS", "WIN"]
    theirs = ask(event, order, whole_file.write(event))
    for row in rank(event, read_order(",".join(order))).rows:
        assert list(map(Decimal, theirs.values[row.number])) == [Decimal(value) for value in row.values], row
        assert theirs.ranks[row.number] == row.rank


@pytest.mark.parametrize("seed", range(4))
def test_gacrux_gives_the_same_table_of_an_export_of_teams(seed):
    ((table, colours),) = team_events(1, "2026-03", first=20 + seed)
    read = reader.read(trf_text_teams(table, colours))
    order = ["PTS", "MPVGP", "BH:MP/C1/P", "EMGSB/C1/P"]
    theirs = ask(read.teams, order, whole_file.write(read.crosstable, teams=read.teams))
    ours = rank(read.teams, read_order(",".join(order).replace("MPVGP", "MPvGP"), of_teams=True))
    for row in ours.rows:
        assert [float(value) for value in theirs.values[row.number]] == [float(value) for value in row.values]
        assert theirs.ranks[row.number] == row.rank


FOUR = """\
012 Small
XXR 2
001    1      Ada                               2000                             0.0    1     2 w 1     3 w =
001    2      Ben                               1900                             0.0    2     1 b 0     4 w +
001    3      Cleo                              1800                             0.0    3     4 w 1     1 b =
001    4      Dan                               1700                             0.0    4     3 b 0     2 b -
"""


@pytest.mark.parametrize(
    ("record", "points"),
    [
        ("299          -1.0    1    3", {1: "1.5", 2: "1", 3: "0.5", 4: "0"}),
        ("299          -1.0    2    1    3", {1: "0.5", 2: "1", 3: "0.5", 4: "0"}),
        ("299 +         0.5", {1: "1.5", 2: "0.5", 3: "1.5", 4: "0"}),
        ("299 -         0.5    2    4", {1: "1.5", 2: "1", 3: "1.5", 4: "0.5"}),
        ("299 W         2.0    1    1", {1: "2.5", 2: "1", 3: "1.5", 4: "0"}),
        ("299 D         0.0    2    1    3", {1: "1", 2: "1", 3: "1", 4: "0"}),
        ("299           -10    1    3", {1: "1.5", 2: "1", 3: "-8.5", 4: "0"}),
        ("299           100    1    3", {1: "1.5", 2: "1", 3: "101.5", 4: "0"}),
        ("299          0.25    1    3", {1: "1.5", 2: "1", 3: "1.75", 4: "0"}),
        ("299          -.25    1    3", {1: "1.5", 2: "1", 3: "1.25", 4: "0"}),
    ],
)
def test_points_that_an_arbiter_decided_count(record, points):
    read = reader.read(FOUR + record + "\n")
    table = rank(read.crosstable, read_order("PTS"))
    assert {row.number: str(row.values[0].normalize()) for row in table.rows} == points
    for number in points:
        working = table.explain(number, 0)
        assert sum(term.value for term in working.terms) == working.value
    assert reader.read(again(read)).crosstable == read.crosstable
    assert record in again(read).splitlines()


@pytest.mark.parametrize(
    ("record", "points"),
    [
        ("299 W         2.0", {1: "2.5", 2: "1", 3: "2.5", 4: "0"}),
        ("299 1         2.0", {1: "2.5", 2: "1", 3: "2.5", 4: "0"}),
        ("299 L         0.5    0", {1: "1.5", 2: "1.5", 3: "1.5", 4: "0.5"}),
        ("299 0         0.5    0    2", {1: "1.5", 2: "1.5", 3: "1.5", 4: "0"}),
        ("299 D         1.0    0    3", {1: "1.5", 2: "1", 3: "2", 4: "0"}),
    ],
)
def test_a_result_gets_other_points_in_all_rounds(record, points):
    """W, D and L are won, drawn and lost games; the file writes 1, = and 0 for them in its lines of players."""
    facts = reader.read(FOUR + record + "\n").crosstable
    assert {n: str(facts.total_points(n).normalize()) for n in facts.players} == points
    assert {line.split()[1] for line in decision_records(facts)} <= set("WDL")


def test_points_outside_games_count_for_no_tiebreak():
    plain, read = reader.read(FOUR).crosstable, reader.read(FOUR + "299          -1.0    1    3\n").crosstable
    order = read_order("BH,SB,PS")
    assert {r.number: r.values for r in rank(read, order).rows} == {r.number: r.values for r in rank(plain, order).rows}
    assert read.up_to(1).adjustments == {3: (Adjustment(1, Decimal(-1)),)}
    assert read.up_to(0).adjustments == {}
    assert list(decision_records(read)) == ["299          -1.0    1    3"]


ONCE = """\
001    1      Ada                               2000                             0.0    1     2 w 1     3 w =  0000 - Z
001    2      Ben                               1900                             0.0    2     1 b 0  0000 - Z     3 w 1
001    3      Cleo                              1800                             0.0    3  0000 - Z     1 b =     2 b 0
"""
SOME_TWICE = ONCE.replace("0000 - Z\n001    2", "0000 - Z     2 b 1\n001    2").replace("3 w 1", "3 w 1     1 w 0")


@pytest.mark.parametrize(("text", "system"), [(ONCE, "round-robin"), (SOME_TWICE, "swiss")])
def test_all_meet_equally_often_in_a_round_robin(text, system):
    assert reader.read(text).crosstable.system == system


MISPLACED = ("299 W           2.0    1    1", "299 W  2.0    1    1", "299         -10.5    1    3")
IN_COLUMNS = "points belong in columns 14 to 17, the round in columns 20 to 22, then numbers in five columns each."


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("299          -1.0    1    9", "Number 9 is not in the file or has no round 1."),
        ("299 W         1.0    7    1", "Number 1 is not in the file or has no round 7."),
        ("299           one    1    1", "“one” is not a number of points such as 0.5."),
        ("299          -1.0    x    1", "“x” is not a whole number from 0 to 999."),
        *((record, f"“{record}”: {IN_COLUMNS}") for record in MISPLACED),
    ],
)
def test_a_decision_that_fits_nothing_is_refused_with_its_line(record, sentence):
    with pytest.raises(Refusal) as refused:
        reader.read(FOUR + record)
    assert (refused.value.line, str(refused.value)) == (7, sentence)
