"""Small fields in which FIDE Dutch gets into every corner: few players, many rounds, forfeits, byes, absences."""

from decimal import Decimal
from itertools import combinations
from random import Random

from pairing import dutch
from pairing.dutch.criteria import Round
from pairing.dutch.players import Float, Player
from pairing.rules.engine_records import Acceleration, Records
from tests.generated.generator import ONE_HALF_ZERO, Sheet
from tiebreaks.facts import crosstable
from tiebreaks.facts.crosstable import Adjustment
from tiebreaks.facts.games import Colour, Kind, Scheme
from tiebreaks.refusal import Refusal

THREE_POINTS = Scheme(Decimal(3), Decimal(1), Decimal(0), Decimal(3))


def positions(seed, most=8):
    """Yield (facts, absent, settings) of the rounds of an event that our own engine pairs, until it can't."""
    chance = Random(f"small {seed}")
    size, rounds = chance.randint(4, most), chance.randint(3, 6)
    field = {n: crosstable.Player(n, f"Player {n}", 2600 - 20 * n) for n in range(1, size + 1)}
    sheet = Sheet(field, THREE_POINTS if seed % 4 == 0 else ONE_HALF_ZERO)
    accelerated = (Acceleration(Decimal(1), 1, 2, 1, size // 2),) if seed % 5 == 0 else ()
    settings = dutch.Settings(Records(chance.choice("WB"), accelerated))
    taken = {1: (Adjustment(2, Decimal("-0.5")),)} if seed % 7 == 0 else {}
    for number in range(1, rounds + 1):
        facts = sheet.crosstable(rounds, "swiss", "2026-03", f"Small {seed}")._replace(adjustments=taken)
        absent = {n: chance.choice((Kind.HPB, Kind.ZPB, Kind.FPB)) for n in field if chance.random() < 0.08}
        if len(field) - len(absent) < 2:
            absent = {}
        yield facts, absent, settings
        try:
            pairing = dutch.pair_round(facts, absent, settings)
        except Refusal:
            return
        for n, kind in absent.items():
            sheet.bye(number, n, kind)
        if pairing.bye:
            sheet.bye(number, pairing.bye.player, Kind.PAB)
        for board in pairing.boards:
            sheet.game(number, board.white, board.black, chance.choice(("10", "01", "==", "10", "01", "==", "+-")))


def made_up_round(seed, sizes=(4, 5, 6, 6, 7, 7, 8)):
    """Return a round of players as no event has them: every mixture of scores, colours, floats, bans and byes."""
    chance = Random(f"made up {seed}")
    size = chance.choice(sizes)
    scores = chance.sample((Decimal(3), Decimal("2.5"), Decimal(2), Decimal(1), Decimal(0)), chance.randint(1, 4))
    ranked = sorted((-chance.choice(scores), tpn) for tpn in range(1, size + 1))
    colours, rate = chance.choice(("wb", "wwb", "w", "bbw")), chance.choice((0, 0.1, 0.3, 0.5))
    players = [
        Player(
            number=tpn,
            tpn=tpn,
            score=-score,
            odd=tpn % 2 == 1,
            colours=tuple(Colour(chance.choice(colours)) for _ in range(chance.choice((0, 1, 2, 2, 3, 3)))),
            floats=(chance.choice(list(Float)), chance.choice(list(Float))),
            unplayed=chance.randint(0, 2),
            no_bye=chance.random() < 0.5,
        )
        for score, tpn in ranked
    ]
    banned = {pair for pair in combinations(range(size), 2) if chance.random() < rate}
    return Round(
        players=players,
        apart=[frozenset(sum(pair) - place for pair in banned if place in pair) for place in range(size)],
        initial=chance.choice((Colour.WHITE, Colour.BLACK)),
        possible=Decimal(3),
        is_last=chance.random() < 0.4,
    )


def made_up_field(seed, least, most):
    """Return a round of a larger field, with everything that makes brackets hard or easy: bans, floats, few colours."""
    chance = Random(f"field {seed}")
    size = chance.randint(least, most)
    scores = [Decimal(half) / 2 for half in range(chance.randint(1, max(1, size // chance.choice((3, 6, 12)))))]
    ranked = sorted((-chance.choice(scores), tpn) for tpn in range(1, size + 1))
    colours, played = chance.choice(("wb", "wwb", "bbw")), chance.choice(((0, 1), (1,), (2,), (2, 3), (0, 1, 2, 3, 4)))
    floats = chance.choice(([Float.NONE], list(Float), [*Float, *[Float.NONE] * 5]))
    players = [
        Player(
            number=tpn,
            tpn=tpn,
            score=-score,
            odd=tpn % 2 == 1,
            colours=tuple(Colour(chance.choice(colours)) for _ in range(chance.choice(played))),
            floats=(chance.choice(floats), chance.choice(floats)),
            unplayed=chance.choice((0, 0, 0, 1, 2)),
            no_bye=chance.random() < 0.3,
        )
        for score, tpn in ranked
    ]
    rate = chance.choice((0, 0.02, 0.1, 0.2, 0.4))
    banned = {pair for pair in combinations(range(size), 2) if chance.random() < rate}
    return Round(
        players=players,
        apart=[frozenset(sum(pair) - place for pair in banned if place in pair) for place in range(size)],
        initial=Colour.WHITE,
        possible=Decimal(6),
        is_last=chance.random() < 0.3,
    )
