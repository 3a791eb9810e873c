"""A round by the system of its stage: which round of a table it is, what the arbiter wishes, and what is refused."""

from decimal import Decimal
from itertools import pairwise

import pytest

from pairing import rounds
from pairing.brackets.course import Draw
from pairing.brackets.deciding import DuelResult
from pairing.brackets.stage import Course, list_turns, read_lines
from pairing.new_swiss import groups
from pairing.plan.stages import Stage
from pairing.rounds import Wishes
from tests.notation.paper import read_player_rows
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import HALF, Scheme
from tiebreaks.refusal import Refusal


def field(size):
    """Return an event before its first round; the last number has the best rating."""
    players = {number: Player(number, f"P{number}", 1000 + number) for number in range(1, size + 1)}
    return Crosstable(players, dict.fromkeys(players, ()), 20, discipline="scrabble")


def event(text, **settings):
    return read_player_rows(text, **{"rounds": 20, "edition": "plain", "discipline": "scrabble", **settings})


def written(pairing):
    """Write a round: its number, the boards with the reasons but those of who starts, and the bye."""
    boards = [" ".join([f"{board.white}-{board.black}", *reasons(board.reasons)]) for board in pairing.boards]
    bye = [" ".join([f"{pairing.bye.player} free", *reasons(pairing.bye.reasons)])] if pairing.bye else []
    return f"{pairing.round}: {' | '.join(boards + bye)}"


def reasons(given):
    kept = (reason for reason in given if not reason.code.startswith("first-"))
    return [" ".join([each.code, *(f"{key}={value}" for key, value in each.params.items())]) for each in kept]


ROUND_ROBIN = Stage("round-robin", 1, 3)
FOUR = field(4)
# Round 1 of the Berger table has been played, with wins of Ann and Bob; or Ann and Bob met by hand, which is round 2.
PLAYED = event("Ann: 4w1\nBob: 3w1\nCem: 2b0\nDot: 1b0")
BY_HAND = event("Ann: 2w1\nBob: 1b0\nCem: 4w1\nDot: 3b0")
REQUESTED = event("Ann: 4w1\nBob: 3w1 H\nCem: 2b0\nDot: 1b0")
KING, SWISS = Stage("king-of-the-hill", 2, 2), Stage("new-swiss", 2, 2)
FINAL = Stage("knock-out", 2, 4, {"entrants": 2, "games": 3, "further": 1, "further_games": 1})

PAIRED = [
    # the event so far, the stage, the wishes, and the round
    (FOUR, ROUND_ROBIN, {}, "1: 1-4 berger round=1 size=4 | 2-3 berger round=1 size=4"),
    (PLAYED, ROUND_ROBIN, {}, "2: 4-3 berger round=2 size=4 | 1-2 berger round=2 size=4"),
    (
        event("Ann: H\nBob: H\nCem: H\nDot: H"),
        ROUND_ROBIN,
        {},
        "1: 1-4 berger round=1 size=4 | 2-3 berger round=1 size=4",
    ),
    (
        event("Ann: 4w1 2w1\nBob: 3w1 1b0\nCem: 2b0 4b1 H\nDot: 1b0 3w0"),
        ROUND_ROBIN,
        {},
        "3: 2-4 berger round=3 size=4 | 3-1 berger round=3 size=4",
    ),
    (REQUESTED, ROUND_ROBIN, {}, "2: 4-3 berger round=2 size=4 | 1-2 berger round=2 size=4"),
    (PLAYED, ROUND_ROBIN, {"absent": [1]}, "2: 4-3 berger round=2 size=4 | 1-2 berger round=2 size=4"),
    # The table begins with its stage; both cycles allow a second game.
    (BY_HAND, Stage("round-robin", 2, 4), {}, "2: 1-4 berger round=1 size=4 | 2-3 berger round=1 size=4"),
    (
        BY_HAND,
        Stage("round-robin", 1, 6, {"cycles": 2, "turn_last_two": False}),
        {},
        "2: 4-3 berger round=2 size=4 | 1-2 berger round=2 size=4",
    ),
    (
        BY_HAND,
        Stage("round-robin", 1, 6, {"cycles": 2}),
        {},
        "2: 2-4 berger round=2 size=4 | 3-1 berger round=2 size=4",
    ),
    (field(3), ROUND_ROBIN, {}, "1: 2-3 berger round=1 size=3 | 1 free berger-free number=4"),
    (FOUR, Stage("scheveningen", 1, 2), {}, "1: 1-3 scheveningen round=1 size=2 | 2-4 scheveningen round=1 size=2"),
    (BY_HAND, Stage("scheveningen", 1, 2), {}, "2: 4-1 scheveningen round=2 size=2 | 3-2 scheveningen round=2 size=2"),
    (BY_HAND, Stage("scheveningen", 2, 3), {}, "2: 1-3 scheveningen round=1 size=2 | 2-4 scheveningen round=1 size=2"),
    (PLAYED, KING, {}, "2: 1-2 king-of-the-hill place=1 other=2 | 3-4 king-of-the-hill place=3 other=4"),
    # Nineteen rounds are left: the bye is looked for from the third place from the bottom on.
    (
        PLAYED,
        KING,
        {"absent": [4]},
        "2: 3-1 king-of-the-hill place=2 other=3 | 2 free bye-german byes=0 start=3",
    ),
    (PLAYED, SWISS, {}, "2: 1-2 same-wins wins=1 place=1 other=2 | 3-4 same-wins wins=0 place=3 other=4"),
    (
        PLAYED,
        SWISS,
        {"granted": frozenset({(1, 4)}), "absent": [2, 3]},
        "2: 4-1 float player=1 other=4 wins=1 fewer=0 float-alone player=1 wins=1 repeat-confirmed times=1",
    ),
    # The finalists' round: who leads, and by what margin, is the stage's to say; an absent player is not in it.
    (
        PLAYED,
        Stage("finalists", 2, 2, {"places": 1, "half": 1, "spread": 0}),
        {},
        "2: 1-2 finalists-fold place=1 other=2 | 3-4 same-wins wins=0 place=3 other=4",
    ),
    (
        PLAYED,
        Stage("finalists", 2, 2),
        {"absent": [4]},
        "2: 1-2 finalists-fold place=1 other=2 | 3 free bye-german byes=0 start=1",
    ),
    (
        PLAYED,
        FINAL,
        {},
        "2: 1-2 final-match place=1 next=2 game=1 games=3 | 3-4 final-game place=3 next=4",
    ),
    (PLAYED, FINAL, {"absent": [1]}, "2: 4-2 final-match place=1 next=2 game=1 games=3"),
    (REQUESTED, FINAL, {}, "2: 4-1 final-match place=1 next=2 game=1 games=3"),
    (
        PLAYED,
        FINAL,
        {"order": (4, 3, 2, 1)},
        "2: 3-4 final-match place=1 next=2 game=1 games=3 | 1-2 final-game place=3 next=4",
    ),
]


@pytest.mark.parametrize(("facts", "stage", "wishes", "expected"), PAIRED)
def test_a_round(facts, stage, wishes, expected):
    assert written(rounds.pair(facts, stage, Wishes(**wishes))) == expected


REFUSED = [
    (FOUR, Stage("groups", 1, 3), {}, "groups-no-seed", "seed", {}),
    (FOUR, Stage("knock-out", 1, 2, {"seeding": "lots"}), {}, "draw-no-seed", "seed", {}),
    (field(5), Stage("scheveningen", 1, 2), {}, "round-robin-no-round", "round", {"round": 1, "rounds": 2}),
]


@pytest.mark.parametrize(("facts", "stage", "wishes", "code", "place", "params"), REFUSED)
def test_what_is_refused(facts, stage, wishes, code, place, params):
    with pytest.raises(Refusal) as refused:
        rounds.pair(facts, stage, Wishes(**wishes))
    assert (refused.value.code, refused.value.field, refused.value.params) == (code, place, params)


def test_the_king_of_the_hill_meets_again_only_where_the_stage_allows_it():
    met, again = event("Ann: 2w1\nBob: 1b0"), Stage("king-of-the-hill", 2, 2)
    assert rounds.pair(met, again).pairs in ([(1, 2)], [(2, 1)])
    with pytest.raises(Refusal):
        rounds.pair(met, again._replace(settings={"repeats": 0}))
    granted = Wishes(granted=frozenset({(1, 2)}))
    assert rounds.pair(met, again._replace(settings={"repeats": 0}), granted).boards


@pytest.mark.parametrize(
    ("facts", "wishes", "fault"),
    [
        (BY_HAND, {}, "illegal-repeat white=4 black=3 times=1"),
        (PLAYED, {"forbidden": frozenset({(1, 2)})}, "illegal-forbidden white=1 black=2"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(facts, wishes, fault):
    with pytest.raises(Refusal) as refused:
        rounds.pair(facts, ROUND_ROBIN, Wishes(**wishes))
    assert (refused.value.code, refused.value.field, refused.value.params["round"]) == ("table-broken", "round", 2)
    assert reasons([refused.value.params["fault"]]) == [fault]


def test_the_groups_are_drawn_by_rating_and_give_all_their_rounds():
    stage, facts = Stage("groups", 1, 3, {"seed": 7}), field(12)
    drawn = groups.pair_groups(groups.draw_groups(12, 7), list(range(12, 0, -1)), 7)
    assert rounds.pair(facts, stage).pairs == drawn[0].pairs
    assert rounds.pair(facts, stage, Wishes(absent=[1, 2])).pairs != drawn[0].pairs
    rows = dict.fromkeys(facts.players, "")
    for past, coming in pairwise(drawn):
        for white, black in past.pairs:
            rows[white] += f" {black}w1"
            rows[black] += f" {white}b0"
        played = event("\n".join(f"P{number} {1000 + number}:{row}" for number, row in rows.items()))
        assert rounds.pair(played, stage).pairs == coming.pairs


GAMES = [
    # the first game of the final (Ann against Bob) and of the match for place 3, and what is played next
    ("Ann: 4w1 2w400:300\nBob: 3w1 1b300:400\nCem: 2b0 4w400:300\nDot: 1b0 3b300:400", "3: 1-2"),
    ("Ann: 4w1 2w400:300 2b300:400\nBob: 3w1 1b300:400 1w400:300\nCem: 2b0 4w1\nDot: 1b0 3b0", "4: 1-2"),
    # Whoever asks for a bye stays in a match that has begun, too.
    ("Ann: 4w1 2w1 H\nBob: 3w1 1b0\nCem: 2b0 4w1\nDot: 1b0 3b0", "3: 1-2"),
]


@pytest.mark.parametrize(("text", "expected"), GAMES)
def test_the_games_of_a_final_go_on_until_it_is_decided(text, expected):
    number, pair = expected.split(": ")
    pairing = rounds.pair(event(text), FINAL, Wishes(absent=[1]))  # nobody moves up into a match that has begun
    assert (pairing.round, [board.pair for board in pairing.boards]) == (int(number), [(1, 2)]), pair
    game = int(number) - 1
    assert reasons(pairing.boards[0].reasons) == [f"final-match place=1 next=2 game={game} games=3"]


def follow(facts, order):
    return Course(facts, FINAL, Draw(read_lines(facts, FINAL)), order).states


def test_a_decided_final_has_no_more_games():
    text = "Ann: 4w1 2w400:300 2b400:300\nBob: 3w1 1b300:400 1w300:400\nCem: 2b0 4w1\nDot: 1b0 3b0"
    assert rounds.pair(event(text), FINAL).boards == ()
    final, places = follow(event(text), (1, 2, 3, 4))
    assert (set(final.players), final.winner, final.rounds) == ({1, 2}, 1, (2, 3))
    assert sorted(final.score) == [0, 4]
    assert (set(places.players), places.winner, places.rounds) == ({3, 4}, 3, (2,))


def test_before_its_first_round_a_final_has_no_lines():
    assert read_lines(PLAYED, FINAL) == {}
    assert read_lines(field(1), FINAL) == {}


def test_the_boards_of_the_first_round_say_who_plays_for_which_places():
    """Releases that knew finals of two alone stored no lines."""
    facts = event("Ann: 4w1 2w1\nBob: 3w1 1b0\nCem: 2b0 4w1\nDot: 1b0 3b0")
    seated = {n: (games[0], games[1]._replace(board=2 if n < 3 else 1)) for n, games in facts.games.items()}
    played = follow(facts._replace(games=seated), (1, 2, 3, 4))
    assert [(each.duel.first, set(each.players)) for each in played] == [(1, {4, 3}), (3, {2, 1})]


def test_a_knock_out_is_paired_by_its_lines():
    cup = Stage("knock-out", 2, 3)
    first = rounds.pair(PLAYED, cup, Wishes(order=(1, 2, 3, 4)))
    assert first.lines == {"A": (1, 4, 2, 3)}
    assert written(first) == ("2: 4-1 game-semi-final place=1 next=4 | 3-2 game-semi-final place=1 next=4")
    text = "Ann: 4w1 4w0\nBob: 3w1 3b1\nCem: 2b0 2w0\nDot: 1b0 1b1"
    draw = Draw(first.lines)
    assert written(rounds.pair(event(text), cup, Wishes(order=(1, 2, 3, 4), draw=draw))) == (
        "3: 4-2 final-game place=1 next=2"
    )
    with pytest.raises(Refusal) as refused:
        level = text.replace("4w0", "4w=").replace("1b1", "1b=")
        rounds.pair(event(level), cup._replace(settings={"play_off": "lots"}), Wishes(order=(1, 2, 3, 4), draw=draw))
    assert (refused.value.code, refused.value.params) == ("matches-level", {"pairs": "1–4"})


@pytest.mark.parametrize(
    ("games", "results"),
    [
        ("2w1 1b0", DuelResult(2)),
        ("2w= 1b=", DuelResult(1)),
        ("2w0 1b1", DuelResult(0)),
        ("2w- 1b-", DuelResult(0, 0, 0)),  # both lose
        ("2w= 1b0", DuelResult(1, 0, 0)),  # an arbiter's decision
    ],
)
def test_a_game_of_a_final_counts_half_wins_whatever_a_win_is_worth(games, results):
    first, second = games.split()
    facts = event(f"Ann: {first}\nBob: {second}", scheme=Scheme(win=Decimal(4), draw=Decimal(2)))
    assert [turn.result for turn in list_turns(facts, Stage("knock-out", 1, 1))[1, 2]] == [results]


def test_the_finalists_round_takes_its_margins_from_the_stage():
    facts = event("Ann: 4w1\nBob: 3w1\nCem: 2b0\nDot: 1b0", bye_spread=60)
    settings = {"places": 1, "half": 3, "spread": 200, "swing": 100, "draws": False}
    assert tuple(rounds.finalists_settings(facts, Stage("finalists", 2, 2, settings))) == (1, 3, 200, 100, False, 2, 60)
    assert tuple(rounds.finalists_settings(facts, Stage("finalists", 2, 2))) == (2, 2, 350, None, True, 2, 60)
    half_a_point = facts._replace(scheme=Scheme(pab=HALF))
    assert rounds.finalists_settings(half_a_point, Stage("finalists", 2, 2)).bye_half == 1


def test_new_swiss_takes_its_settings_from_the_stage_and_the_wishes():
    settings = {
        "mode": "matching",
        "repeats": 1,
        "bye_method": "top-down",
        "clubs_apart": True,
        "balance_firsts": False,
    }
    wishes = Wishes(forbidden=frozenset({(1, 2)}), granted=frozenset({(3, 4)}))
    taken = rounds.swiss_settings(Stage("new-swiss", 2, 2, settings), wishes)
    assert (taken.mode, taken.bye_method, taken.balance_firsts) == ("matching", "top-down", False)
    assert tuple(taken.limits) == (1, wishes.forbidden, True, wishes.granted)
