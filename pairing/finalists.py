"""The deciding round before a final: who is safe, a candidate or out, and which games are fixed (appendix B).

"Safe" and "out" are the rule's own words: one win and 350 points of spread can still be overtaken.
Wins count as halves here (a win 2, a draw 1), so that everything is a whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing import new_swiss
from pairing.boards import Board, Pair, Pairing, Reason, because, sort_boards, write_pairs
from pairing.decisive_games import is_decisive
from pairing.firsts import seat_pair
from pairing.history import History
from tiebreaks.refusal import Refusal, gettext_noop, sentence

FOLD = sentence(
    "finalists-fold", gettext_noop("Fixed by the finalists' rule: place {place} against place {other} of the group.")
)
RELEASED = sentence(
    "finalists-released",
    gettext_noop("The game {pair} is not fixed: with the other games fixed it can't decide who reaches the final."),
)
KEPT = sentence(
    "finalists-kept",
    gettext_noop(
        "The game {pair} would be released, but without it no legal pairing of the others exists: it is kept."
    ),
)
TIE = sentence(
    "finalists-tie", gettext_noop("{player} and {other} have equal wins and spread: the tie decides the group.")
)
ADDED = sentence("finalists-added", gettext_noop("The group is odd: {player} is added to it."))
DROPPED = sentence(
    "finalists-dropped", gettext_noop("The group is odd and nobody can be added: {player} is paired with the others.")
)


class Place(NamedTuple):
    """One line of the standings, the best first."""

    player: int
    half: int
    spread: int


class Settings(NamedTuple):
    """`places` lead to the final. The margin is `half` wins and `spread`; `swing` bounds what one game can change."""

    places: int = 2
    half: int = 2
    spread: int = 350
    swing: int | None = None
    draws: bool = True
    bye_half: int = 2
    bye_spread: int = 50


USUAL = Settings()


class Finalists(NamedTuple):
    """Who is what, and the fixed games in the order of the fold, the higher placed first.

    `added` fills an odd group; `dropped` is a candidate of an odd group that nobody can fill.
    """

    safe: tuple[int, ...]
    candidates: tuple[int, ...]
    out: tuple[int, ...]
    added: int | None = None
    dropped: int | None = None
    pairs: tuple[Pair, ...] = ()
    released: Pair | None = None
    notes: tuple[Reason, ...] = ()


def classify_players(standings: Sequence[Place], settings: Settings = USUAL) -> Finalists:
    """Say who is safe, a candidate or out, and fix the games of the candidates."""
    safe, candidates, out = _sets(standings, settings)
    members, added, dropped = _group(safe, candidates, out, len(standings) % 2 == 1)
    games = list(zip(members, reversed(members), strict=True))[: len(members) // 2]
    released = None
    if games:
        places = settings.places - sum(player not in members for player in safe)
        resting = [dropped] if dropped is not None else []
        if not is_decisive(games[0], games[1:], resting, standings, places, settings):
            released, games = games[0], games[1:]
    notes = [*_ties(standings, settings)]
    notes += [because(ADDED, player=added)] if added is not None else []
    notes += [because(DROPPED, player=dropped)] if dropped is not None else []
    notes += [because(RELEASED, pair=write_pairs([released]))] if released else []
    return Finalists(safe, candidates, out, added, dropped, tuple(games), released, tuple(notes))


def pair(history: History, settings: Settings = USUAL, swiss: new_swiss.Settings = new_swiss.USUAL) -> Pairing:
    """Pair the deciding round: the fixed games, and everybody else by New Swiss.

    Raise Refusal where the others can't be paired; a released game is kept before that, and a note says so.
    """
    found = classify_players([standings_place(history, number) for number in history.order], settings)
    try:
        return _whole(history, found, swiss)
    except Refusal:
        if found.released is None:
            raise
    kept = tuple(note for note in found.notes if note.code != RELEASED)
    note = because(KEPT, pair=write_pairs([found.released]))
    return _whole(
        history, found._replace(pairs=(found.released, *found.pairs), released=None, notes=(*kept, note)), swiss
    )


def standings_place(history: History, number: int) -> Place:
    """Return a player's line of the standings."""
    entrant = history.entrants[number]
    return Place(number, int(entrant.score * 2), entrant.spread)


def _sets(standings: Sequence[Place], settings: Settings) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return safe, candidates and out: the first and the last have the margin on the first place beyond the border."""
    places = settings.places
    if len(standings) <= places:
        return tuple(row.player for row in standings), (), ()
    border, beyond = standings[places - 1], standings[places]
    safe = tuple(row.player for row in standings[:places] if _ahead(row, beyond, settings))
    out = tuple(row.player for row in standings[places:] if _ahead(border, row, settings))
    return safe, tuple(row.player for row in standings if row.player not in (*safe, *out)), out


def _ahead(row: Place, other: Place, settings: Settings) -> bool:
    """Compare wins first: more than the margin of wins is enough, exactly the margin needs the spread as well."""
    return (row.half, row.spread) >= (other.half + settings.half, other.spread + settings.spread)


def _group(
    safe: Sequence[int], candidates: Sequence[int], out: Sequence[int], odd_field: bool
) -> tuple[list[int], int | None, int | None]:
    """Return an even group in standing order, who was added to it and who was dropped from it."""
    if len(candidates) % 2 == 0:
        return list(candidates), None, None
    if out:
        return [*candidates, out[0]], out[0], None
    if safe and not odd_field:
        return [safe[-1], *candidates], safe[-1], None
    return list(candidates[:-1]), None, candidates[-1]


def _ties(standings: Sequence[Place], settings: Settings) -> list[Reason]:
    """Warn where equal wins and spread stand on both sides of the last place of the final or of the next one."""
    borders = [standings[place - 1 : place + 1] for place in (settings.places, settings.places + 1)]
    return [
        because(TIE, player=upper.player, other=lower.player)
        for upper, lower in (border for border in borders if len(border) == 2)
        if upper[1:] == lower[1:]
    ]


def _whole(history: History, found: Finalists, swiss: new_swiss.Settings) -> Pairing:
    fixed = [player for game in found.pairs for player in game]
    group = sorted([*fixed, *(found.released or ())], key=history.places.__getitem__)
    boards: list[Board] = []
    for one, other in found.pairs:
        reason = because(FOLD, place=group.index(one) + 1, other=group.index(other) + 1)
        boards.append(seat_pair(history, one, other, reason))
    rest = [number for number in history.order if number not in fixed]
    others = new_swiss.pair_players(history, rest, swiss)
    whole = sort_boards([*boards, *others.boards], history.places.__getitem__)
    return Pairing(history.round, whole, others.bye, (*found.notes, *others.notes))
