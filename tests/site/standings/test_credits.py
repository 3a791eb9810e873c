"""What a bye or a forfeit is credited with stands wherever the totals count it."""

import pytest

from tests.notation.paper import column, read_player_rows
from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.domain.disciplines import rules_of
from tournaments.models import Game
from tournaments.pages.standings.marks import find_credited_score, write_credit

# A round of the first player, what is written for it, and the score that it stands for.
CREDITS = [
    ("scrabble", "U", "+50", ""),
    ("scrabble", "U65", "+65", ""),
    ("scrabble", "Z-50", "−50", ""),
    ("scrabble", "Z", "", ""),
    ("scrabble", "2w+", "+50", ""),
    ("scrabble", "2w-", "−50", ""),
    ("scrabble", "2w450:300", "", ""),
    ("petanque", "U", "13 : 7", "13 : 7"),
    ("petanque", "2w+", "13 : 0", "13 : 0"),
    ("petanque", "2w-", "0 : 13", "0 : 13"),
    ("petanque", "U20", "+20", ""),
    ("petanque", "2w13:9", "", ""),
    ("chess", "U", "", ""),
]
MIRRORED = {"2w+": "1b-", "2w-": "1b+", "2w450:300": "1b300:450", "2w13:9": "1b9:13"}


@pytest.mark.parametrize(("discipline", "own", "written", "score"), CREDITS)
def test_what_a_round_without_play_is_credited_with(discipline, own, written, score):
    rules = rules_of(discipline)
    spreads = {"bye_spread": rules.bye_spread, "forfeit_spread": rules.forfeit_spread}
    rows = f"Anna: {own}\nBert: {MIRRORED.get(own, 'Z')}\nCleo: 4w1\nDora: 3b0"
    facts = read_player_rows(rows, discipline=discipline, edition="plain", **spreads)
    (played,) = facts.games[1]
    assert (write_credit(facts, played), find_credited_score(facts, played)) == (written, score)
    if discipline == "scrabble" and written:
        assert column(facts, "SPREAD")[1] == int(written.replace("−", "-"))


def make_round_with_a_bye(discipline):
    """Store an event with a bye of player 7 in round 1, whose other games are played."""
    rules = rules_of(discipline)
    spreads = {"bye_spread": rules.bye_spread, "forfeit_spread": rules.forfeit_spread}
    made = make_event(discipline=discipline, rounds=1, edition="plain", **spreads)
    Game.objects.filter(board=4).delete()
    number = made.rounds.get(number=1)
    Game.objects.create(round=number, white=made.players.get(number=7), result="U")
    Game.objects.filter(black__isnull=False).update(result="10", white_score=13, black_score=9)
    return made


@pytest.mark.parametrize(("discipline", "shown"), [("scrabble", ("+50",)), ("petanque", ("13 : 7", "+6"))])
def test_card_round_cross_table_and_paper_show_the_credit_of_a_bye(client, db, discipline, shown):
    made = make_round_with_a_bye(discipline)
    card = text(client.get("/e/open/player/7/"))
    assert all(f" {each} " in card for each in shown), card
    page = text(client.get("/e/open/round/1/"))
    assert f"no opponent left · 1 · {shown[0]}" in page
    assert f"no opponent left, {shown[0]}" in client.get("/e/open/crosstable/").text
    client.force_login(person("ada", made))
    assert f"no opponent left · 1 · {shown[0]}" in text(client.get("/e/open/print/boards/?round=1"))
