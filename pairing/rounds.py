"""Pair a round by the system of its stage: the one list of systems that need no engine.

FIDE's systems are not among them: their engine is a process, which the application runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from pairing import round_robin
from pairing.brackets.course import NOT_DRAWN, Draw
from pairing.brackets.stage import draw_stage, is_drawn, pair_duels, read_lines
from pairing.brackets.table_course import follow_stage
from pairing.finalists import finalists, finalists_ahead, standing
from pairing.new_swiss import groups, king_of_the_hill, new_swiss
from pairing.plan.stages import Stage
from pairing.rules import history
from pairing.rules.boards import Board, Pair, Pairing, because
from pairing.rules.legality import Limits, find_faults
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence

NO_SEED = sentence("groups-no-seed", gettext_noop("The draw of the groups needs a seed."))
TABLE_BROKEN = sentence(
    "table-broken", gettext_noop("Round {round} of the table does not fit the rounds so far: {fault}")
)


class Wishes(NamedTuple):
    """The arbiter's wishes for one round: who is absent, who must not meet, and who may meet despite the rules.

    `order` is the order of the standings that decides who plays in a stage of duels; without it the order of Scrabble
    does. `draw` is what is stored about that stage, `lots` the seed of a draw still to come, and `clubs` and `pools`
    say who is kept apart in it. `finalists` is the stage of the finalists' round that comes after this one.
    `bye` is who has the bye of the finalists' round where an arbiter has confirmed that.
    """

    absent: Collection[int] = ()
    forbidden: frozenset[Pair] = frozenset()
    granted: frozenset[Pair] = frozenset()
    order: tuple[int, ...] = ()
    draw: Draw = NOT_DRAWN
    lots: int | None = None
    clubs: Mapping[int, object] = {}
    pools: Mapping[int, object] = {}
    finalists: Stage | None = None
    bye: int | None = None


NO_WISHES = Wishes()


def pair(facts: Crosstable, stage: Stage, wishes: Wishes = NO_WISHES) -> Pairing:
    """Pair the next round of an event by the system of its stage. Raise Refusal if there is no legal pairing."""
    return SYSTEMS[stage.system](facts, stage, wishes)


def _groups(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    """Return the round of the groups drawn by rating. The seed and the players present determine all three rounds."""
    if stage.get("seed") is None:
        raise Refusal(NO_SEED, field="seed")
    past = history.read_history(facts, wishes.absent)
    numbers = sort_by_rating(past)
    drawn = groups.pair_groups(groups.draw_groups(len(numbers), stage.get("seed")), numbers, stage.get("seed"))
    return drawn[past.round - stage.first]


def sort_by_rating(past: history.History) -> list[int]:
    """Return the players by rating, those with equal ratings by their stored lot."""
    return sorted(past.order, key=lambda n: (-past.entrants[n].rating, past.entrants[n].lot, n))


def _new_swiss(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    past, settings = history.read_history(facts, wishes.absent), swiss_settings(stage, wishes)
    pairing, coming = new_swiss.pair(past, settings), wishes.finalists
    if coming is None:
        return pairing
    limits = swiss_settings(coming, wishes._replace(granted=frozenset())).limits
    final = finalists_ahead.Final(coming.first, finalists_settings(facts, coming), limits)
    return finalists_ahead.keep_finalists_playable(past, pairing, settings, final)


def swiss_settings(stage: Stage, wishes: Wishes) -> new_swiss.NewSwissSettings:
    """Return the settings of New Swiss for a stage and the arbiter's wishes."""
    limits = Limits(stage.get("repeats"), wishes.forbidden, stage.get("clubs_apart"), wishes.granted)
    return new_swiss.NewSwissSettings(stage.get("mode"), limits, stage.get("bye_method"), stage.get("balance_firsts"))


def _finalists(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    margin = finalists_settings(facts, stage)
    swiss = swiss_settings(stage, wishes)._replace(bye=wishes.bye)
    past = history.read_history(facts, wishes.absent)
    history.check_field(facts, len(past.order))
    return finalists.pair(past, margin, swiss)


def finalists_settings(facts: Crosstable, stage: Stage) -> standing.FinalistSettings:
    """Return the settings of the finalists' round for a stage."""
    margin = standing.FinalistSettings(*(stage.get(name) for name in ("places", "half", "spread", "swing", "draws")))
    return margin._replace(bye_half=int(2 * facts.scheme.pab), bye_spread=facts.bye_spread)


def _duels(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    """Return the next games of all duels that are not decided. The standings before the stage determine the duels.

    Players stay in a duel that has begun: an absent player loses the game, and nobody moves up.
    """
    past = history.read_history(_without_requests(facts))
    order = [number for number in wishes.order or past.order if number in past.entrants]
    draw = wishes.draw
    if not draw.lines and is_drawn(facts, stage):
        draw = draw._replace(lines=read_lines(facts, stage))
    lines = {}
    if not draw.lines:
        field = history.read_history(facts, wishes.absent, wishes.order)
        history.check_field(facts, len(field.order))
        lines = draw_stage(stage, field, wishes.lots, wishes.clubs, wishes.pools)
        draw = draw._replace(lines=lines)
    return pair_duels(past, follow_stage(facts, stage, draw, order), lines)


def _king_of_the_hill(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    limits = Limits(stage.get("repeats"), wishes.forbidden, granted=wishes.granted)
    return king_of_the_hill.pair(history.read_history(facts, wishes.absent), limits, stage.get("bye_method"))


def _round_robin(facts: Crosstable, stage: Stage, wishes: Wishes) -> Pairing:
    """Return the round of the table. Absent players keep their places in it and lose their games by forfeit."""
    past = history.read_history(_without_requests(facts))
    round_number = past.round - stage.first + 1
    numbers = sorted(past.order, key=past.start_number)
    pairing = round_robin.pair(numbers, round_number, stage.get("cycles"), stage.get("turn_last_two"))
    for fault in find_faults(pairing, past, Limits(stage.get("cycles") - 1, wishes.forbidden)):
        raise Refusal(TABLE_BROKEN, field="round", round=round_number, fault=fault)
    return pairing._replace(round=past.round)


def _without_requests(facts: Crosstable) -> Crosstable:
    """Return the facts of the paired rounds, without byes requested for later ones."""
    return facts.up_to(facts.last_paired)


def _scheveningen(facts: Crosstable, stage: Stage, _wishes: Wishes) -> Pairing:
    """Return the round of two teams: the lower half of the numbers against the upper half."""
    past = history.read_history(_without_requests(facts))
    numbers, round_number = sorted(past.order, key=past.start_number), past.round - stage.first + 1
    table = round_robin.scheveningen_rounds(len(numbers) // 2)
    if len(numbers) % 2 or not 1 <= round_number <= len(table):
        raise Refusal(round_robin.NO_ROUND, field="round", round=round_number, rounds=len(table))
    reason = because(round_robin.SCHEVENINGEN, round=round_number, size=len(numbers) // 2)
    boards = [Board(numbers[white - 1], numbers[black - 1], (reason,)) for white, black in table[round_number - 1]]
    return Pairing(past.round, tuple(boards))


SYSTEMS: dict[str, Callable[[Crosstable, Stage, Wishes], Pairing]] = {
    "groups": _groups,
    "new-swiss": _new_swiss,
    "finalists": _finalists,
    "pools": _duels,
    "knock-out": _duels,
    "king-of-the-hill": _king_of_the_hill,
    "round-robin": _round_robin,
    "scheveningen": _scheveningen,
}
